package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// man prints the manual page. It is written here and not by fang, whose page has
// no values of flags, no long texts and no examples, and bears the day on which
// it was printed, so that no two builds of a package would be alike.
func (s *shell) man() *cobra.Command {
	cmd := &cobra.Command{
		Use:               "man",
		Short:             "Print the manual page",
		Long:              "Print the manual page, of all commands, for man to show.",
		Example:           "linebounce man | man -l -",
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.RunE = s.does(func(_ context.Context, cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usagef("%q is a word too many; man takes none", args[0])
		}
		_, err := io.WriteString(s.out, manual(cmd.Root(), built()))
		return written(err)
	})
	return cmd
}

// behind is what the manual says after the commands.
const behind = `.SH EXIT STATUS
.TP
.B 0
Done.
.TP
.B 1
It failed while running.
.TP
.B 2
Wrong usage. One line on standard error names the bad word and the accepted ones.
.TP
.B 3
This machine cannot do it. The line says why and what helps.
.TP
.B 130
Interrupted, after printing what there was; 128 and the signal's number for other signals.
.SH ENVIRONMENT
.TP
.B NO_COLOR
No colour, where it has any value.
.TP
.B LINEBOUNCE_THEME
The theme of the screen, where \-\-theme names none.
.TP
.B TERM, COLORTERM
What the terminal can do. With TERM=dumb there is no screen.
.TP
.B LC_ALL, LC_CTYPE, LANG
Where they name another encoding than UTF\-8, the screen keeps to ASCII.
.TP
.B XDG_STATE_HOME, XDG_RUNTIME_DIR
The folders of a learner's progress, and of the notes for whoever presents.
.SH FILES
.TP
.I ~/.local/state/linebounce/progress.json
What a learner has done, or below XDG_STATE_HOME. It is sent nowhere.
.SH SEE ALSO
.BR taskset (1),
.BR perf\-c2c (1),
.BR perf_event_open (2),
.BR unix (7)
`

// manual is the manual page in roff.
func manual(root *cobra.Command, b build) string {
	var w strings.Builder
	day, _, _ := strings.Cut(b.time, "T")
	fmt.Fprintf(&w, ".TH LINEBOUNCE 1 \"%s\" \"%s\" \"User Commands\"\n", day, escaped("linebounce "+b.version))
	fmt.Fprintf(&w, ".SH NAME\nlinebounce \\- %s\n", escaped(strings.ToLower(root.Short[:1])+root.Short[1:]))
	w.WriteString(".SH SYNOPSIS\n.B linebounce\n[EXPERIMENT] [OPTION \\&.\\|.\\|.]\n.br\n.B linebounce\nCOMMAND [WORD \\&.\\|.\\|.] [OPTION \\&.\\|.\\|.]\n")
	w.WriteString(".SH DESCRIPTION\n")
	prose(&w, root.Long)
	examples(&w, root.Example)
	w.WriteString(".SH OPTIONS\n")
	options(&w, root)
	w.WriteString(".TP\n.B \\-\\-version\nSay which version this is, of which commit, and by which Go release and for which platform it was built.\n")
	w.WriteString(".TP\n.BR \\-h \", \" \\-\\-help\nOf any command: say what it does and which options it takes.\n")
	w.WriteString(".SH COMMANDS\n")
	chapters(&w, root)
	w.WriteString(behind)
	return w.String()
}

// chapters describes the commands below one, each that does something.
func chapters(w *strings.Builder, above *cobra.Command) {
	for _, c := range above.Commands() {
		switch {
		case c.Hidden:
		case c.HasSubCommands():
			chapters(w, c)
		default:
			words, _ := strings.CutPrefix(c.UseLine(), "linebounce ")
			fmt.Fprintf(w, ".SS \"%s\"\n", escaped(strings.TrimSuffix(words, " [flags]")))
			if c.Long == "" {
				prose(w, c.Short+".")
			} else if c.Parent().Name() == "completion" {
				prose(w, c.Short+". Its help says where a shell looks for it.")
			} else {
				prose(w, c.Long)
			}
			options(w, c)
			examples(w, c.Example)
		}
	}
}

// options lists the flags of a command, but for --help.
func options(w *strings.Builder, c *cobra.Command) {
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" || f.Name == "version" {
			return
		}
		fmt.Fprintf(w, ".TP\n\\fB%s\\fR", escaped(dashed(f)))
		if v := value(f); v != "" {
			fmt.Fprintf(w, " \\fI%s\\fR", escaped(v))
		}
		fmt.Fprintf(w, "\n%s.\n", escaped(strings.ToUpper(f.Usage[:1])+f.Usage[1:]))
	})
}

// value names what a flag takes, "" for a switch.
func value(f *pflag.Flag) string {
	switch {
	case f.Value.Type() == "bool":
		return ""
	case f.Annotations[cobra.BashCompFilenameExt] != nil:
		return "FILE"
	case f.Annotations[cobra.BashCompSubdirsInDir] != nil:
		return "FOLDER"
	case f.Name == "a" || f.Name == "b":
		return "SCENARIO"
	case f.Value.Type() == "string":
		return strings.ToUpper(f.Name)
	}
	return strings.ToUpper(f.Value.Type())
}

// prose writes paragraphs. What is indented stays as it is, and a line that ends
// a sentence keeps its end.
func prose(w *strings.Builder, text string) {
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		w.WriteString(".PP\n")
		lines := strings.Split(paragraph, "\n")
		set := false
		for i, line := range lines {
			indented := strings.HasPrefix(line, " ")
			if indented != set {
				w.WriteString(map[bool]string{true: ".nf\n", false: ".fi\n"}[indented])
				set = indented
			}
			w.WriteString(escaped(line) + "\n")
			if !set && i < len(lines)-1 && strings.HasSuffix(line, ".") {
				w.WriteString(".br\n")
			}
		}
		if set {
			w.WriteString(".fi\n")
		}
	}
}

// examples writes commands as they are typed.
func examples(w *strings.Builder, text string) {
	if text == "" {
		return
	}
	w.WriteString(".PP\nExamples:\n.PP\n.RS\n.nf\n")
	for line := range strings.SplitSeq(text, "\n") {
		w.WriteString(escaped(line) + "\n")
	}
	w.WriteString(".fi\n.RE\n")
}

// escaped writes text so that roff takes it for nothing else: a hyphen stays one
// that can be typed, quotes stay straight, and no line is a request.
func escaped(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, `"`, `\(dq`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`).Replace(text)
	if strings.HasPrefix(text, ".") {
		return `\&` + text
	}
	return text
}
