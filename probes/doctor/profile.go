package doctor

// profiling is about the kernel's own profile, which needs nothing of the
// processor but a right that not every user has.
func profiling(t Tried) Finding {
	f := Finding{Name: "kernel profile", State: OK,
		Detail: "The kernel lets this process see where its time goes: linebounce kernel profile."}
	if t.Profile != nil {
		f.State = Missing
		f.Detail = cause(t.Profile) + "."
		f.Advice = advice(t.Profile)
	}
	return f
}
