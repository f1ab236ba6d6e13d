// Batches that the service leaves unfinished, searches, sharded reads and streams, with a client that answers as a test
// says.

package rt

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

type fakeClient struct {
	Client
	batchGet   func(*dynamodb.BatchGetItemInput) (*dynamodb.BatchGetItemOutput, error)
	batchWrite func(*dynamodb.BatchWriteItemInput) (*dynamodb.BatchWriteItemOutput, error)
	search     func(*dynamodb.SearchVectorsInput) (*dynamodb.SearchVectorsOutput, error)
	query      func(*dynamodb.QueryInput) (*dynamodb.QueryOutput, error)
}

func (c *fakeClient) BatchGetItem(_ context.Context, in *dynamodb.BatchGetItemInput, _ ...func(*dynamodb.Options)) (
	*dynamodb.BatchGetItemOutput, error) {
	return c.batchGet(in)
}

func (c *fakeClient) BatchWriteItem(_ context.Context, in *dynamodb.BatchWriteItemInput, _ ...func(*dynamodb.Options)) (
	*dynamodb.BatchWriteItemOutput, error) {
	return c.batchWrite(in)
}

func (c *fakeClient) SearchVectors(_ context.Context, in *dynamodb.SearchVectorsInput, _ ...func(*dynamodb.Options)) (
	*dynamodb.SearchVectorsOutput, error) {
	return c.search(in)
}

func (c *fakeClient) Query(_ context.Context, in *dynamodb.QueryInput, _ ...func(*dynamodb.Options)) (
	*dynamodb.QueryOutput, error) {
	return c.query(in)
}

func fakeSession(t *testing.T, client *fakeClient, attempts int) *Session {
	t.Helper()
	session, err := NewSession(client, Options{Attempts: attempts, Now: func() time.Time { return time.Unix(1e9, 0) }})
	if err != nil {
		t.Fatal(err)
	}
	return session
}

func counterGets(count int) []GetRequest {
	out := make([]GetRequest, count)
	for i := range out {
		values := AttributeMap{"id": stringValue(fmt.Sprint(i))}
		out[i] = GetRequest{Table: &testModel.Tables[0], Entity: &testModel.Tables[0].Entities[0], Values: values}
	}
	return out
}

func TestBatchGetAsksAgain(t *testing.T) {
	client := &fakeClient{}
	var calls atomic.Int32
	client.batchGet = func(in *dynamodb.BatchGetItemInput) (*dynamodb.BatchGetItemOutput, error) {
		if calls.Add(1) == 1 {
			return nil, &types.ProvisionedThroughputExceededException{}
		}
		out := &dynamodb.BatchGetItemOutput{Responses: map[string][]map[string]types.AttributeValue{}}
		keys := in.RequestItems["test"].Keys
		// The last key of each larger request is left unprocessed.
		if len(keys) > 50 {
			left := keys[len(keys)-1:]
			out.UnprocessedKeys = map[string]types.KeysAndAttributes{"test": {Keys: left}}
			keys = keys[:len(keys)-1]
		}
		for _, key := range keys {
			item := AttributeMap{"PK": key["PK"], "type": stringValue("COUNTER"), "hits": numberValue("1")}
			out.Responses["test"] = append(out.Responses["test"], item)
		}
		return out, nil
	}
	requests := append(counterGets(250), counterGets(1)...)
	answer, err := BatchGet(context.Background(), fakeSession(t, client, 10), requests, true)
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range answer.Rows {
		id, _ := asString(row.Attributes["id"])
		if id != fmt.Sprint(i%250) {
			t.Fatalf("row %d is of %s", i, id)
		}
	}
	if len(answer.Rows) != 251 {
		t.Fatalf("%d rows", len(answer.Rows))
	}
}

func TestBatchesThatStayUnfinished(t *testing.T) {
	client := &fakeClient{}
	client.batchGet = func(in *dynamodb.BatchGetItemInput) (*dynamodb.BatchGetItemOutput, error) {
		return &dynamodb.BatchGetItemOutput{UnprocessedKeys: in.RequestItems}, nil
	}
	_, err := BatchGet(context.Background(), fakeSession(t, client, 2), counterGets(3), false)
	var unfinished *BatchUnfinished
	if !errors.As(err, &unfinished) || fmt.Sprint(unfinished.Positions) != "[0 1 2]" {
		t.Fatalf("error: %v", err)
	}
	calls := 0
	client.batchWrite = func(in *dynamodb.BatchWriteItemInput) (*dynamodb.BatchWriteItemOutput, error) {
		calls++
		if calls == 1 {
			return &dynamodb.BatchWriteItemOutput{}, nil
		}
		return &dynamodb.BatchWriteItemOutput{UnprocessedItems: in.RequestItems}, nil
	}
	var writes []WriteRequest
	for i := range 27 {
		writes = append(writes, testWrite(Put, 0, AttributeMap{
			"id": stringValue(fmt.Sprint(i)), "hits": numberValue("1"),
		}))
	}
	_, err = BatchWrite(context.Background(), fakeSession(t, client, 2), writes)
	want := "The database left 2 of the 27 writes undone in 2 attempts in a row: the error's positions say which, so " +
		"that only they need to be sent again later; the requests 0 to 24 are written; the others are not written, " +
		"or their outcome is unknown"
	if !errors.As(err, &unfinished) || unfinished.Message != want || fmt.Sprint(unfinished.Positions) != "[25 26]" {
		t.Fatalf("error: %v", err)
	}
}

