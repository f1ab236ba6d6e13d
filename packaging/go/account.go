package partitatest

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"sort"
	"strings"
	"sync"
	"syscall"
	"time"
)

// The region of accounts that are given no other one.
const defaultRegion = "us-east-1"

// Account is an account of a server, with its own tables and streams.
type Account struct {
	// Endpoint is the server's URL.
	Endpoint string
	// ID has 12 digits. It is the access key too, with any secret.
	ID string
	// Region is us-east-1, and may be set to another one before a client is made.
	Region string

	server *Server
}

var numbers = struct {
	mutex       sync.Mutex
	first, next int64
}{}

const numbersOfAPrefix = 1_000_000_000

// newID gives a number that no other account of this process has. Of processes that share a server each begins at another place,
// far enough from the others' by chance.
func newID() string {
	numbers.mutex.Lock()
	defer numbers.mutex.Unlock()
	if numbers.first == 0 {
		numbers.first, numbers.next = 100+random(900), random(numbersOfAPrefix)
	}
	numbers.next = (numbers.next + 1) % numbersOfAPrefix
	return fmt.Sprintf("%03d%09d", numbers.first, numbers.next)
}

func random(below int64) int64 {
	number, err := rand.Int(rand.Reader, big.NewInt(below))
	if err != nil {
		panic("partitatest: the system gives no random numbers: " + err.Error())
	}
	return number.Int64()
}

// Account returns an account that no test uses otherwise, such as one that the tests of a package share. It lives until Forget or
// until the server ends.
func (s *Server) Account() *Account {
	return &Account{Endpoint: s.Endpoint, ID: newID(), Region: defaultRegion, server: s}
}

// Client returns the settings of a client of any SDK: the server's URL, the region, and the access key, whose secret may be any text.
func (a *Account) Client() (endpoint, region, accessKey string) { return a.Endpoint, a.Region, a.ID }

func (a *Account) variables() [][2]string {
	return [][2]string{
		{"AWS_ENDPOINT_URL_DYNAMODB", a.Endpoint},
		{"AWS_ENDPOINT_URL_DYNAMODB_STREAMS", a.Endpoint},
		{"AWS_ACCESS_KEY_ID", a.ID},
		{"AWS_SECRET_ACCESS_KEY", "local"},
		{"AWS_DEFAULT_REGION", a.Region},
		{"AWS_REGION", a.Region},
	}
}

// Env returns the variables by which any AWS SDK and the aws command use the account, each as NAME=value, for a process that a test
// starts: command.Env = append(os.Environ(), account.Env()...).
func (a *Account) Env() []string {
	var out []string
	for _, variable := range a.variables() {
		out = append(out, variable[0]+"="+variable[1])
	}
	return out
}

// Run runs `partita args...` with the account's environment and returns its output. The error has the output and the text on stderr.
func (a *Account) Run(args ...string) (string, error) {
	path, err := a.command()
	if err != nil {
		return "", err
	}
	command := exec.Command(path, args...)
	command.Env = append(os.Environ(), a.Env()...)
	var out, problem bytes.Buffer
	command.Stdout, command.Stderr = &out, &problem
	if err := command.Run(); err != nil {
		// A command that finds something, such as a model's mistakes, prints it as its output and fails.
		text := strings.TrimSpace(problem.String() + out.String())
		return out.String(), fmt.Errorf("partita %s: %w: %s", strings.Join(args, " "), err, text)
	}
	return out.String(), nil
}

func (a *Account) command() (string, error) {
	if a.server.process != nil {
		return a.server.process.command.Path, nil
	}
	return Command()
}

// CreateTables creates the tables of a CloudFormation or SAM template, a serverless.yml, or a data model in any format that
// `partita model` reads. `params` are the parameters of a template, and may be nil.
func (a *Account) CreateTables(path string, params map[string]string) error {
	args := []string{"table", "create", "--from", path, "--endpoint", a.Endpoint}
	names := make([]string, 0, len(params))
	for name := range params {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		args = append(args, "--param="+name+"="+params[name])
	}
	_, err := a.Run(args...)
	return err
}

// Faults replaces the account's faults by these rules, the first that fits first. Without rules the account has no faults.
func (a *Account) Faults(rules ...Fault) error { return a.SetFaults(Faults{Rules: rules}) }

// SetFaults replaces the account's faults by rules with a seed. Without rules the account has no faults.
func (a *Account) SetFaults(faults Faults) error {
	if faults.Seed == 0 {
		faults.Seed = 1
	}
	if faults.Rules == nil {
		faults.Rules = []Fault{}
	}
	return a.admin(http.MethodPut, "/faults?account="+a.ID, faults)
}

// AdvanceClock sets the account's clock further ahead, by whole seconds, and deletes the items that have expired by then. Client
// request tokens and shard iterators age too; stream records do not. It fails if the server's data is not in memory, or if the
// clock would be ahead by more than ten years.
func (a *Account) AdvanceClock(by time.Duration) error {
	if by < 0 || by%time.Second != 0 {
		return fmt.Errorf("partitatest: the clock goes ahead by whole seconds and never back, and %v is not such a time", by)
	}
	return a.admin(http.MethodPut, "/clock?account="+a.ID, map[string]int64{"advance_seconds": int64(by / time.Second)})
}

// Forget drops all tables of the account and its faults.
func (a *Account) Forget() error { return a.admin(http.MethodDelete, "/accounts/"+a.ID, nil) }

// admin sends a request to the server's admin socket.
func (a *Account) admin(method, path string, body any) error {
	socket := a.server.AdminSocket
	if socket == "" {
		return errors.New("partitatest: the server's admin socket is not known; set PARTITA_TEST_ADMIN_SOCKET to the path of its --admin-socket")
	}
	var content io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return fmt.Errorf("partitatest: the faults cannot be written as JSON: %w", err)
		}
		content = bytes.NewReader(encoded)
	}
	request, err := http.NewRequest(method, "http://localhost"+path, content)
	if err != nil {
		return err
	}
	client := http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return dial(ctx, socket)
		},
	}}
	answer, err := client.Do(request)
	if err != nil {
		if ended := a.server.end(); ended != nil {
			err = ended
		}
		return fmt.Errorf("partitatest: %w", err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return fmt.Errorf("partitatest: %w", err)
	}
	if answer.StatusCode >= 300 {
		return fmt.Errorf("partitatest: %s", strings.TrimSpace(string(text)))
	}
	return nil
}

// dial connects to a Unix socket. If more callers wait for the server than the socket has room for, the system refuses the next one
// at once, as it does with many parallel tests, so dial tries again until `ctx` is done.
func dial(ctx context.Context, socket string) (net.Conn, error) {
	const pause = 2 * time.Millisecond
	for {
		connection, err := (&net.Dialer{}).DialContext(ctx, "unix", socket)
		if !errors.Is(err, syscall.EAGAIN) {
			return connection, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(pause):
		}
	}
}
