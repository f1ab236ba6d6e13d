// Writes whose answers are lost, through the client of the SDK: it must not send them again by itself.

package rt

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

var testModel = Model{
	Name: "test",
	Tables: []Table{{
		Name: "test", Partition: "PK", TypeAttribute: "type",
		Entities: []Entity{{
			Name: "COUNTER",
			Fields: []Field{
				{Name: "id", Attribute: "id", Kind: KindString},
				{Name: "hits", Attribute: "hits", Kind: KindInteger},
			},
			Primary: keyOfID("COUNTER#"),
		}, {
			Name: "VERSIONED",
			Fields: []Field{
				{Name: "id", Attribute: "id", Kind: KindString},
				{Name: "hits", Attribute: "hits", Kind: KindInteger},
				{Name: "version", Attribute: "version", Kind: KindInteger},
			},
			Primary: keyOfID("VERSIONED#"), Version: At(2),
		}},
	}},
}

func keyOfID(literal string) EntityKey {
	parts := []KeyPart{{Literal: literal}, {Field: &KeyField{Field: 0}}}
	return EntityKey{Partition: []KeyAttribute{{Attribute: "PK", Type: ScalarS, Parts: parts}}}
}

// A service that carries writes out and loses the first answers.
type forgetfulService struct {
	lock     sync.Mutex
	lost     int // answers that are still to be lost
	requests []string
	item     map[string]any
}

func (s *forgetfulService) ServeHTTP(out http.ResponseWriter, in *http.Request) {
	s.lock.Lock()
	defer s.lock.Unlock()
	_, operation, _ := strings.Cut(in.Header.Get("X-Amz-Target"), ".")
	s.requests = append(s.requests, operation)
	var body struct{ Item map[string]any }
	_ = json.NewDecoder(in.Body).Decode(&body)
	if operation == "PutItem" {
		s.item = body.Item
	}
	if operation != "GetItem" && s.lost > 0 {
		s.lost--
		panic(http.ErrAbortHandler) // closes the connection without an answer
	}
	answer := map[string]any{}
	switch operation {
	case "GetItem":
		answer["Item"] = s.item
	case "UpdateItem":
		answer["Attributes"] = s.item
	}
	out.Header().Set("Content-Type", "application/x-amz-json-1.0")
	_ = json.NewEncoder(out).Encode(answer)
}

func (s *forgetfulService) sent() string {
	s.lock.Lock()
	defer s.lock.Unlock()
	return strings.Join(s.requests, " ")
}

func newTestSession(t *testing.T, service http.Handler) *Session {
	t.Helper()
	server := httptest.NewServer(service)
	t.Cleanup(server.Close)
	client := dynamodb.New(dynamodb.Options{
		BaseEndpoint: aws.String(server.URL), Region: "eu-central-1",
		Credentials: credentials.NewStaticCredentialsProvider("key", "secret", ""),
	})
	session, err := NewSession(client, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return session
}

func testWrite(kind WriteKind, entity int, values AttributeMap) WriteRequest {
	table := &testModel.Tables[0]
	return WriteRequest{Kind: kind, Table: table, Entity: &table.Entities[entity], Values: values}
}

func counterValues() AttributeMap {
	return AttributeMap{"id": stringValue("a"), "hits": numberValue("1")}
}

func TestVersionedWriteFindsOut(t *testing.T) {
	service := &forgetfulService{lost: 1}
	session := newTestSession(t, service)
	answer, err := WriteItem(context.Background(), session, testWrite(Create, 1, counterValues()))
	if err != nil {
		t.Fatal(err)
	}
	if sent := service.sent(); sent != "PutItem GetItem" {
		t.Fatalf("sent: %s", sent)
	}
	if answer.Cost.Requests != 2 || answer.Row == nil {
		t.Fatalf("answer: %+v", answer)
	}
}

func TestRepeatableWriteIsSentAgain(t *testing.T) {
	service := &forgetfulService{lost: 2}
	session := newTestSession(t, service)
	if _, err := WriteItem(context.Background(), session, testWrite(Put, 0, counterValues())); err != nil {
		t.Fatal(err)
	}
	if sent := service.sent(); sent != "PutItem PutItem PutItem" {
		t.Fatalf("sent: %s", sent)
	}
}

func TestIncrementIsNotSentAgain(t *testing.T) {
	service := &forgetfulService{lost: 1}
	session := newTestSession(t, service)
	request := testWrite(Update, 0, AttributeMap{"id": stringValue("a")})
	request.Changes = []Change{{Kind: Increment, Field: 1, Value: numberValue("1")}}
	_, err := WriteItem(context.Background(), session, request)
	var unknown *OutcomeUnknown
	if !errors.As(err, &unknown) {
		t.Fatalf("error: %v", err)
	}
	if sent := service.sent(); sent != "UpdateItem" {
		t.Fatalf("sent: %s", sent)
	}
}

func TestTransactionIsSentAgain(t *testing.T) {
	service := &forgetfulService{lost: 2}
	session := newTestSession(t, service)
	requests := []WriteRequest{testWrite(Create, 0, counterValues()), testWrite(Create, 1, counterValues())}
	cost, err := Transact(context.Background(), session, requests)
	if err != nil {
		t.Fatal(err)
	}
	want := "TransactWriteItems TransactWriteItems TransactWriteItems"
	if sent := service.sent(); sent != want || cost.Requests != 3 {
		t.Fatalf("sent: %s", sent)
	}
}

func TestContextEndsTheCall(t *testing.T) {
	service := &forgetfulService{lost: 1000}
	session := newTestSession(t, service)
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	cancel(cause)
	_, err := WriteItem(ctx, session, testWrite(Put, 0, counterValues()))
	var unknown *OutcomeUnknown
	if err == nil || errors.As(err, &unknown) {
		t.Fatal(fmt.Errorf("error: %w", err))
	}
}