var vectorTable = Table{
	Name: "docs", Partition: "PK", TypeAttribute: "type",
	Indexes: []Index{{
		Name: "similar", Scope: "vector", Projection: ProjectAll,
		Vector: &VectorIndex{Attribute: "v", Dimensions: 2, Filters: []string{"lang", "type"}},
	}},
	Entities: []Entity{{
		Name: "DOC",
		Fields: []Field{
			{Name: "id", Attribute: "id", Kind: KindString},
			{Name: "lang", Attribute: "lang", Kind: KindString},
			{Name: "until", Attribute: "until", Kind: KindSeconds, Optional: true},
		},
		Primary: keyOfID("DOC#"), TTL: At(2),
		Indexes: []EntityKey{{Index: At(0)}},
	}},
}

func TestSearchAsksForMore(t *testing.T) {
	pattern := Pattern{Name: "Similar", Entities: []int{0}, By: []int{1}, Plan: Plan{
		Operation: OperationSearch, Index: At(0), Sort: SortNone,
	}}
	client := &fakeClient{}
	var asked []int32
	client.search = func(in *dynamodb.SearchVectorsInput) (*dynamodb.SearchVectorsOutput, error) {
		asked = append(asked, *in.TopK)
		if text := aws.ToString(in.SearchConditionExpression); text != "#0 = :0 AND #1 = :1" {
			t.Errorf("condition: %s", text)
		}
		out := &dynamodb.SearchVectorsOutput{}
		for i := range *in.TopK {
			item := AttributeMap{
				"PK": stringValue(fmt.Sprintf("DOC#%d", i)), "type": stringValue("DOC"), "lang": stringValue("de"),
			}
			if i < 2 {
				item["until"] = numberValue("999999999") // expired
			}
			out.SearchResults = append(out.SearchResults, types.SearchResultItem{Item: item, Score: float64(100 - i)})
		}
		return out, nil
	}
	answer, err := Search(context.Background(), fakeSession(t, client, 2), SearchRequest{
		Table: &vectorTable, Pattern: &pattern, Values: AttributeMap{"lang": stringValue("de")},
		Vector: []float32{0.5, 1}, TopK: 3,
	})
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(asked) != "[3 6]" || len(answer.Rows) != 3 || answer.Incomplete || answer.Scores[0] != 98 {
		t.Fatalf("asked %v, %+v", asked, answer)
	}
}

// A table of numbers in an index of four shards, and the pattern that reads them all.
func shardedNumbers() (*Table, *Pattern) {
	shard, number := &KeyField{Format: FormatShard, Shards: 4}, &KeyField{Field: 1}
	key := EntityKey{
		Index:     At(0),
		Partition: []KeyAttribute{{Attribute: "P", Type: ScalarS, Parts: []KeyPart{{Field: shard}}}},
		Sort:      []KeyAttribute{{Attribute: "n", Type: ScalarN, Natural: true, Parts: []KeyPart{{Field: number}}}},
	}
	table := &Table{
		Name: "numbers", Partition: "PK",
		Indexes: []Index{{Name: "all", Partition: []string{"P"}, Sort: []string{"n"}, Projection: ProjectAll}},
		Entities: []Entity{{Name: "NUMBER", Primary: keyOfID("N#"), Indexes: []EntityKey{key}, Fields: []Field{
			{Name: "id", Attribute: "id", Kind: KindString}, {Name: "n", Attribute: "n", Kind: KindInteger},
		}}},
	}
	pattern := &Pattern{Name: "All", Entities: []int{0}, Plan: Plan{
		Operation: OperationQuery, Index: At(0), Sort: SortNone, Forward: true,
	}}
	return table, pattern
}

// Each shard has every fourth number, in pages of 3 items.
func pageOfNumbers(in *dynamodb.QueryInput) (*dynamodb.QueryOutput, error) {
	shard, _ := asString(in.ExpressionAttributeValues[":0"])
	next := int(shard[0] - '0')
	if in.ExclusiveStartKey != nil {
		text, _ := asNumber(in.ExclusiveStartKey["n"])
		_, _ = fmt.Sscan(text, &next)
		next += 4
	}
	out := &dynamodb.QueryOutput{}
	for ; next < 40 && len(out.Items) < 3; next += 4 {
		item := AttributeMap{
			"PK": stringValue(fmt.Sprintf("N#%d", next)), "P": stringValue(shard), "n": numberValue(fmt.Sprint(next)),
		}
		out.Items = append(out.Items, item)
		out.LastEvaluatedKey = item
	}
	if next >= 40 {
		out.LastEvaluatedKey = nil
	}
	return out, nil
}

func TestShardsAreMerged(t *testing.T) {
	table, pattern := shardedNumbers()
	client := &fakeClient{query: pageOfNumbers}
	session := fakeSession(t, client, 2)
	request := ReadRequest{Table: table, Pattern: pattern, Take: 7}
	want := 0
	for page, err := range Pages(context.Background(), session, request) {
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range page.Rows {
			if text, _ := asNumber(row.Attributes["n"]); text != fmt.Sprint(want) {
				t.Fatalf("%s instead of %d", text, want)
			}
			want++
		}
	}
	if want != 40 {
		t.Fatalf("%d rows", want)
	}
}

func TestParseChange(t *testing.T) {
	image := AttributeMap{"PK": stringValue("COUNTER#a"), "type": stringValue("COUNTER"), "hits": numberValue("1")}
	change := ParseChange(&testModel, nil, image)
	if change == nil || change.Before != nil || change.Entity.Name != "COUNTER" {
		t.Fatalf("%+v", change)
	}
	if id, _ := asString(change.After.Attributes["id"]); id != "a" {
		t.Fatalf("%+v", change.After)
	}
	if sentinel := ParseChange(&testModel, AttributeMap{"PK": stringValue("UNIQUE#x")}, nil); sentinel != nil {
		t.Fatalf("%+v", sentinel)
	}
}
