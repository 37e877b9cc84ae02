//go:build !linux

package cli

func room() error { return nil }
