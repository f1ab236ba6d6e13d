// The pairs of languages, in Go (README.md).
package main

import (
	"context"
	"encoding/hex"
	"fmt"
	"log"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"partita.example/languages/shop"
	"partita.example/languages/shop/rt"
)

var ctx = context.Background()

func must[V any](value V, err error) V {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func customerOf(name string) string { return name + "#\x00\U0001F600" }

// The session has the bytes of the name.
func sessionOf(name string) string {
	digits := hex.EncodeToString([]byte(name))
	digits = digits[:min(12, len(digits))]
	return "00000000-0000-4000-8000-" + strings.Repeat("0", 12-len(digits)) + digits
}

func ulid(number int) string { return fmt.Sprintf("01ARZ3NDEKTSV4RRFFQ69G5F%02d", number) }

func placed(number int) time.Time {
	return time.Date(2026, 1, 5+number, 10, 0, 0, number*int(time.Millisecond), time.UTC)
}

func orderOf(name string, number int) shop.Order {
	return shop.Order{Customer: customerOf(name), Order: ulid(number), Placed: placed(number), Status: shop.OrderStatusOpen}
}

func pointer[V any](value V) *V { return &value }

func write(client *shop.Client, name string) {
	must(client.SignUp(ctx, shop.Customer{
		Customer: customerOf(name), Email: name + "@example.org", Name: "Ada", Tags: rt.StringSet{"y z", "x", "ä"},
		Address: map[string]any{"city": "Bonn#1"}, Joined: "2026-01-05",
	}))
	first, second, third := orderOf(name, 1), orderOf(name, 2), orderOf(name, 3)
	first.Cents = -5
	first.Weight = pointer(0.1)
	first.Vat = pointer(rt.DecimalFrom("0.1"))
	must(client.Orders.Create(ctx, first))
	second.Cents = 9007199254740991
	second.Weight = pointer(1e100)
	second.Vat = pointer(rt.DecimalFrom("12345678901234567890123456789012345678"))
	second.Gift = true
	second.Lines = []any{"a line"}
	must(client.Orders.Create(ctx, second))
	key := shop.OrderKey{Customer: second.Customer, Order: second.Order}
	must(client.PayAnOrder(ctx, key, rt.Version(1), shop.OrderStatusSent, rt.Stored(second.Placed)))
	third.Note = pointer("a # note")
	must(client.Orders.Create(ctx, third))
	key.Order = third.Order
	later := time.Date(2026, 2, 3, 10, 0, 0, 3*int(time.Millisecond), time.UTC)
	must(client.Orders.ReadAndUpdate(ctx, key, shop.Orders.Status.Set(shop.OrderStatusSent), shop.Orders.Placed.Set(later)))
	one := shop.Cart{
		Session: sessionOf(name), Sku: "a#", Count: 1, Photo: []byte{0, 255}, Seen: pointer(uint64(9007199254740991)),
		Until: 4102444800,
	}
	two := shop.Cart{Session: sessionOf(name), Customer: &name, Sku: "z", Count: -2, Until: 4102444801}
	must(0, client.FillACart(ctx, []shop.Cart{one, two}))
}

const isoTime = "2006-01-02T15:04:05.000Z"

func text(values ...any) string {
	texts := make([]string, len(values))
	for i, value := range values {
		switch value := value.(type) {
		case time.Time:
			texts[i] = value.UTC().Format(isoTime)
		case *string:
			texts[i] = "-"
			if value != nil {
				texts[i] = *value
			}
		case *float64:
			texts[i] = "-"
			if value != nil {
				texts[i] = strconv.FormatFloat(*value, 'g', -1, 64)
			}
		case *uint64:
			texts[i] = "-"
			if value != nil {
				texts[i] = strconv.FormatUint(*value, 10)
			}
		case *rt.Decimal:
			texts[i] = "-"
			if value != nil {
				texts[i] = value.String()
			}
		case []byte:
			texts[i] = "-"
			if value != nil {
				texts[i] = hex.EncodeToString(value)
			}
		default:
			texts[i] = fmt.Sprint(value)
		}
	}
	return strings.Join(texts, "|")
}

func read(client *shop.Client, name string) {
	id := customerOf(name)
	whole, found, err := client.CustomerWithOrders(id).Load(ctx)
	if must(found, err); !found {
		log.Fatalf("%s is missing", name)
	}
	customer := whole.Customer
	tags := slices.Sorted(slices.Values(customer.Tags))
	fmt.Println(text("customer", []byte(customer.Customer), customer.Email, customer.Phone, strings.Join(tags, ","),
		customer.Address["city"], customer.Joined, customer.Version))
	for _, one := range whole.Orders {
		line := any("-")
		if one.Lines != nil {
			line = one.Lines[0]
		}
		fmt.Println(text("order", one.Order, one.Placed, one.Status, one.Cents, one.Weight, one.Vat, one.Gift, one.Note, line,
			one.Version))
	}
	for one, err := range client.OpenOrdersOfACustomer(id).Items(ctx) {
		must(one, err)
		fmt.Println(text("open", one.Order, one.Placed, one.Cents))
	}
	for one, err := range client.OrdersInAStatus(shop.OrderStatusSent).Reverse().Items(ctx) {
		if must(one, err).Customer == id {
			fmt.Println(text("status", one.Order))
		}
	}
	for one, err := range client.OrdersOfSomeDays(placed(1), placed(3)).Items(ctx) {
		if must(one, err).Customer == id {
			fmt.Println(text("day", one.Order))
		}
	}
	for one, err := range client.TheCartOfASession(sessionOf(name)).Items(ctx) {
		must(one, err)
		fmt.Println(text("cart", one.Session, one.Customer, []byte(one.Sku), one.Count, one.Photo, one.Seen, one.Until))
	}
}

func main() {
	database := dynamodb.New(dynamodb.Options{
		BaseEndpoint: aws.String(os.Getenv("PARTITA_TEST_ENDPOINT")), Region: "us-east-1",
		Credentials: credentials.NewStaticCredentialsProvider("local", "local", ""),
	})
	client := must(shop.New(database, rt.Options{}))
	if os.Args[1] == "write" {
		write(client, os.Args[2])
	} else {
		read(client, os.Args[2])
	}
}
