package keeping

import "testing"

// BenchmarkReading is what a window costs beside its measuring: while nothing is
// kept, and while it is.
func BenchmarkReading(b *testing.B) {
	r := window(1)
	b.Run("off", func(b *testing.B) {
		k := New(header, nil)
		for b.Loop() {
			k.Reading("counters", r)
		}
	})
	b.Run("on", func(b *testing.B) {
		b.Chdir(b.TempDir())
		k := New(header, func(e any) { b.Error(e) })
		if begun := k.Begin(); begun.Err != nil {
			b.Skip(begun.Err)
		}
		for b.Loop() {
			k.Reading("counters", r)
		}
		if e := k.End(); e.Err != nil {
			b.Error(e.Err)
		}
	})
}
