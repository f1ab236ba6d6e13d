//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package partitatest

import (
	"os"
	"syscall"
)

// tryLock takes the lock of an open file, and reports whether no other process has it.
func tryLock(file *os.File) bool {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
