package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams"
	streamtypes "github.com/aws/aws-sdk-go-v2/service/dynamodbstreams/types"
	"github.com/aws/smithy-go/middleware"
	smithyhttp "github.com/aws/smithy-go/transport/http"
)

const (
	tableName = "paints"
	indexName = "by_color"
	patience  = 30 * time.Second
)

type item = map[string]types.AttributeValue

func text(value string) types.AttributeValue   { return &types.AttributeValueMemberS{Value: value} }
func number(value string) types.AttributeValue { return &types.AttributeValueMemberN{Value: value} }

func key(shelf string, place int) item {
	return item{"shelf": text(shelf), "place": number(fmt.Sprint(place))}
}

func paint(shelf string, place int, color string) item {
	whole := key(shelf, place)
	whole["color"] = text(color)
	return whole
}

func put(client *dynamodb.Client, whole item) {
	must(client.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String(tableName), Item: whole}))
}

func get(client *dynamodb.Client, key item) item {
	return must(client.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String(tableName), Key: key, ConsistentRead: aws.Bool(true),
	})).Item
}

func checkWork() {
	keys := settings("local", "local", "")
	client := connect(keys, endpoint)
	check("CreateTable with an index and a stream, and the waiter", func() { createTable(client) })
	check("PutItem and GetItem: every type of attribute", func() { checkTypes(client) })
	check("PutItem: a failed condition, with the item", func() { checkCondition(client) })
	check("UpdateItem", func() { checkUpdate(client) })
	check("BatchWriteItem of 25 items", func() { checkBatch(client) })
	check("Query of an index by the paginator", func() { checkQuery(client) })
	check("Scan by the paginator", func() { checkScan(client) })
	check("TransactWriteItems: the reasons of a cancellation", func() { checkTransaction(client) })
	check("ExecuteStatement", func() { checkStatement(client) })
	check("the records of the stream", func() { checkStream(client, connectStreams(keys)) })
	check("a request in gzip", func() { checkGzip(connect(keys, endpoint)) })
	check("answers in gzip", func() { checkGzipAnswer(keys) })
	check("DeleteTable and the waiter", func() { deleteTable(client) })
}

func createTable(client *dynamodb.Client) {
	attribute := func(name string, kind types.ScalarAttributeType) types.AttributeDefinition {
		return types.AttributeDefinition{AttributeName: aws.String(name), AttributeType: kind}
	}
	schema := func(partition, sort string) []types.KeySchemaElement {
		return []types.KeySchemaElement{
			{AttributeName: aws.String(partition), KeyType: types.KeyTypeHash},
			{AttributeName: aws.String(sort), KeyType: types.KeyTypeRange},
		}
	}
	must(client.CreateTable(ctx, &dynamodb.CreateTableInput{
		TableName:   aws.String(tableName),
		BillingMode: types.BillingModePayPerRequest,
		AttributeDefinitions: []types.AttributeDefinition{
			attribute("shelf", types.ScalarAttributeTypeS),
			attribute("place", types.ScalarAttributeTypeN),
			attribute("color", types.ScalarAttributeTypeS),
		},
		KeySchema: schema("shelf", "place"),
		GlobalSecondaryIndexes: []types.GlobalSecondaryIndex{{
			IndexName:  aws.String(indexName),
			KeySchema:  schema("color", "place"),
			Projection: &types.Projection{ProjectionType: types.ProjectionTypeAll},
		}},
		StreamSpecification: &types.StreamSpecification{
			StreamEnabled: aws.Bool(true), StreamViewType: types.StreamViewTypeNewAndOldImages,
		},
	}))
	waiter := dynamodb.NewTableExistsWaiter(client, func(options *dynamodb.TableExistsWaiterOptions) {
		options.MinDelay, options.MaxDelay = 50*time.Millisecond, 100*time.Millisecond
	})
	described := must(waiter.WaitForOutput(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(tableName)}, patience))
	expectEqual(described.Table.TableStatus, types.TableStatusActive)
	expectEqual(described.Table.GlobalSecondaryIndexes[0].IndexStatus, types.IndexStatusActive)
}

