package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"linebounce/assets/published"
	"linebounce/probes/credentials"
	"linebounce/probes/profile"
	"linebounce/probes/topology"
	"linebounce/ui/cli/output"
)

func (s *shell) kernel() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "kernel",
		Short: "Ask the kernel of this machine what it does with credentials, and what that costs it",
		Args:  cobra.ArbitraryArgs,
	}
	cmd.AddCommand(s.kernelCredentials(), s.kernelProfile())
	cmd.RunE = s.does(func(_ context.Context, cmd *cobra.Command, args []string) error {
		accepted := strings.Join(commands(cmd), ", ")
		if len(args) == 0 {
			return usagef("kernel needs a word more; accepted: %s", accepted)
		}
		return usagef("kernel knows no %q; accepted: %s", args[0], accepted)
	})
	return cmd
}

// tableFormats are those of results that no benchmark is.
func tableFormats(cmd *cobra.Command) *format {
	return formatFlag(cmd, string(output.Text), string(output.JSON), string(output.CSV))
}

func (s *shell) kernelCredentials() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "credentials",
		Short: "Who receives which credentials over AF_UNIX sockets, tried on this kernel",
		Long: `Who receives which credentials over AF_UNIX sockets, tried on this kernel by real messages: every type of socket,
SO_PASSCRED on either end, both or neither, plain writes and explicit SCM_CREDENTIALS, and the corner cases.

A kernel that answers otherwise than ` + credentials.Reference + ` is a finding, not a failure.`,
		Args: cobra.ArbitraryArgs,
	}
	form := tableFormats(cmd)
	cmd.RunE = s.does(func(ctx context.Context, _ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usagef("%q is a word too many; kernel credentials takes none", args[0])
		}
		rows, failed := credentials.Run(ctx)
		if failed != nil && ctx.Err() == nil {
			return failed
		}
		table := output.Credentials{Machine: topology.Read(), Rows: rows}
		return errors.Join(written(table.Write(s.out, form.value)), failed)
	})
	return cmd
}

// profileTime is how long a profile takes by default: long enough for symbols
// of one percent.
const profileTime = 10 * time.Second

func (s *shell) kernelProfile() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "profile",
		Short: "Where the kernel spends its time on messages, with SO_PASSCRED off and on",
		Long: `Where the kernel spends its time on AF_UNIX messages: a sender and a receiver on two CPUs, SO_PASSCRED off and on in
alternating windows, sampled by perf_event_open. It needs root, or the settings that it names where it may not.`,
		Example: `sudo linebounce kernel profile --for 10s
sudo linebounce kernel profile --format csv >profile.csv`,
		Args: cobra.ArbitraryArgs,
	}
	length, form := durationFlag(cmd), tableFormats(cmd)
	*length = duration(profileTime)
	cmd.Flags().Lookup("for").DefValue = length.String()
	cmd.RunE = s.does(func(ctx context.Context, _ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usagef("%q is a word too many; kernel profile takes none", args[0])
		}
		return s.profile(ctx, *length, form.value)
	})
	return cmd
}

// profile runs a profile and prints what it came to, also after it was
// interrupted.
func (s *shell) profile(ctx context.Context, d duration, f output.Format) error {
	then, err := published.Profile2011()
	if err != nil {
		return err
	}
	m := topology.Read()
	defer s.beside("kernel profile", m, nil)()
	session, err := profile.Open(ctx, m, s.budget(d))
	if err != nil {
		return cause(ctx, err)
	}
	failed := s.windows(ctx, session, d)
	failed = errors.Join(failed, session.Close())
	if failed != nil && ctx.Err() == nil && session.Pairs() == 0 {
		return failed
	}
	table := output.Profile{Machine: m, Result: session.Result(), Published: then, Again: fmt.Sprintf("linebounce kernel profile --for %s", &d)}
	return errors.Join(written(table.Write(s.out, f)), failed)
}

// windows runs a session to its end.
func (s *shell) windows(ctx context.Context, session *profile.Session, d duration) error {
	p := newProgress(s.err, s.began, time.Duration(d))
	defer p.clear()
	for {
		err := session.Next(ctx)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return cause(ctx, err)
		}
		p.show(fmt.Sprintf("%d pairs", session.Pairs()))
	}
}
