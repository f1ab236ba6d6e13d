// Package commercetest uses the package of the commerce system, on a server whose URL is in PARTITA_TEST_ENDPOINT.
package commercetest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"partita.example/languages/commerce"
	"partita.example/languages/commerce/rt"
)

var begin = time.Date(2026, 1, 5, 10, 0, 0, 0, time.UTC)

func newClient(t *testing.T) *commerce.Client {
	t.Helper()
	database := dynamodb.New(dynamodb.Options{
		BaseEndpoint: aws.String(os.Getenv("PARTITA_TEST_ENDPOINT")), Region: "eu-central-1",
		Credentials: credentials.NewStaticCredentialsProvider("key", "secret", ""),
	})
	client, err := commerce.New(database, rt.Options{TablePrefix: fmt.Sprintf("go%d.", time.Now().UnixNano())})
	if err != nil {
		t.Fatal(err)
	}
	if err := client.CreateTables(context.Background()); err != nil {
		t.Fatal(err)
	}
	return client
}

func must[V any](t *testing.T, value V, err error) V {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func equal[V comparable](t *testing.T, is, should V) {
	t.Helper()
	if is != should {
		t.Fatalf("it is %v, and should be %v", is, should)
	}
}

func order(number int) commerce.Order {
	return commerce.Order{
		CustomerID: "c1", OrderID: fmt.Sprintf("o%02d", number),
		CreatedAt: begin.Add(time.Duration(number) * time.Hour),
		Status:    commerce.OrderStatusCreated, TotalCents: int64(100 * number),
	}
}

func orderItem(of commerce.Order, number int) commerce.OrderItem {
	return commerce.OrderItem{
		CustomerID: of.CustomerID, OrderID: of.OrderID, ItemID: fmt.Sprintf("i%d", number), Sku: "sku#1", Quantity: 2,
		UnitPriceCents: 50, ItemStatus: commerce.OrderItemItemStatusPending,
	}
}

func createOrders(t *testing.T, client *commerce.Client, count int) {
	t.Helper()
	for number := range count {
		one := order(number)
		_, err := client.Transact(context.Background(),
			commerce.Orders.Create(one), commerce.OrderItems.Create(orderItem(one, 0)), commerce.OrderItems.Create(orderItem(one, 1)))
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestClient(t *testing.T) {
	client := newClient(t)
	if err := client.CheckTables(context.Background()); err != nil {
		t.Fatal(err)
	}
	createOrders(t, client, 30)
	t.Run("items", func(t *testing.T) { testItems(t, client) })
	t.Run("writes", func(t *testing.T) { testWrites(t, client) })
	t.Run("reads", func(t *testing.T) { testReads(t, client) })
	t.Run("collections", func(t *testing.T) { testCollections(t, client) })
	t.Run("transactions", func(t *testing.T) { testTransactions(t, client) })
}

func testItems(t *testing.T, client *commerce.Client) {
	ctx := context.Background()
	customer := commerce.Customer{CustomerID: "c#1", Name: "Ada", Email: "ada@example.com"}
	stored, err := client.Customers.Put(ctx, customer)
	equal(t, must(t, stored, err), customer)
	found, ok, err := client.Customers.Get(ctx, commerce.CustomerKey{CustomerID: "c#1"}, rt.Consistent())
	equal(t, must(t, found, err), customer)
	equal(t, ok, true)
	_, ok, err = client.Customers.Get(ctx, commerce.CustomerKey{CustomerID: "c2"})
	equal(t, must(t, ok, err), false)
	if err := client.Customers.PutMany(ctx, []commerce.Customer{customer, {CustomerID: "c3"}}); err != nil {
		t.Fatal(err)
	}
	keys := []commerce.CustomerKey{{CustomerID: "c3"}, {CustomerID: "c4"}, {CustomerID: "c#1"}}
	many, err := client.Customers.GetMany(ctx, keys)
	must(t, many, err)
	equal(t, many[1] == nil && many[0].CustomerID == "c3" && *many[2] == customer, true)
	same, err := client.Customers.Snapshot(ctx, keys)
	equal(t, *must(t, same, err)[2], customer)
	removed, ok, err := client.Customers.Remove(ctx, commerce.CustomerKey{CustomerID: "c3"})
	equal(t, must(t, removed, err).CustomerID, "c3")
	equal(t, ok, true)
}

func testWrites(t *testing.T, client *commerce.Client) {
	ctx := context.Background()
	_, err := client.Orders.Create(ctx, order(0))
	equal(t, errors.Is(err, rt.ItemExists), true)
	key := commerce.OrderKey{CustomerID: "c1", OrderID: "o00"}
	paid, err := client.Orders.Update(ctx, key, rt.Version(1),
		commerce.Orders.Status.Set(commerce.OrderStatusPaid), commerce.Orders.CreatedAt.Given(begin))
	equal(t, must(t, paid, err).Status, commerce.OrderStatusPaid)
	equal(t, paid.Version, 2)
	_, err = client.Orders.Update(ctx, key, rt.Version(1),
		commerce.Orders.Status.Set(commerce.OrderStatusFulfilled), commerce.Orders.CreatedAt.Given(begin))
	equal(t, errors.Is(err, rt.VersionConflict), true)
	status, cents, id := commerce.Orders.Status, commerce.Orders.TotalCents, commerce.Orders.OrderID
	more, err := client.Orders.Update(ctx, key, rt.AnyVersion(), cents.Increment(5),
		commerce.Orders.Where(status.Eq(commerce.OrderStatusPaid).And(cents.Lt(10).Or(id.BeginsWith("x")))))
	equal(t, must(t, more, err).TotalCents, 5)
	_, err = client.Orders.Update(ctx, key, rt.AnyVersion(), cents.Increment(5),
		commerce.Orders.Where(status.In(commerce.OrderStatusCreated, commerce.OrderStatusCancelled)))
	equal(t, errors.Is(err, rt.ConditionFailed), true)
	read, err := client.Orders.ReadAndUpdate(ctx, key, status.Set(commerce.OrderStatusRefunded))
	equal(t, must(t, read, err).Status, commerce.OrderStatusRefunded)
	_, _, err = client.OrderItems.Remove(ctx, commerce.OrderItemKey{CustomerID: "c1", OrderID: "o99", ItemID: "i0"},
		commerce.OrderItems.MustExist())
	equal(t, errors.Is(err, rt.ItemMissing), true)
}

func ids(orders []commerce.Order) []string {
	var out []string
	for _, one := range orders {
		out = append(out, one.OrderID)
	}
	return out
}

func testReads(t *testing.T, client *commerce.Client) {
	ctx := context.Background()
	newest, err := client.OrdersOfACustomerNewestFirst("c1").Take(3).All(ctx)
	equal(t, fmt.Sprint(ids(must(t, newest, err))), "[o29 o28 o27]")
	between, err := client.OrdersOfACustomerNewestFirst("c1").Between(begin, begin.Add(2*time.Hour)).Reverse().All(ctx)
	equal(t, fmt.Sprint(ids(must(t, between, err))), "[o00 o01 o02]")
	count := 0
	pages := 0
	for page, err := range client.AllItemsInAStatus(commerce.OrderItemItemStatusPending).Take(7).Pages(ctx) {
		count += len(must(t, page, err).Items)
		pages++
	}
	equal(t, count, 60)
	equal(t, pages, 9)
	counted, err := client.AllItemsInAStatus(commerce.OrderItemItemStatusPending).Count(ctx)
	equal(t, must(t, counted, err), 60)
	var days []string
	for one, err := range client.AllOrdersOfSomeDaysNewestFirst(begin, begin.Add(100*time.Hour)).Items(ctx) {
		days = append(days, must(t, one, err).OrderID)
	}
	equal(t, len(days), 30)
	equal(t, slices.IsSortedFunc(days, func(a, b string) int { return strings.Compare(b, a) }), true)
	rich, err := client.OrdersOfACustomerNewestFirst("c1").Where(commerce.Orders.TotalCents.Gte(2800)).All(ctx)
	equal(t, fmt.Sprint(ids(must(t, rich, err))), "[o29 o28]")
	_, err = client.OrdersOfACustomerNewestFirst("c1").After("forged").Page(ctx)
	var wrong *rt.ModelError
	equal(t, errors.As(err, &wrong), true)
	first, ok, err := client.AllItemsOfAnArticle("sku#1").First(ctx)
	equal(t, must(t, first, err).Sku, "sku#1")
	equal(t, ok, true)
}

func testCollections(t *testing.T, client *commerce.Client) {
	ctx := context.Background()
	whole, ok, err := client.OrderWithItsItems("c1", "o07").Load(ctx)
	equal(t, must(t, whole, err).Order.TotalCents, 700)
	equal(t, ok, true)
	equal(t, len(whole.OrderItems), 2)
	_, ok, err = client.OrderWithItsItems("c1", "o99").Load(ctx)
	equal(t, must(t, ok, err), false)
	var items []string
	for page, err := range client.OrderWithItsItems("c1", "o07").Take(1).Pages(ctx) {
		for _, item := range must(t, page, err).Value.OrderItems {
			items = append(items, item.ItemID)
		}
	}
	equal(t, fmt.Sprint(items), "[i0 i1]")
}

func testTransactions(t *testing.T, client *commerce.Client) {
	ctx := context.Background()
	key := commerce.OrderKey{CustomerID: "c1", OrderID: "o05"}
	event := commerce.OrderStatusEvent{
		CustomerID: "c1", OrderID: "o05", NewVersion: 2, NewStatus: commerce.OrderStatusEventNewStatusPaid, ChangedAt: begin, ChangedBy: "test",
	}
	pay := commerce.Orders.Update(key, rt.Version(1),
		commerce.Orders.Status.Set(commerce.OrderStatusPaid), commerce.Orders.CreatedAt.Given(order(5).CreatedAt))
	cost, err := client.Transact(ctx, pay, commerce.OrderStatusEvents.Create(event))
	equal(t, must(t, cost, err).Requests, 1)
	_, err = client.Transact(ctx, commerce.Orders.Check(commerce.OrderKey{CustomerID: "c1", OrderID: "o06"}), pay)
	var refused *rt.WriteRefused
	if !errors.As(err, &refused) {
		t.Fatal(err)
	}
	equal(t, refused.Reason, rt.VersionConflict)
	equal(t, *refused.Position, 1)
	events, err := client.StatusChangesOfAnOrderNewestFirst("c1", "o05").From(1).All(ctx)
	equal(t, len(must(t, events, err)), 1)
	equal(t, events[0], event)
}
