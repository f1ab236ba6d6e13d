package partitatest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
)

var provided struct {
	mutex sync.Mutex
	path  func() (string, error)
}

// ProvideCommand names the place of the `partita` command, which is used unless PARTITA_COMMAND is set. The package partita.test/partitatest/command
// calls it, which has the command inside. A program that has the command elsewhere may call it too, before the first test begins.
func ProvideCommand(path func() (string, error)) {
	provided.mutex.Lock()
	defer provided.mutex.Unlock()
	provided.path = path
}

// Command returns the path of the `partita` command: PARTITA_COMMAND, otherwise the one of the package
// partita.test/partitatest/command if the program imports that package, otherwise the one on PATH. The error names the ways out.
func Command() (string, error) {
	if named := os.Getenv("PARTITA_COMMAND"); named != "" {
		if _, err := exec.LookPath(named); err != nil {
			return "", fmt.Errorf("partitatest: PARTITA_COMMAND names no command: %w", err)
		}
		return named, nil
	}
	provided.mutex.Lock()
	path := provided.path
	provided.mutex.Unlock()
	if path != nil {
		return path()
	}
	found, err := exec.LookPath("partita")
	if errors.Is(err, exec.ErrDot) {
		return "", fmt.Errorf("partitatest: PATH has the directory of the tests, and a command there is not run: %w", err)
	}
	if err != nil {
		return "", errors.New(advice())
	}
	return found, nil
}

func advice() string {
	const endpoint = "set PARTITA_TEST_ENDPOINT to the URL of a server that runs already, such as one in a container"
	if runtime.GOOS != "linux" {
		return "partitatest: there is no partita command for " + runtime.GOOS + ", only for Linux; " + endpoint
	}
	return "partitatest: there is no partita command on PATH. Import _ \"partita.test/partitatest/command\" in a test file to have it " +
		"with the module, or install Partita, or set PARTITA_COMMAND to the path of the command, or " + endpoint
}