func checkTypes(client *dynamodb.Client) {
	every := key("types", 1)
	maps.Copy(every, item{
		"empty text":    text(""),
		"text":          text("naïve 🎨 \"quoted\"\n\x00"),
		"whole":         number("99999999999999999999999999999999999999"),
		"fraction":      number("-0.12345678901234567890123456789012345678"),
		"large":         number("1" + strings.Repeat("0", 125)),
		"small":         number("-0." + strings.Repeat("0", 129) + "1"),
		"empty binary":  &types.AttributeValueMemberB{Value: []byte{}},
		"binary":        &types.AttributeValueMemberB{Value: []byte{0, 1, 127, 128, 255}},
		"truth":         &types.AttributeValueMemberBOOL{Value: true},
		"untruth":       &types.AttributeValueMemberBOOL{Value: false},
		"nothing":       &types.AttributeValueMemberNULL{Value: true},
		"texts":         &types.AttributeValueMemberSS{Value: []string{"a", "b"}},
		"numbers":       &types.AttributeValueMemberNS{Value: []string{"-1", "2.5", "10"}},
		"binaries":      &types.AttributeValueMemberBS{Value: [][]byte{{0}, {255}}},
		"empty list":    &types.AttributeValueMemberL{Value: []types.AttributeValue{}},
		"empty map":     &types.AttributeValueMemberM{Value: item{}},
		"list":          &types.AttributeValueMemberL{Value: []types.AttributeValue{text("x"), number("1")}},
		"map of a list": &types.AttributeValueMemberM{Value: item{"inner": &types.AttributeValueMemberL{Value: []types.AttributeValue{text("deep")}}}},
	})
	put(client, every)
	got := get(client, key("types", 1))
	for name, value := range every {
		expectEqual(got[name], value)
	}
	expectEqual(len(got), len(every))
}

func checkCondition(client *dynamodb.Client) {
	put(client, paint("conditions", 1, "red"))
	_, err := client.PutItem(ctx, &dynamodb.PutItemInput{
		TableName:                           aws.String(tableName),
		Item:                                paint("conditions", 1, "blue"),
		ConditionExpression:                 aws.String("attribute_not_exists(shelf)"),
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	})
	var refused *types.ConditionalCheckFailedException
	expect(errors.As(err, &refused), "%v", err)
	expectEqual(refused.ErrorMessage(), "The conditional request failed")
	expectEqual(refused.Item, paint("conditions", 1, "red"))
}

func checkUpdate(client *dynamodb.Client) {
	put(client, paint("updates", 1, "red"))
	answer := must(client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                aws.String(tableName),
		Key:                      key("updates", 1),
		UpdateExpression:         aws.String("SET #c = :c, liters = if_not_exists(liters, :zero) + :l"),
		ExpressionAttributeNames: map[string]string{"#c": "color"},
		ExpressionAttributeValues: item{
			":c": text("green"), ":zero": number("0"), ":l": number("2.5"),
		},
		ReturnValues: types.ReturnValueUpdatedNew,
	}))
	expectEqual(answer.Attributes, item{"color": text("green"), "liters": number("2.5")})
}

func checkBatch(client *dynamodb.Client) {
	requests := make([]types.WriteRequest, 0, 25)
	for place := range 25 {
		requests = append(requests, types.WriteRequest{PutRequest: &types.PutRequest{Item: paint("batch", place, "white")}})
	}
	answer := must(client.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{
		RequestItems: map[string][]types.WriteRequest{tableName: requests},
	}))
	expectEqual(len(answer.UnprocessedItems), 0)
}

func checkQuery(client *dynamodb.Client) {
	pages := dynamodb.NewQueryPaginator(client, &dynamodb.QueryInput{
		TableName:                 aws.String(tableName),
		IndexName:                 aws.String(indexName),
		KeyConditionExpression:    aws.String("color = :c"),
		ExpressionAttributeValues: item{":c": text("white")},
		Limit:                     aws.Int32(7),
	})
	place, count := 0, 0
	for ; pages.HasMorePages(); count++ {
		for _, one := range must(pages.NextPage(ctx)).Items {
			expectEqual(one, paint("batch", place, "white"))
			place++
		}
	}
	expectEqual([]int{place, count}, []int{25, 4})
}

func checkScan(client *dynamodb.Client) {
	pages := dynamodb.NewScanPaginator(client, &dynamodb.ScanInput{TableName: aws.String(tableName), Limit: aws.Int32(10)})
	seen := 0
	for pages.HasMorePages() {
		seen += len(must(pages.NextPage(ctx)).Items)
	}
	expectEqual(seen, 28)
}

func checkTransaction(client *dynamodb.Client) {
	_, err := client.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{
		TransactItems: []types.TransactWriteItem{
			{Put: &types.Put{TableName: aws.String(tableName), Item: paint("transaction", 1, "red")}},
			{ConditionCheck: &types.ConditionCheck{
				TableName:                           aws.String(tableName),
				Key:                                 key("updates", 1),
				ConditionExpression:                 aws.String("liters > :l"),
				ExpressionAttributeValues:           item{":l": number("3")},
				ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
			}},
		},
	})
	var canceled *types.TransactionCanceledException
	expect(errors.As(err, &canceled), "%v", err)
	expectEqual(len(canceled.CancellationReasons), 2)
	expectEqual(*canceled.CancellationReasons[0].Code, "None")
	reason := canceled.CancellationReasons[1]
	expectEqual([]string{*reason.Code, *reason.Message}, []string{"ConditionalCheckFailed", "The conditional request failed"})
	expectEqual(reason.Item["liters"], number("2.5"))
	expectEqual(len(get(client, key("transaction", 1))), 0)
}

