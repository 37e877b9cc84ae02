// Package live turns sessions into what a screen can show. One goroutine, the
// pump, owns every session, runs their windows in turn so that no experiment
// disturbs another, and hands out snapshots that nobody changes afterwards.
// The screen sends it wishes, which never block.
package live
