// Package partitatest gives each Go test a DynamoDB of its own: an account of a Partita server, with its own tables and streams.
//
//	func TestOrderIsStored(t *testing.T) {
//		t.Parallel()
//		account := partitatest.New(t)
//		client := dynamodb.NewFromConfig(awsv2.Config(account))
//		...
//	}
//
// The first call of [New] starts one server in memory for the test binary. The server ends with the binary, whatever happens to
// it. [Main] starts the server with options. `go test ./...` runs a binary for each package, and each of them has a server of its
// own, unless the variable PARTITA_TEST_ENDPOINT names a server that all of them use.
package partitatest

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"
)

// The server of this process, which the first user starts.
var shared struct {
	once   sync.Once
	server *Server
	err    error
}

func sharedServer(options Options) (*Server, error) {
	shared.once.Do(func() {
		if endpoint := os.Getenv("PARTITA_TEST_ENDPOINT"); endpoint != "" {
			shared.server = &Server{Endpoint: endpoint, AdminSocket: os.Getenv("PARTITA_TEST_ADMIN_SOCKET")}
		} else {
			shared.server, shared.err = Start(context.Background(), options)
		}
	})
	return shared.server, shared.err
}

// Main starts the server of the test binary with these further options of `partita serve`, runs the tests, ends the server, and
// ends the process with the tests' exit code. Call it as the only statement of TestMain:
//
//	func TestMain(m *testing.M) { partitatest.Main(m, "--throttle", "capacity") }
//
// Without such a TestMain the server has no further options. If PARTITA_TEST_ENDPOINT names a server, that one is used, and the options
// are ignored. If the server does not start, Main says why on stderr and ends the process with 1.
func Main(m *testing.M, options ...string) {
	server, err := sharedServer(Options{Args: options})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if err := server.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// New returns an account that no other test uses, so its tables may have any names. When the test and its subtests are over, the
// account is forgotten with its tables. Tests that run in parallel, subtests, benchmarks and fuzz targets may each have one. If
// no server runs and it cannot be started, the test fails at once with the reason.
//
// An account of a server that PARTITA_TEST_ENDPOINT names is forgotten only if PARTITA_TEST_ADMIN_SOCKET names its admin socket.
func New(t testing.TB) *Fixture {
	t.Helper()
	server, err := sharedServer(Options{})
	if err != nil {
		t.Fatal(err)
	}
	return server.New(t)
}

// New is like the function [New], with an account of this server.
func (s *Server) New(t testing.TB) *Fixture {
	fixture := &Fixture{Account: s.Account(), t: t}
	if s.AdminSocket != "" {
		t.Cleanup(func() {
			if err := fixture.Account.Forget(); err != nil {
				t.Errorf("partitatest: the account %s could not be forgotten: %v", fixture.ID, err)
			}
		})
	}
	return fixture
}

// Fixture is the account of one test. Its methods are those of [Account], but an error ends the test at once, so they
// must be called by the goroutine of the test. To see an error itself, call the method of the Account inside.
type Fixture struct {
	*Account
	t testing.TB
}

// Setenv leads code to the account that takes its settings from the environment, as each AWS SDK does by default, until the test is
// over. As with t.Setenv, neither the test nor one above it may be parallel.
func (f *Fixture) Setenv() {
	f.t.Helper()
	for _, variable := range f.variables() {
		f.t.Setenv(variable[0], variable[1])
	}
	// Keys of a session, and profiles, would take the place of the account's. Setenv restores the variables that Unsetenv removes.
	for _, name := range []string{"AWS_SESSION_TOKEN", "AWS_PROFILE", "AWS_DEFAULT_PROFILE"} {
		f.t.Setenv(name, "")
		os.Unsetenv(name)
	}
}

// Run runs `partita args...` in the account and returns its output.
func (f *Fixture) Run(args ...string) string {
	f.t.Helper()
	out, err := f.Account.Run(args...)
	f.check(err)
	return out
}

// CreateTables creates the tables of a template or a data model. `params` are the parameters of a template, and may be nil.
func (f *Fixture) CreateTables(path string, params map[string]string) {
	f.t.Helper()
	f.check(f.Account.CreateTables(path, params))
}

// Faults replaces the account's faults by these rules. Without rules the account has no faults.
func (f *Fixture) Faults(rules ...Fault) {
	f.t.Helper()
	f.check(f.Account.Faults(rules...))
}

// AdvanceClock sets the account's clock further ahead, by whole seconds, and deletes the items that have expired by then.
func (f *Fixture) AdvanceClock(by time.Duration) {
	f.t.Helper()
	f.check(f.Account.AdvanceClock(by))
}

// SetFaults replaces the account's faults by rules with a seed.
func (f *Fixture) SetFaults(faults Faults) {
	f.t.Helper()
	f.check(f.Account.SetFaults(faults))
}

// Forget drops the account's tables and faults. This happens by itself when the test is over.
func (f *Fixture) Forget() {
	f.t.Helper()
	f.check(f.Account.Forget())
}

func (f *Fixture) check(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}
