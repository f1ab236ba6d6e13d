// Package plain has tests that use neither an SDK nor the module with the command, so the environment names the command or the
// server. tests/packages/packages.py runs them with several environments.
package plain

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"partita.test/partitatest"
)

func TestMain(m *testing.M) { partitatest.Main(m, strings.Fields(os.Getenv("SERVE_OPTIONS"))...) }

func call(t *testing.T, account *partitatest.Fixture, operation, body string) string {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, account.Endpoint, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-amz-json-1.0")
	request.Header.Set("X-Amz-Target", "DynamoDB_20120810."+operation)
	request.Header.Set("X-Amz-Date", "20260101T000000Z")
	request.Header.Set("Authorization", fmt.Sprintf("AWS4-HMAC-SHA256 Credential=%s/20260101/%s/dynamodb/aws4_request, "+
		"SignedHeaders=host, Signature=%064d", account.ID, account.Region, 0))
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %s %v", operation, answer.StatusCode, text, err)
	}
	return string(text)
}

const table = `{"TableName": "things", "BillingMode": "PAY_PER_REQUEST",
	"AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
	"KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]}`

func TestTableOfOneTest(t *testing.T) {
	for number := range 4 {
		t.Run(fmt.Sprint(number), func(t *testing.T) {
			t.Parallel()
			account := partitatest.New(t)
			call(t, account, "CreateTable", table)
			if got := call(t, account, "ListTables", "{}"); !strings.Contains(got, `["things"]`) {
				t.Fatalf("the account's tables: %s", got)
			}
		})
	}
}

// The test starts itself as a process, kills it without a chance to clean up, and sees that its server ends.
func TestTheServerEndsWithAKilledProcess(t *testing.T) {
	const variable = "PARTITATEST_WAIT_TO_BE_KILLED"
	if os.Getenv(variable) != "" {
		fmt.Println(partitatest.New(t).Endpoint)
		select {}
	}
	child := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	child.Env = append(os.Environ(), variable+"=1", "PARTITA_TEST_ENDPOINT=")
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	answers := func() bool {
		connection, err := net.Dial("tcp", strings.TrimPrefix(strings.TrimSpace(line), "http://"))
		if err == nil {
			connection.Close()
		}
		return err == nil
	}
	answered := err == nil && answers()
	child.Process.Kill()
	child.Wait()
	if !answered {
		t.Fatalf("no server answered at %q: %v", line, err)
	}
	for deadline := time.Now().Add(15 * time.Second); answers(); {
		if time.Now().After(deadline) {
			t.Fatalf("the server at %s outlives its process", line)
		}
	}
}
