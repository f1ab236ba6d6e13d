package partitatest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// Options say how a server starts. The zero value is a server in memory.
type Options struct {
	// Command is the path of the `partita` command. If it is empty, [Command] finds one.
	Command string
	// Args are further options of `partita serve`.
	Args []string
	// Log receives the server's log, which otherwise is dropped. Start's goroutines write to it until the server ends.
	Log io.Writer
}

// Server is a server that runs.
type Server struct {
	// Endpoint is its URL.
	Endpoint string
	// AdminSocket is the path of its admin socket, or empty if that is not known. Then faults cannot be set, and accounts are not
	// forgotten.
	AdminSocket string

	process *process // nil if others started the server
}

type process struct {
	command   *exec.Cmd
	stdin     io.Closer
	directory *directory
	log       *tail
	done      chan struct{} // closed once the process has ended and its result is known
	result    error
	close     sync.Once
}

// The longest times until a server has started, and until it has ended.
const (
	startPatience = 30 * time.Second
	closePatience = 15 * time.Second
)

// Start starts a server in memory on a free port of this machine. The server ends with Close or with this process, also if the
// process is killed, because the server ends when its stdin does. `ctx` bounds the time of the start, which is at most 30 s, and has
// no influence later. The error has the server's own reason. The caller owns the server.
func Start(ctx context.Context, options Options) (*Server, error) {
	path := options.Command
	if path == "" {
		var err error
		if path, err = Command(); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	directory, err := newDirectory()
	if err != nil {
		return nil, fmt.Errorf("partitatest: no directory for the admin socket: %w", err)
	}
	socket := filepath.Join(directory.path, "admin.sock")
	args := append([]string{"serve", "--memory", "--port", "0", "--admin-socket", socket, "--exit-with-stdin"}, options.Args...)
	process, first, err := startProcess(path, args, directory, options.Log)
	if err != nil {
		directory.remove()
		return nil, fmt.Errorf("partitatest: %s could not be run: %w", path, err)
	}
	server := &Server{AdminSocket: socket, process: process}
	select {
	case line := <-first:
		if server.Endpoint = endpointIn(line); server.Endpoint != "" {
			return server, nil
		}
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		process.command.Process.Kill()
	}
	server.Close()
	if err == nil {
		err = process.result
	}
	if text := process.log.text(); text != "" {
		return nil, fmt.Errorf("partitatest: partita serve did not start: %s", text)
	}
	return nil, fmt.Errorf("partitatest: partita serve did not start: %w", errors.Join(err, errors.New("it said nothing")))
}

// startProcess runs the command and returns it with a channel that gives the first line of its output, or "" if the output ends before.
func startProcess(path string, args []string, directory *directory, log io.Writer) (*process, <-chan string, error) {
	command := exec.Command(path, args...)
	// Variables of the environment are settings of `partita serve`, and these are for another server.
	command.Env = slices.DeleteFunc(os.Environ(), func(one string) bool { return strings.HasPrefix(one, "PARTITA_") })
	p := &process{command: command, directory: directory, log: &tail{next: log}, done: make(chan struct{})}
	command.Stderr = p.log
	stdin, err := command.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := command.Start(); err != nil {
		return nil, nil, err
	}
	p.stdin = stdin
	first := make(chan string, 1)
	go func() {
		reader := bufio.NewReader(stdout)
		line, _ := reader.ReadString('\n')
		first <- line
		// A full pipe would stop the server.
		io.Copy(io.Discard, reader)
		p.result = command.Wait()
		close(p.done)
	}()
	return p, first, nil
}

var url = regexp.MustCompile(`https?://[^\s,;]+[^\s,;.]`)

func endpointIn(line string) string { return url.FindString(line) }

// Close ends the server. Its data is gone. It leaves a server alone that PARTITA_TEST_ENDPOINT names, or that is closed. The error
// says that the server had to be killed, or with which exit code it ended.
func (s *Server) Close() error {
	if s.process == nil {
		return nil
	}
	p := s.process
	var killed error
	p.close.Do(func() {
		p.stdin.Close()
		select {
		case <-p.done:
		case <-time.After(closePatience):
			killed = fmt.Errorf("partitatest: the server was killed, because it did not end within %v", closePatience)
			p.command.Process.Kill()
			<-p.done
		}
		p.directory.remove()
	})
	if killed != nil {
		return killed
	}
	if p.result != nil {
		return fmt.Errorf("partitatest: the server ended with %w: %s", p.result, p.log.text())
	}
	return nil
}

// end is the reason why the server has ended, or nil if it runs, or is another's.
func (s *Server) end() error {
	if s.process == nil {
		return nil
	}
	select {
	case <-s.process.done:
		return fmt.Errorf("the server has ended: %s", strings.TrimSpace(fmt.Sprint(s.process.result, " ", s.process.log.text())))
	default:
		return nil
	}
}

// tail keeps the end of a log, and passes all of it on.
type tail struct {
	mutex sync.Mutex
	kept  []byte
	next  io.Writer
}

const tailBytes = 8192

func (t *tail) Write(data []byte) (int, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.kept = append(t.kept, data...)
	if len(t.kept) > tailBytes {
		t.kept = append([]byte(nil), t.kept[len(t.kept)-tailBytes:]...)
	}
	if t.next != nil {
		t.next.Write(data)
	}
	return len(data), nil
}

func (t *tail) text() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return strings.TrimSpace(string(t.kept))
}

// directory is a temporary directory that belongs to this process. If the process is killed, the next one that makes a directory
// removes it: the lock, which the system gives up with the process, tells whether the owner lives.
type directory struct {
	path string
	lock *os.File
}

const directoryPrefix = "partitatest-"

func newDirectory() (*directory, error) {
	removeAbandoned()
	path, err := os.MkdirTemp("", directoryPrefix)
	if err != nil {
		return nil, err
	}
	lock, err := os.Open(path)
	if err == nil && !tryLock(lock) {
		err = fmt.Errorf("%s cannot be locked", path)
	}
	if err != nil {
		os.RemoveAll(path)
		return nil, err
	}
	return &directory{path, lock}, nil
}

func (d *directory) remove() {
	os.RemoveAll(d.path)
	d.lock.Close()
}

func removeAbandoned() {
	paths, _ := filepath.Glob(filepath.Join(os.TempDir(), directoryPrefix+"*"))
	for _, path := range paths {
		// A directory is not locked yet in the moment after it was made.
		if info, err := os.Stat(path); err != nil || time.Since(info.ModTime()) < time.Minute {
			continue
		}
		if lock, err := os.Open(path); err == nil {
			if tryLock(lock) {
				os.RemoveAll(path)
			}
			lock.Close()
		}
	}
}
