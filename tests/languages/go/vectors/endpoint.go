// An endpoint that knows the recorded answers. It takes the place of the client of the SDK.

package main

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"
)

type exchange struct {
	Operation string
	Request   fields
	Response  fields
	Error     fields
}

type endpoint struct {
	lock    sync.Mutex
	faults  []string
	waiting []exchange
}

func (e *endpoint) begin(exchanges []exchange) {
	e.faults = nil
	e.waiting = append([]exchange{}, exchanges...)
}

// Notes the requests that were not sent.
func (e *endpoint) end() {
	for i := range e.waiting {
		e.faults = append(e.faults, "not sent: "+e.waiting[i].Operation+" "+canonical(e.waiting[i].Request))
	}
}

var knownErrors = map[string]func() error{
	"ConditionalCheckFailedException": func() error { return &types.ConditionalCheckFailedException{} },
	"TransactionCanceledException":    func() error { return &types.TransactionCanceledException{} },
	"ResourceNotFoundException":       func() error { return &types.ResourceNotFoundException{} },
	"ProvisionedThroughputExceededException": func() error {
		return &types.ProvisionedThroughputExceededException{}
	},
	"TransactionConflictException": func() error { return &types.TransactionConflictException{} },
	"InternalServerError":          func() error { return &types.InternalServerError{} },
}

// The error of the SDK that the service's words become.
func errorOf(tree fields) error {
	name, _ := tree["__type"].(string)
	if at := strings.LastIndex(name, "#"); at >= 0 {
		name = name[at+1:]
	}
	if known, ok := knownErrors[name]; ok {
		out := known()
		fill(reflect.ValueOf(out).Elem(), tree)
		return out
	}
	message, ok := tree["message"].(string)
	if !ok {
		message, _ = tree["Message"].(string)
	}
	return &smithy.GenericAPIError{Code: name, Message: message, Fault: smithy.FaultClient}
}

// Finds the answer to a request.
func answer[Output any](e *endpoint, operation string, input any) (*Output, error) {
	e.lock.Lock()
	defer e.lock.Unlock()
	request := canonical(treeOf(reflect.ValueOf(input)))
	for i := range e.waiting {
		one := e.waiting[i]
		if one.Operation != operation || canonical(one.Request) != request {
			continue
		}
		e.waiting = append(e.waiting[:i:i], e.waiting[i+1:]...)
		if one.Error != nil {
			return nil, errorOf(one.Error)
		}
		out := new(Output)
		if one.Response != nil {
			fill(reflect.ValueOf(out).Elem(), one.Response)
		}
		return out, nil
	}
	e.faults = append(e.faults, "unexpected: "+operation+" "+request)
	return nil, errors.New("no answer for " + operation)
}

type options = func(*dynamodb.Options)

func (e *endpoint) GetItem(_ context.Context, in *dynamodb.GetItemInput, _ ...options) (
	*dynamodb.GetItemOutput, error) {
	return answer[dynamodb.GetItemOutput](e, "GetItem", in)
}

func (e *endpoint) Query(_ context.Context, in *dynamodb.QueryInput, _ ...options) (
	*dynamodb.QueryOutput, error) {
	return answer[dynamodb.QueryOutput](e, "Query", in)
}

func (e *endpoint) PutItem(_ context.Context, in *dynamodb.PutItemInput, _ ...options) (
	*dynamodb.PutItemOutput, error) {
	return answer[dynamodb.PutItemOutput](e, "PutItem", in)
}

func (e *endpoint) UpdateItem(_ context.Context, in *dynamodb.UpdateItemInput, _ ...options) (
	*dynamodb.UpdateItemOutput, error) {
	return answer[dynamodb.UpdateItemOutput](e, "UpdateItem", in)
}

func (e *endpoint) DeleteItem(_ context.Context, in *dynamodb.DeleteItemInput, _ ...options) (
	*dynamodb.DeleteItemOutput, error) {
	return answer[dynamodb.DeleteItemOutput](e, "DeleteItem", in)
}

func (e *endpoint) BatchGetItem(_ context.Context, in *dynamodb.BatchGetItemInput, _ ...options) (
	*dynamodb.BatchGetItemOutput, error) {
	return answer[dynamodb.BatchGetItemOutput](e, "BatchGetItem", in)
}

func (e *endpoint) BatchWriteItem(_ context.Context, in *dynamodb.BatchWriteItemInput, _ ...options) (
	*dynamodb.BatchWriteItemOutput, error) {
	return answer[dynamodb.BatchWriteItemOutput](e, "BatchWriteItem", in)
}

func (e *endpoint) TransactGetItems(_ context.Context, in *dynamodb.TransactGetItemsInput, _ ...options) (
	*dynamodb.TransactGetItemsOutput, error) {
	return answer[dynamodb.TransactGetItemsOutput](e, "TransactGetItems", in)
}

func (e *endpoint) TransactWriteItems(_ context.Context, in *dynamodb.TransactWriteItemsInput, _ ...options) (
	*dynamodb.TransactWriteItemsOutput, error) {
	return answer[dynamodb.TransactWriteItemsOutput](e, "TransactWriteItems", in)
}

func (e *endpoint) SearchVectors(_ context.Context, in *dynamodb.SearchVectorsInput, _ ...options) (
	*dynamodb.SearchVectorsOutput, error) {
	return answer[dynamodb.SearchVectorsOutput](e, "SearchVectors", in)
}

func (e *endpoint) CreateTable(_ context.Context, in *dynamodb.CreateTableInput, _ ...options) (
	*dynamodb.CreateTableOutput, error) {
	return answer[dynamodb.CreateTableOutput](e, "CreateTable", in)
}

func (e *endpoint) DescribeTable(_ context.Context, in *dynamodb.DescribeTableInput, _ ...options) (
	*dynamodb.DescribeTableOutput, error) {
	return answer[dynamodb.DescribeTableOutput](e, "DescribeTable", in)
}

func (e *endpoint) DescribeTimeToLive(_ context.Context, in *dynamodb.DescribeTimeToLiveInput, _ ...options) (
	*dynamodb.DescribeTimeToLiveOutput, error) {
	return answer[dynamodb.DescribeTimeToLiveOutput](e, "DescribeTimeToLive", in)
}

func (e *endpoint) UpdateTimeToLive(_ context.Context, in *dynamodb.UpdateTimeToLiveInput, _ ...options) (
	*dynamodb.UpdateTimeToLiveOutput, error) {
	return answer[dynamodb.UpdateTimeToLiveOutput](e, "UpdateTimeToLive", in)
}
