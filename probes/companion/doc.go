// Package companion tells copies of this program that measure at the same time of
// each other, since each takes from the others' figures.
//
// A copy that measures keeps a small file in a folder of its user's and holds an
// advisory lock on it. Whoever finds the lock held finds a copy that is at work;
// a file without one was left behind by a copy that was killed, and is removed.
// Nothing is ever refused for another copy's sake, and where no file can be
// written nothing can be told.
//
// It is told only of copies that share the folder. Those of another user, those
// in another container or virtual machine, and those to which the environment
// names another folder cannot be seen.
package companion
