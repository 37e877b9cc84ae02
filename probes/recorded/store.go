package recorded

// store keeps the text of lines. Hundreds of thousands of them are looked up by
// their place, which holds no pointer that the garbage collector would follow.
type store struct{ blocks [][]byte }

// span is where a line stands: in which block, and from where to where.
type span struct{ block, from, to int32 }

// The first block is small, since most recordings are.
const (
	firstBlock = 64 << 10
	laterBlock = 1 << 20
)

// keep copies a line in.
func (s *store) keep(text []byte) span {
	last := len(s.blocks) - 1
	if last < 0 || cap(s.blocks[last])-len(s.blocks[last]) < len(text) {
		size := laterBlock
		if last < 0 {
			size = firstBlock
		}
		s.blocks = append(s.blocks, make([]byte, 0, max(size, len(text))))
		last++
	}
	from := len(s.blocks[last])
	s.blocks[last] = append(s.blocks[last], text...)
	return span{int32(last), int32(from), int32(from + len(text))}
}

func (s *store) text(p span) []byte { return s.blocks[p.block][p.from:p.to] }
