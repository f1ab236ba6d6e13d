// Measures the processor time of this process for reads by the SDK's calls, written by hand, and by the package of shop.yaml.
// AWS_ENDPOINT_URL_DYNAMODB names a server with 20 open orders of the customer "ada" in the table shop. Prints a line of JSON
// for each case: {"case": ..., "us": [microseconds of each round]}.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"strconv"
	"syscall"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"partita.example/bench/shop"
	"partita.example/bench/shop/rt"
)

const orders = 20

type item = map[string]types.AttributeValue

func ulid(n int) string { return fmt.Sprintf("01ARZ3NDEKTSV4RRFFQ69G5F%02d", n) }

func text(attributes item, name string) string {
	value, _ := attributes[name].(*types.AttributeValueMemberS)
	if value == nil {
		return ""
	}
	return value.Value
}

func orderOf(attributes item) (shop.Order, error) {
	cents, _ := attributes["cents"].(*types.AttributeValueMemberN)
	gift, _ := attributes["gift"].(*types.AttributeValueMemberBOOL)
	if cents == nil || gift == nil {
		return shop.Order{}, errors.New("the item is not an order")
	}
	number, err := strconv.ParseInt(cents.Value, 10, 64)
	if err != nil {
		return shop.Order{}, err
	}
	placed, err := time.Parse(time.RFC3339Nano, text(attributes, "placed"))
	note := text(attributes, "note")
	return shop.Order{
		Customer: text(attributes, "customer"), Order: text(attributes, "order"), Placed: placed,
		Status: shop.OrderStatus(text(attributes, "status")), Cents: number, Gift: gift.Value, Note: &note,
	}, err
}

func getByHand(ctx context.Context, database *dynamodb.Client) (int, error) {
	answer, err := database.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: aws.String("shop"),
		Key: item{
			"PK": &types.AttributeValueMemberS{Value: "C#ada"},
			"SK": &types.AttributeValueMemberS{Value: "PROFILE#ORDER#" + ulid(3)},
		},
		ReturnConsumedCapacity: types.ReturnConsumedCapacityTotal,
	})
	if err != nil || answer.Item == nil {
		return 0, err
	}
	_, err = orderOf(answer.Item)
	return 1, err
}

func queryByHand(ctx context.Context, database *dynamodb.Client) (int, error) {
	answer, err := database.Query(ctx, &dynamodb.QueryInput{
		TableName: aws.String("shop"), IndexName: aws.String("by_status"),
		KeyConditionExpression:    aws.String("#0 = :0"),
		ExpressionAttributeNames:  map[string]string{"#0": "GSI1PK"},
		ExpressionAttributeValues: item{":0": &types.AttributeValueMemberS{Value: "S#OPEN"}},
		ScanIndexForward:          aws.Bool(false), ReturnConsumedCapacity: types.ReturnConsumedCapacityTotal,
	})
	if err != nil {
		return 0, err
	}
	out := make([]shop.Order, len(answer.Items))
	for i, one := range answer.Items {
		if out[i], err = orderOf(one); err != nil {
			return 0, err
		}
	}
	return len(out), nil
}

func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		log.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

type measured struct {
	Case string    `json:"case"`
	Us   []float64 `json:"us"`
	want int
	call func() (int, error)
}

func (m *measured) run(calls int) {
	for range calls {
		if got, err := m.call(); err != nil || got != m.want {
			log.Fatalf("%s: %d items, %v", m.Case, got, err)
		}
	}
}

func main() {
	ctx := context.Background()
	settings, err := config.LoadDefaultConfig(ctx)
	if err != nil {
		log.Fatal(err)
	}
	database := dynamodb.NewFromConfig(settings)
	client, err := shop.New(database, rt.Options{})
	if err != nil {
		log.Fatal(err)
	}
	rounds, _ := strconv.Atoi(os.Args[1])
	calls, _ := strconv.Atoi(os.Args[2])
	key := shop.OrderKey{Customer: "ada", Order: ulid(3)}
	cases := []*measured{
		{Case: "get: SDK by hand", want: 1, call: func() (int, error) { return getByHand(ctx, database) }},
		{Case: "get: Partita", want: 1, call: func() (int, error) {
			_, found, err := client.Orders.Get(ctx, key)
			return map[bool]int{true: 1}[found], err
		}},
		{Case: "query: SDK by hand", want: orders, call: func() (int, error) { return queryByHand(ctx, database) }},
		{Case: "query: Partita", want: orders, call: func() (int, error) {
			items, err := client.OrdersInAStatus(shop.OrderStatusOpen).All(ctx)
			return len(items), err
		}},
	}
	for _, one := range cases {
		one.run(calls)
	}
	// The cases take turns, so that a disturbance does not hit one alone.
	for range rounds {
		for _, one := range cases {
			begin := processorTime()
			one.run(calls)
			one.Us = append(one.Us, float64(processorTime()-begin)/1e3/float64(calls))
		}
	}
	for _, one := range cases {
		line, err := json.Marshal(one)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(string(line))
	}
}
