package doctor

import "linebounce/probes"

func passcred(t Tried) Finding {
	f := Finding{Name: "credentials", State: OK,
		Detail: "Over a socketpair with SO_PASSCRED this process received its own pid, uid and gid."}
	if t.Credentials != nil {
		f.State = Missing
		f.Detail = cause(t.Credentials) + "."
		f.Advice = advice(t.Credentials)
	}
	return f
}

func noCredentials(why, advice string) error {
	return &probes.Unable{What: "credentials could not be received over a socketpair", Why: why, Advice: advice}
}
