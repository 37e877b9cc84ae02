package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/renameio/v2/maybe"
	"github.com/spf13/cobra"

	"linebounce/ui/quote"
	reports "linebounce/ui/report"
	"linebounce/ui/results"
)

// standardOutput in the place of a file's name.
const standardOutput = "-"

// target is where a report goes and as what.
type target struct {
	path   string
	format string // of standard output, "" elsewhere
	force  bool
}

func (s *shell) report() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report FILE … -o OUT",
		Short: "Make a page, a picture or a text of results",
		Long: `Make one file of results that may leave the program: charts, machines, scenarios, where every figure is from and the commands
that make it again. A FILE is a recording, a JSON document of another command, or a folder of them.

The ending of OUT says what it becomes: .html, a page that needs no network and prints well; .svg, its charts alone;
.md, the same as text for a README or an issue. - is standard output, as --format says.`,
		Example: `linebounce report class.jsonl -o class.html

# a measurement beside the model's curve
linebounce run counters --format json >here.json
linebounce sim counters --machine client-ring --cpus 1,2,4,8 --format json >curve.json
linebounce report here.json curve.json -o both.html

# for an issue
linebounce report class.jsonl -o - --format md`,
		Args: cobra.ArbitraryArgs,
	}
	var to target
	cmd.Flags().StringVarP(&to.path, "o", "o", "", "the file to write; its ending, "+endings()+", says what it becomes")
	cmd.Flags().StringVar(&to.format, "format", "", "with -o -: "+strings.Join(reports.Formats(), ", "))
	cmd.Flags().BoolVar(&to.force, "force", false, "write over an existing file")
	_ = cmd.MarkFlagFilename("o", reports.Formats()...)
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(reports.Formats(), cobra.ShellCompDirectiveNoFileComp))
	cmd.RunE = s.does(func(_ context.Context, _ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usage("report needs the FILE to report on, such as class.jsonl")
		}
		f, err := to.as()
		if err != nil {
			return err
		}
		return s.makeReport(args, to, f)
	})
	return cmd
}

func endings() string { return "." + strings.Join(reports.Formats(), ", .") }

// as returns what the report becomes.
func (t target) as() (reports.Format, error) {
	switch {
	case t.path == "":
		return "", usagef("report needs -o and the file to write, such as -o report.html; accepted endings: %s", endings())
	case t.path == standardOutput && !slices.Contains(reports.Formats(), t.format):
		return "", usagef("-o - needs --format: %q is none; accepted: %s", t.format, strings.Join(reports.Formats(), ", "))
	case t.path == standardOutput:
		return reports.Format(t.format), nil
	case t.format != "":
		return "", usagef("--format is for -o - alone; the ending of %q says what it becomes", t.path)
	}
	f, err := reports.FormatOf(t.path)
	if err != nil {
		return "", usagef("-o: %v", err)
	}
	return f, nil
}

// makeReport reports on what can be read, and tells of the rest.
func (s *shell) makeReport(paths []string, to target, f reports.Format) error {
	writes := to.path != standardOutput
	if writes && !to.force {
		if err := unwrittenOver(to.path); err != nil {
			return err // before time is spent on it
		}
	}
	files, faults := results.Load(paths)
	for _, fault := range faults {
		fmt.Fprintln(s.err, "linebounce: "+fault.Error())
	}
	if len(files) == 0 {
		return errors.New("nothing that was named can be reported on")
	}
	var made bytes.Buffer
	by := reports.By{Program: version(), Command: reportAgain(paths, to)}
	if err := reports.Write(&made, f, files, by); err != nil {
		return err
	}
	if !writes {
		_, err := s.out.Write(made.Bytes())
		return written(err)
	}
	if err := maybe.WriteFile(to.path, made.Bytes(), 0o644); err != nil {
		return unwritable(to.path+" cannot be written", to.path, err)
	}
	_, err := fmt.Fprintf(s.out, "%s: %d bytes\n", to.path, made.Len())
	return mention(to.path, err)
}

// unwrittenOver reports a file that is there already.
func unwrittenOver(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s exists and is not written over: name another file, or add --force", path)
	}
	return nil
}

// reportAgain is the command line that makes the report once more. The report
// names the file alone, for it need not tell where on a disk it was made, nor that
// there was one before.
func reportAgain(paths []string, to target) string {
	words := []string{"linebounce", "report"}
	for _, path := range paths {
		words = append(words, quote.Word(path))
	}
	if to.path == standardOutput {
		return strings.Join(append(words, "-o", "-", "--format", to.format), " ")
	}
	return strings.Join(append(words, "-o", quote.Word(filepath.Base(to.path))), " ")
}
