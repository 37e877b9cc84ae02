package progress

import (
	"path/filepath"
	"sync"

	"github.com/adrg/xdg"
)

// reloading guards what xdg keeps of the environment.
var reloading sync.Mutex

// Path returns where this user's progress is: linebounce/progress.json in the
// folder for state, which XDG_STATE_HOME names as it is now.
func Path() string { return filepath.Join(Folder(), "progress.json") }

// Folder returns the program's own folder for state. It need not be there.
func Folder() string {
	reloading.Lock()
	defer reloading.Unlock()
	xdg.Reload() // it reads the environment only once by itself
	return filepath.Join(xdg.StateHome, "linebounce")
}
