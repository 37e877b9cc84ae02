package cli

import "golang.org/x/sys/unix"

// room returns why this process cannot have the addresses that the screen takes.
func room() error {
	var r unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &r); err != nil {
		return nil // it does not limit what cannot be asked for
	}
	return roomy(r.Cur, withCLibrary())
}
