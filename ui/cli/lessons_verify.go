package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"linebounce/assets/machines"
	"linebounce/lessons"
	"linebounce/lessons/trial"
	"linebounce/probes"
	"linebounce/probes/simulated"
	"linebounce/probes/topology"
	"linebounce/ui/cli/output"
	"linebounce/ui/wording"
)

// usualPreset is the machine of the model where nobody names one.
const usualPreset = "2011"

// verifyFlags are what lessons verify is told besides its lessons.
type verifyFlags struct {
	dir      *string
	measured bool
	machine  string
	per      *duration
	form     *format
}

func (s *shell) lessonsVerify() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "verify [ID …]",
		Short: "Hold what the lessons claim against the model, or against this machine",
		Long: `Hold every claim of the lessons named, of all where none is, against the model; with --measured against this machine.
A claim that cannot be judged is skipped, with the reason. The exit code is 1 where one does not hold.
Machines: ` + strings.Join(machines.Names(), ", ") + `, or the path of a machine file; steps that name their own keep it.`,
		Example: `linebounce lessons verify
linebounce lessons verify two-cpus neighbours --measured --for 5s
linebounce lessons verify --machine two-ccx --format json`,
		Args: cobra.ArbitraryArgs,
	}
	f := &verifyFlags{dir: lessonsFlag(cmd), per: durationFlag(cmd)}
	cmd.Flags().Lookup("for").Usage = "how long each step is measured, with --measured"
	cmd.Flags().BoolVar(&f.measured, "measured", false, "measure on this machine instead of asking the model")
	cmd.Flags().StringVar(&f.machine, "machine", usualPreset, "machine of the model: a preset, or a machine file")
	_ = cmd.RegisterFlagCompletionFunc("machine", cobra.FixedCompletions(machines.Names(), cobra.ShellCompDirectiveDefault))
	f.form = formatFlag(cmd, string(output.Text), string(output.JSON))
	cmd.ValidArgsFunction = completeLessons(f.dir, 1<<16)
	cmd.RunE = s.does(func(ctx context.Context, cmd *cobra.Command, ids []string) error {
		if cmd.Flags().Changed("for") && !f.measured {
			return usagef("--for means nothing without --measured: the model takes no time to measure")
		}
		if cmd.Flags().Changed("machine") && f.measured {
			return usagef("--machine means nothing with --measured, which is about this machine")
		}
		c := s.course(*f.dir)
		if err := knownLessons(c, ids); err != nil {
			return err
		}
		return s.verify(ctx, f, c, ids)
	})
	return cmd
}

// verify runs claims and prints what they came to, also after it was interrupted
// or failed with something to show.
func (s *shell) verify(ctx context.Context, f *verifyFlags, c lessons.Course, ids []string) error {
	claims, err := f.about(ids)
	if err != nil {
		return err
	}
	p := newBar(s.err, time.Now())
	defer p.clear()
	p.show("beginning")
	steps, done := withClaims(c, ids), 0
	var unwritten error
	tell := func(claimed trial.Claimed) {
		if last := len(claims.Claims) - 1; last < 0 || claims.Claims[last].Lesson != claimed.Lesson || claims.Claims[last].Step != claimed.Step {
			done++
		}
		if f.form.value == output.Text && unwritten == nil {
			p.clear()
			unwritten = claims.Line(s.out, claimed)
		}
		claims.Claims = append(claims.Claims, claimed)
		p.portion(float64(done) / float64(steps))
	}
	var failed error
	if f.measured {
		defer s.beside("lessons verify", claims.Machine, nil)()
		_, failed = trial.Here(ctx, claims.Machine, c, ids, time.Duration(*f.per), tell)
	} else {
		_, failed = trial.Model(ctx, c, ids, f.machine, tell)
	}
	p.clear()
	if ctx.Err() != nil {
		failed = context.Cause(ctx)
	}
	switch {
	case unwritten != nil:
	case f.form.value == output.JSON:
		unwritten = claims.JSON(s.out)
	default:
		unwritten = claims.Summary(s.out)
	}
	if err := errors.Join(written(unwritten), failed); err != nil {
		return err
	}
	if _, fail, _ := claims.Count(); fail > 0 {
		return fmt.Errorf("%d of %s %s not hold", fail, wording.Count(len(claims.Claims), "claim"), map[bool]string{true: "does", false: "do"}[fail == 1])
	}
	return nil
}

// about returns claims that none was judged of yet.
func (f *verifyFlags) about(ids []string) (output.Claims, error) {
	again := strings.Join(append([]string{"linebounce lessons verify"}, ids...), " ")
	if *f.dir != "" {
		again += fmt.Sprintf(" --lessons '%s'", *f.dir)
	}
	if f.measured {
		return output.Claims{Source: probes.Measured, Machine: topology.Read(), Again: again + " --measured --for " + f.per.String()}, nil
	}
	preset, err := machines.Find(f.machine)
	if err != nil {
		return output.Claims{}, err
	}
	return output.Claims{
		Source: probes.Simulated, Machine: simulated.FromPreset(preset).Topology, Preset: f.machine, Again: again + " --machine " + f.machine,
	}, nil
}

// withClaims counts the steps that have claims.
func withClaims(c lessons.Course, ids []string) (n int) {
	for _, l := range c.Lessons {
		if len(ids) > 0 && !slices.Contains(ids, l.ID) {
			continue
		}
		for _, step := range l.Steps {
			if len(step.Claims) > 0 {
				n++
			}
		}
	}
	return n
}
