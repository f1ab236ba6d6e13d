//go:build unix

// The `partita` command, for `go install`, `go run` and `go tool`: it unpacks the command that the module has inside, and becomes it.
package main

import (
	"fmt"
	"os"
	"syscall"

	"partita.test/partitatest/command"
)

func main() {
	path, err := command.Path()
	if err == nil {
		err = syscall.Exec(path, append([]string{path}, os.Args[1:]...), os.Environ())
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
