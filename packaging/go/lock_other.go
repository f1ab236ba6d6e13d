//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package partitatest

import "os"

// tryLock reports false, so a server cannot be started on these systems, for which Partita has no command.
func tryLock(*os.File) bool { return false }
