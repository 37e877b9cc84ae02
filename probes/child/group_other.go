//go:build !unix

package child

import (
	"os"
	"os/exec"
)

func alone(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }

func endGroup() { os.Exit(1) }
