package lines

import "testing"

func TestLinesBeginAtLineBoundaries(t *testing.T) {
	for _, lineBytes := range []int{64, 128, 256} {
		m := New(5, lineBytes)
		for line := range 5 {
			if at := uintptr(m.At(line, 0)); at%uintptr(lineBytes) != 0 {
				t.Errorf("line %d of %d bytes begins at %#x", line, lineBytes, at)
			}
		}
		*(*int64)(m.At(4, lineBytes-8)) = 7
		m.Clear()
		if *(*int64)(m.At(4, lineBytes-8)) != 0 {
			t.Error("the last word outlived Clear")
		}
	}
}

func TestNoAddressOutsideItsLine(t *testing.T) {
	m := New(2, 64)
	for _, at := range [][2]int{{-1, 0}, {2, 0}, {0, -8}, {0, 57}, {1, 64}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("line %d, offset %d was handed out", at[0], at[1])
				}
			}()
			m.At(at[0], at[1])
		}()
	}
}
