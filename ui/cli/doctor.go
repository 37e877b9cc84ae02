package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"linebounce/probes"
	"linebounce/probes/doctor"
	"linebounce/probes/topology"
	"linebounce/ui/cli/output"
)

func (s *shell) doctor() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say what works on this machine, what does not, and what to do about it",
		Args:  cobra.ArbitraryArgs,
	}
	form := formatFlag(cmd, string(output.Text), string(output.JSON))
	cmd.RunE = s.does(func(_ context.Context, _ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usagef("%q is a word too many; doctor takes none", args[0])
		}
		m := topology.Read()
		findings := doctor.Check(m)
		var err error
		if form.value == output.JSON {
			err = output.WriteDocument(s.out, struct {
				output.Document
				Checks []doctor.Finding `json:"checks"`
			}{output.NewDocument(probes.Measured, m), findings})
		} else {
			err = writeFindings(s.out, m, findings)
		}
		return written(err)
	})
	return cmd
}

func writeFindings(w io.Writer, m topology.Machine, findings []doctor.Finding) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", output.Describe(m))
	for _, f := range findings {
		fmt.Fprintf(&b, "%-8s %s: %s\n", f.State, f.Name, f.Detail)
		if f.Advice != "" {
			fmt.Fprintf(&b, "%-8s -> %s\n", "", f.Advice)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