func checkStatement(client *dynamodb.Client) {
	answer := must(client.ExecuteStatement(ctx, &dynamodb.ExecuteStatementInput{
		Statement:  aws.String(`SELECT place, color FROM paints WHERE shelf = ? AND place IN [?, ?]`),
		Parameters: []types.AttributeValue{text("batch"), number("3"), number("4")},
	}))
	expectEqual(answer.Items, []item{
		{"place": number("3"), "color": text("white")}, {"place": number("4"), "color": text("white")},
	})
}

func checkStream(client *dynamodb.Client, streams *dynamodbstreams.Client) {
	must(client.DeleteItem(ctx, &dynamodb.DeleteItemInput{TableName: aws.String(tableName), Key: key("updates", 1)}))
	table := must(client.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(tableName)})).Table
	stream := must(streams.DescribeStream(ctx, &dynamodbstreams.DescribeStreamInput{StreamArn: table.LatestStreamArn}))
	var events []streamtypes.OperationType
	for _, shard := range stream.StreamDescription.Shards {
		iterator := must(streams.GetShardIterator(ctx, &dynamodbstreams.GetShardIteratorInput{
			StreamArn: table.LatestStreamArn, ShardId: shard.ShardId, ShardIteratorType: streamtypes.ShardIteratorTypeTrimHorizon,
		})).ShardIterator
		for _, record := range must(streams.GetRecords(ctx, &dynamodbstreams.GetRecordsInput{ShardIterator: iterator})).Records {
			shelf := record.Dynamodb.Keys["shelf"].(*streamtypes.AttributeValueMemberS)
			if shelf.Value != "updates" {
				continue
			}
			events = append(events, record.EventName)
			if record.EventName == streamtypes.OperationTypeModify {
				expectEqual(record.Dynamodb.OldImage["color"], &streamtypes.AttributeValueMemberS{Value: "red"})
				expectEqual(record.Dynamodb.NewImage["color"], &streamtypes.AttributeValueMemberS{Value: "green"})
			}
		}
	}
	expectEqual(events, []streamtypes.OperationType{
		streamtypes.OperationTypeInsert, streamtypes.OperationTypeModify, streamtypes.OperationTypeRemove,
	})
}

// The SDK compresses the requests of some services only, so the compression is added to it here.
func checkGzip(client *dynamodb.Client) {
	compress := middleware.SerializeMiddlewareFunc("gzip", func(
		ctx context.Context, in middleware.SerializeInput, next middleware.SerializeHandler,
	) (middleware.SerializeOutput, middleware.Metadata, error) {
		request := in.Request.(*smithyhttp.Request)
		var small bytes.Buffer
		writer := gzip.NewWriter(&small)
		must(io.Copy(writer, request.GetStream()))
		mustDo(writer.Close())
		request.Header.Set("Content-Encoding", "gzip")
		in.Request = must(request.SetStream(bytes.NewReader(small.Bytes())))
		return next.HandleSerialize(ctx, in)
	})
	large := paint("gzip", 1, strings.Repeat("blue", 500))
	must(client.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String(tableName), Item: large}, func(options *dynamodb.Options) {
		options.APIOptions = append(options.APIOptions, func(stack *middleware.Stack) error {
			return stack.Serialize.Add(compress, middleware.After)
		})
	}))
	expectEqual(get(client, key("gzip", 1)), large)
}

func checkGzipAnswer(keys aws.Config) {
	var encodings []string
	client := connect(keys, endpoint, func(options *dynamodb.Options) {
		options.EnableAcceptEncodingGzip = true
		options.APIOptions = append(options.APIOptions, noteEncoding(&encodings))
	})
	answer := get(client, key("gzip", 1))
	expectEqual(answer["color"], text(strings.Repeat("blue", 500)))
	expectEqual(encodings, []string{"gzip"})
}

// noteEncoding notes the encoding in which each answer came over the network.
func noteEncoding(encodings *[]string) func(*middleware.Stack) error {
	return func(stack *middleware.Stack) error {
		return stack.Deserialize.Add(middleware.DeserializeMiddlewareFunc("note", func(
			ctx context.Context, in middleware.DeserializeInput, next middleware.DeserializeHandler,
		) (middleware.DeserializeOutput, middleware.Metadata, error) {
			out, metadata, err := next.HandleDeserialize(ctx, in)
			if response, ok := out.RawResponse.(*smithyhttp.Response); ok {
				*encodings = append(*encodings, response.Header.Get("Content-Encoding"))
			}
			return out, metadata, err
		}), middleware.After)
	}
}

func deleteTable(client *dynamodb.Client) {
	must(client.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: aws.String(tableName)}))
	waiter := dynamodb.NewTableNotExistsWaiter(client, func(options *dynamodb.TableNotExistsWaiterOptions) {
		options.MinDelay, options.MaxDelay = 50*time.Millisecond, 100*time.Millisecond
	})
	mustDo(waiter.Wait(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(tableName)}, patience))
	_, err := client.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: aws.String(tableName)})
	var missing *types.ResourceNotFoundException
	expect(errors.As(err, &missing), "%v", err)
}
