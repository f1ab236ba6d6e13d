// Each test has an account of its own on one server in memory (docs/fixtures.md).
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"partita.test/partitatest"
	"partita.test/partitatest/awsv2"

	"example.com/service/shop/rt"
)

// Calls the service, and returns the status and the body, which is JSON of any form.
type caller func(method, path string, body any) (int, map[string]any)

func newCaller(t *testing.T) caller {
	t.Helper()
	database := dynamodb.NewFromConfig(awsv2.Config(partitatest.New(t)))
	client, err := openShop(t.Context(), database, rt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	handler := newService(client)
	return func(method, path string, body any) (int, map[string]any) {
		t.Helper()
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequest(method, path, bytes.NewReader(text)))
		var out map[string]any
		if answer.Body.Len() > 0 {
			if err := json.Unmarshal(answer.Body.Bytes(), &out); err != nil {
				t.Fatal(err)
			}
		}
		return answer.Code, out
	}
}

func expect(t *testing.T, is, should any) {
	t.Helper()
	if !reflect.DeepEqual(is, should) {
		t.Fatalf("it is %v, and should be %v", is, should)
	}
}

var ada = map[string]any{"customer": "ada", "email": "ada@example.org", "name": "Ada"}

func TestACustomerSignsUpOrdersAndPays(t *testing.T) {
	call := newCaller(t)
	status, _ := call("POST", "/customers", ada)
	expect(t, status, http.StatusCreated)
	status, placed := call("POST", "/customers/ada/orders", map[string]any{"cents": 1250})
	expect(t, status, http.StatusCreated)
	_, open := call("GET", "/open-orders", nil)
	expect(t, open["orders"], []any{placed})
	payment := fmt.Sprintf("/customers/ada/orders/%s/payment", placed["order"])
	_, paid := call("POST", payment, nil)
	expect(t, paid["status"], "PAID")
	status, _ = call("POST", payment, nil)
	expect(t, status, http.StatusConflict)
	_, found := call("GET", "/customers/ada", nil)
	expect(t, found["orders"], []any{paid})
}

func TestRefusalsAreAnswers(t *testing.T) {
	call := newCaller(t)
	call("POST", "/customers", ada)
	status, taken := call("POST", "/customers", map[string]any{"customer": "bob", "email": ada["email"], "name": "Bob"})
	expect(t, status, http.StatusConflict)
	expect(t, taken, map[string]any{"error": "UniqueValueTaken", "fields": []any{"email"}})
	status, _ = call("POST", "/customers/eve/orders", map[string]any{"cents": 1})
	expect(t, status, http.StatusNotFound)
	status, _ = call("POST", "/customers/ada/orders", map[string]any{"cents": 0.5})
	expect(t, status, http.StatusBadRequest)
	status, _ = call("GET", "/customers/eve", nil)
	expect(t, status, http.StatusNotFound)
}

func TestOpenOrdersComeInPages(t *testing.T) {
	call := newCaller(t)
	call("POST", "/customers", ada)
	for n := range 25 {
		call("POST", "/customers/ada/orders", map[string]any{"cents": n})
	}
	_, first := call("GET", "/open-orders", nil)
	_, second := call("GET", fmt.Sprintf("/open-orders?after=%s", first["next"]), nil)
	expect(t, len(first["orders"].([]any)), 20)
	expect(t, len(second["orders"].([]any)), 5)
}
