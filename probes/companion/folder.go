package companion

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// folder is where the copies of one user find each other: in the folder for what
// lives as long as a session, or in the one for what is temporary.
func folder() string {
	if !locks {
		return ""
	}
	if session := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(session) {
		if info, err := os.Stat(session); err == nil && info.IsDir() {
			return filepath.Join(session, "linebounce")
		}
	}
	return filepath.Join(os.TempDir(), fmt.Sprintf("linebounce-%d", os.Geteuid()))
}

// ready makes the folder, which only this user can enter.
func ready(folder string) error {
	if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	return trusted(folder)
}

// trusted returns why a folder is not to be used: where all may write, somebody
// else may have made it, or a link of its name.
func trusted(folder string) error {
	info, err := os.Lstat(folder)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is no folder", folder)
	case !own(info):
		return fmt.Errorf("%s is another user's, or open to others", folder)
	}
	return nil
}
