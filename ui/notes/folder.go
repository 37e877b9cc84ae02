package notes

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"linebounce/lessons/progress"
)

// folders are where sockets may lie, best first: the user's folder for what lives
// as long as the session, the one for state, one in the folder for what is
// temporary.
func folders() []string {
	var list []string
	if runtime := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(runtime) {
		list = append(list, filepath.Join(runtime, "linebounce"))
	}
	return append(list, filepath.Join(progress.Folder(), "notes"), filepath.Join(os.TempDir(), fmt.Sprintf("linebounce-%d", os.Getuid())))
}

// make0700 makes a folder that only this user can enter, or closes one that is
// the user's own already. That above a folder for sessions must be there: it is
// the system's to make.
func make0700(dir string) error {
	if above := filepath.Dir(dir); above == progress.Folder() {
		if err := os.MkdirAll(above, 0o700); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	if err := own(dir); err != nil {
		return err
	}
	return os.Chmod(dir, 0o700)
}

// own returns why a folder is not to be trusted, nil where it is this user's.
func own(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is no folder", dir)
	}
	if !mine(info) {
		return fmt.Errorf("%s belongs to another user", dir)
	}
	return nil
}
