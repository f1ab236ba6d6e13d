// Package command has the `partita` command inside, for Linux on amd64 and arm64. A test file that imports it needs no other
// installation:
//
//	import _ "partita.test/partitatest/command"
//
// The command of each platform is a module of its own, of which go downloads only the one of the platform that it builds for.
package command

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"partita.test/partitatest"
)

// The command of this platform, packed by gzip, and the sum of the unpacked file. scripts/package adds a file for each platform,
// which sets them.
var packed, sum string

func init() { partitatest.ProvideCommand(Path) }

// Path returns the path of the command, which the first call on a machine unpacks into the user's directory for caches. Programs
// may call it at the same time.
func Path() (string, error) {
	if packed == "" {
		return "", fmt.Errorf("partitatest/command: there is no partita command for %s on %s; set PARTITA_TEST_ENDPOINT to the URL of a "+
			"server that runs already, such as one in a container", runtime.GOOS, runtime.GOARCH)
	}
	caches, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("partitatest/command: there is no directory to unpack the command into (%w); set XDG_CACHE_HOME to one, "+
			"or PARTITA_COMMAND to the path of a command", err)
	}
	path := filepath.Join(caches, "partita", sum[:16], "partita")
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if err := unpack(path); err != nil {
		return "", fmt.Errorf("partitatest/command: the command could not be unpacked: %w", err)
	}
	return path, nil
}

// unpack writes the command to a file beside `path` and renames it, so that no other process sees a part of it.
func unpack(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), "partita-*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	reader, err := gzip.NewReader(strings.NewReader(packed))
	if err != nil {
		return err
	}
	if _, err := io.Copy(file, reader); err != nil {
		return err
	}
	if err := file.Chmod(0o755); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}
