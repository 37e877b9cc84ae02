// Linebounce makes a bouncing cache line visible.
package main

import (
	"os"

	"linebounce/ui/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
