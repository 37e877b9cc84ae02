//go:build !race

package scope

const watched = false
