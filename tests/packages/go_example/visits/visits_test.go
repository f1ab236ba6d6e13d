package visits

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"partita.test/partitatest"
	"partita.test/partitatest/awsv2"
	_ "partita.test/partitatest/command"
)

func account(t *testing.T) *partitatest.Fixture {
	t.Helper()
	account := partitatest.New(t)
	account.CreateTables("template.yml", map[string]string{"Name": "visits"})
	return account
}

func tables(t *testing.T, account *partitatest.Fixture) string {
	t.Helper()
	listed, err := dynamodb.NewFromConfig(awsv2.Config(account)).ListTables(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(listed.TableNames, " ")
}

func TestTheEnvironmentLeadsToTheAccount(t *testing.T) {
	t.Setenv("AWS_PROFILE", "of-the-user")
	account(t).Setenv()
	for _, want := range []string{"1", "2"} {
		if got, err := Add(t.Context(), "home"); err != nil || got != want {
			t.Fatalf("Add returns %q, not %q: %v", got, want, err)
		}
	}
}

func TestAnotherProcessUsesTheAccount(t *testing.T) {
	t.Parallel()
	account := partitatest.New(t)
	path, err := partitatest.Command()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(path, "table", "create", "--from", "template.yml", "--param=Name=theirs", "--endpoint", account.Endpoint)
	command.Env = append(os.Environ(), account.Env()...)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got := tables(t, account); got != "theirs" {
		t.Fatalf("the tables are %q", got)
	}
}

func TestForgetDropsProtectedTables(t *testing.T) {
	t.Parallel()
	account := account(t)
	if got := tables(t, account); got != "visits" {
		t.Fatalf("the tables are %q", got)
	}
	account.Forget()
	if got := tables(t, account); got != "" {
		t.Fatalf("the tables %q are left", got)
	}
}

func TestTheCommandReportsItsReason(t *testing.T) {
	t.Parallel()
	account := partitatest.New(t)
	if out := account.Run("--version"); !strings.Contains(out, "partita") {
		t.Fatalf("--version prints %q", out)
	}
	_, err := account.Account.Run("table", "create", "--from", "missing.yml")
	if err == nil || !strings.Contains(err.Error(), "missing.yml") {
		t.Fatalf("the error does not name the file: %v", err)
	}
}
