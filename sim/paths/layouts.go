package paths

// A Field is one member of a structure that a program touches or that a
// picture of the structure names. Offset and Size are in bytes.
type Field struct {
	Name         string
	Offset, Size int
}

// A Layout says where the fields of one structure lie on x86-64. Both slabs
// are aligned to a cache line, so offset 0 begins one.
type Layout struct {
	Object  Object
	Version string // of Linux
	Fields  []Field
	Size    int // bytes of the whole structure
}

// Pid2011 and Cred2011 are the structures of Linux 3.0, where every field that
// pid_nr_ns and cred_to_ucred read shares the count's line.
var (
	Pid2011 = Layout{Pid, "3.0", []Field{
		{"count", 0, 4}, {"level", 4, 4}, {"tasks", 8, 24}, {"rcu", 32, 16}, {"nr", 48, 4}, {"ns", 56, 8}, {"pid_chain", 64, 16},
	}, 80}
	Cred2011 = Layout{Cred, "3.0", []Field{
		{"count", 0, 4}, {"uid", 4, 4}, {"gid", 8, 4}, {"suid", 12, 4}, {"sgid", 16, 4}, {"euid", 20, 4}, {"egid", 24, 4},
		{"fsuid", 28, 4}, {"fsgid", 32, 4}, {"securebits", 36, 4}, {"caps", 40, 24},
	}, 152}
)

// PidToday and CredToday are those of Linux 6.18: nr and ns have moved to
// another line, level has not.
var (
	PidToday = Layout{Pid, "6.18", []Field{
		{"count", 0, 4}, {"level", 4, 4}, {"lock", 8, 4}, {"ino", 16, 8}, {"pidfs_node", 24, 24}, {"stashed", 48, 8}, {"attr", 56, 8},
		{"nr", 144, 4}, {"ns", 152, 8},
	}, 160}
	CredToday = Layout{Cred, "6.18", []Field{
		{"count", 0, 8}, {"uid", 8, 4}, {"gid", 12, 4}, {"suid", 16, 4}, {"sgid", 20, 4}, {"euid", 24, 4}, {"egid", 28, 4},
		{"fsuid", 32, 4}, {"fsgid", 36, 4}, {"securebits", 40, 4}, {"caps", 48, 16},
	}, 184}
)

// Offset returns where a field begins, or -1 for a field the layout lacks.
func (l Layout) Offset(field string) int {
	for _, f := range l.Fields {
		if f.Name == field {
			return f.Offset
		}
	}
	return -1
}
