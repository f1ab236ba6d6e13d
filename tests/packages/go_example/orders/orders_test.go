package orders

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
	streams "github.com/aws/aws-sdk-go-v2/service/dynamodbstreams/types"
	"partita.test/partitatest"
	"partita.test/partitatest/awsv2"
	_ "partita.test/partitatest/command"
)

func TestMain(m *testing.M) { partitatest.Main(m, "--transactions", "conflict") }

// newStore returns the store of a test with its table. The client does not try again, so that a test sees each fault.
func newStore(t *testing.T, account *partitatest.Fixture) Store {
	t.Helper()
	store := Store{dynamodb.NewFromConfig(awsv2.Config(account), func(o *dynamodb.Options) { o.RetryMaxAttempts = 1 })}
	if err := store.Create(t.Context()); err != nil {
		t.Fatal(err)
	}
	return store
}

func checkIDs(t *testing.T, store Store, want ...string) {
	t.Helper()
	got, err := store.IDs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Fatalf("the table has %q, not %q", got, want)
	}
}

func put(t *testing.T, store Store, id string) {
	t.Helper()
	if err := store.Put(t.Context(), id); err != nil {
		t.Fatal(err)
	}
}

func TestEachTestHasItsOwnTable(t *testing.T) {
	for number := range 300 {
		t.Run(fmt.Sprint(number), func(t *testing.T) {
			t.Parallel()
			store := newStore(t, partitatest.New(t))
			checkIDs(t, store)
			put(t, store, fmt.Sprint(number))
			checkIDs(t, store, fmt.Sprint(number))
		})
	}
}

func TestSubtestsShareTheAccountOfTheirTest(t *testing.T) {
	store := newStore(t, partitatest.New(t))
	t.Run("group", func(t *testing.T) {
		for number := range 8 {
			t.Run(fmt.Sprint(number), func(t *testing.T) {
				t.Parallel()
				put(t, store, fmt.Sprint(number))
			})
		}
	})
	checkIDs(t, store, "0", "1", "2", "3", "4", "5", "6", "7")
}

func TestTheAccountIsForgottenAfterItsTest(t *testing.T) {
	var account *partitatest.Fixture
	t.Run("creates the table", func(t *testing.T) {
		account = partitatest.New(t)
		newStore(t, account)
	})
	tables, err := dynamodb.NewFromConfig(awsv2.Config(account)).ListTables(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(tables.TableNames) != 0 {
		t.Fatalf("the tables %q are left", tables.TableNames)
	}
}

func TestItemsExpireByTheClockOfTheTest(t *testing.T) {
	t.Parallel()
	account := partitatest.New(t)
	store := newStore(t, account)
	_, err := store.Client.UpdateTimeToLive(t.Context(), &dynamodb.UpdateTimeToLiveInput{
		TableName:               aws.String(table),
		TimeToLiveSpecification: &types.TimeToLiveSpecification{Enabled: aws.Bool(true), AttributeName: aws.String("expires")},
	})
	if err != nil {
		t.Fatal(err)
	}
	for id, after := range map[string]time.Duration{"soon": time.Hour, "later": 10 * time.Hour} {
		_, err := store.Client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: aws.String(table), Item: map[string]types.AttributeValue{
			"id":      &types.AttributeValueMemberS{Value: id},
			"expires": &types.AttributeValueMemberN{Value: fmt.Sprint(time.Now().Add(after).Unix())},
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	account.AdvanceClock(2 * time.Hour)
	checkIDs(t, store, "later")
	account.AdvanceClock(10 * time.Hour)
	checkIDs(t, store)
}

func TestFaultsAreOfOneTest(t *testing.T) {
	t.Parallel()
	account, other := partitatest.New(t), partitatest.New(t)
	store, spared := newStore(t, account), newStore(t, other)
	account.Faults(partitatest.Fault{Operations: []string{"PutItem"}, Error: "TransactionConflictException", Count: 1})
	put(t, spared, "1")
	var conflict *types.TransactionConflictException
	if err := store.Put(t.Context(), "1"); !errors.As(err, &conflict) {
		t.Fatalf("not a conflict: %v", err)
	}
	put(t, store, "1")
	account.Faults(partitatest.Fault{Operations: []string{"writes"}, Error: "InternalServerError"})
	if err := store.Put(t.Context(), "2"); err == nil {
		t.Fatal("the fault did not act")
	}
	account.Faults()
	put(t, store, "2")
	checkIDs(t, store, "1", "2")
}

func TestADelayIsAtLeastAsLong(t *testing.T) {
	t.Parallel()
	account := partitatest.New(t)
	store := newStore(t, account)
	account.Faults(partitatest.Delay(60*time.Millisecond, "PutItem"))
	began := time.Now()
	put(t, store, "1")
	if took := time.Since(began); took < 60*time.Millisecond {
		t.Fatalf("the put took %v", took)
	}
}

func TestAWrongFaultIsRefused(t *testing.T) {
	t.Parallel()
	account := partitatest.New(t)
	if err := account.Account.Faults(partitatest.Fault{Error: "NoSuchException"}); err == nil {
		t.Fatal("a fault with an unknown error was taken")
	}
}

func TestTheStreamHasTheChanges(t *testing.T) {
	t.Parallel()
	account := partitatest.New(t)
	store := newStore(t, account)
	put(t, store, "1")
	put(t, store, "2")

	client := dynamodbstreams.NewFromConfig(awsv2.Config(account))
	listed, err := client.ListStreams(t.Context(), &dynamodbstreams.ListStreamsInput{TableName: aws.String("orders")})
	if err != nil || len(listed.Streams) != 1 {
		t.Fatalf("the account has %d streams: %v", len(listed.Streams), err)
	}
	arn := listed.Streams[0].StreamArn
	described, err := client.DescribeStream(t.Context(), &dynamodbstreams.DescribeStreamInput{StreamArn: arn})
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, shard := range described.StreamDescription.Shards {
		start, err := client.GetShardIterator(t.Context(), &dynamodbstreams.GetShardIteratorInput{
			StreamArn: arn, ShardId: shard.ShardId, ShardIteratorType: streams.ShardIteratorTypeTrimHorizon,
		})
		if err != nil {
			t.Fatal(err)
		}
		got, err := client.GetRecords(t.Context(), &dynamodbstreams.GetRecordsInput{ShardIterator: start.ShardIterator})
		if err != nil {
			t.Fatal(err)
		}
		for _, record := range got.Records {
			if record.EventName != streams.OperationTypeInsert {
				t.Fatalf("a record is of type %s", record.EventName)
			}
			seen++
		}
	}
	if seen != 2 {
		t.Fatalf("the stream has %d records, not 2", seen)
	}
}

func BenchmarkPut(b *testing.B) {
	store := Store{dynamodb.NewFromConfig(awsv2.Config(partitatest.New(b)))}
	if err := store.Create(b.Context()); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := store.Put(b.Context(), "1"); err != nil {
			b.Fatal(err)
		}
	}
}
