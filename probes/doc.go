// Package probes is the contract between what produces readings and what
// shows them: scenarios, plans, sources, sessions, readings and comparisons.
// It touches no machine and draws no screen. Each experiment has a package of
// its own below this one, and package catalog lists them all.
package probes
