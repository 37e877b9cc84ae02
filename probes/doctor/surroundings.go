package doctor

import (
	"io/fs"
	"strings"

	"linebounce/probes/topology"
)

// surroundings names what this runs in where that shapes the figures.
func surroundings(root fs.FS) Finding {
	f := Finding{Name: "surroundings", State: Limited}
	version := strings.ToLower(text(root, "proc/version"))
	switch kind := container(root); {
	case topology.GVisor(root):
		f.Detail = "This is gVisor: it answers in the kernel's place, so CPUs, masks and sockets are its own and not the machine's."
		f.Advice = "Run it outside, for example with docker run --runtime=runc."
	case strings.Contains(version, "microsoft") && strings.Contains(version, "wsl2"):
		f.Detail = "This is WSL 2, a virtual machine beside Windows: both share the cores, and Windows decides which."
		f.Advice = "How many CPUs it has says processors= in %UserProfile%\\.wslconfig; leave Windows idle while measuring."
	case strings.Contains(version, "microsoft"):
		f.Detail = "This is WSL 1: Windows answers in the kernel's place, so what is measured of sockets and semaphores is Windows's."
		f.Advice = "Use WSL 2: wsl --set-version DISTRIBUTION 2"
	case strings.Contains(version, "linuxkit"):
		f.Detail = "This is Docker Desktop: containers run in a virtual machine, and the system around it decides on which cores, of which kind too."
		f.Advice = "How many CPUs it has is set in Docker Desktop under Settings, Resources."
	case strings.Contains(text(root, "sys/firmware/acpi/tables/DSDT"), "FIRECK"):
		f.Detail = "This is a Firecracker machine: usually many share a host, so steal and moved CPUs are likely, and no memory events reach it."
		f.Advice = "Repeat a run before comparing it with another."
	case kind != "":
		f.State = OK
		f.Detail = "This looks like " + kind + " container: the machine is the host's, the CPUs and their time are what it was given. What the host measures at the same time is not to be seen from here."
	default:
		return Finding{}
	}
	return f
}

// container names what made the container that this runs in with its article, ""
// where nothing shows one.
func container(root fs.FS) string {
	groups := text(root, "proc/self/cgroup")
	switch {
	case exists(root, "run/.containerenv"):
		return "a Podman"
	case exists(root, "var/run/secrets/kubernetes.io"), strings.Contains(groups, "kubepods"):
		return "a Kubernetes"
	case exists(root, ".dockerenv"), strings.Contains(groups, "/docker"):
		return "a Docker"
	case strings.Contains(groups, "/lxc"):
		return "an LXC"
	}
	return ""
}
