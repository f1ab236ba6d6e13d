// Package shoptest uses the package of shop.yaml as a program would, on a server whose URL is in PARTITA_TEST_ENDPOINT.
package shoptest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"partita.example/languages/shop"
	"partita.example/languages/shop/rt"
)

var (
	ctx    = context.Background()
	prefix = fmt.Sprintf("go%d", time.Now().UnixNano())
	opened = 0
)

func database() *dynamodb.Client {
	return dynamodb.New(dynamodb.Options{
		BaseEndpoint: aws.String(os.Getenv("PARTITA_TEST_ENDPOINT")), Region: "eu-central-1",
		Credentials: credentials.NewStaticCredentialsProvider("key", "secret", ""),
	})
}

// Each test has tables of its own.
func open(t *testing.T, options rt.Options) (*shop.Client, string) {
	t.Helper()
	if os.Getenv("PARTITA_TEST_ENDPOINT") == "" {
		t.Fatal("PARTITA_TEST_ENDPOINT does not name a server")
	}
	opened++
	options.TablePrefix = fmt.Sprintf("%s-%d.", prefix, opened)
	client, err := shop.New(database(), options)
	if err != nil {
		t.Fatal(err)
	}
	if err := client.CreateTables(ctx); err != nil {
		t.Fatal(err)
	}
	return client, options.TablePrefix + "shop"
}

func must[V any](t *testing.T, value V, err error) V {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func equal(t *testing.T, is, should any) {
	t.Helper()
	if !reflect.DeepEqual(is, should) {
		t.Fatalf("it is %v, and should be %v", is, should)
	}
}

func refused(t *testing.T, err error, reason rt.RefusalReason) *rt.WriteRefused {
	t.Helper()
	var refusal *rt.WriteRefused
	if !errors.As(err, &refusal) || !errors.Is(err, reason) {
		t.Fatalf("%v is not a refusal with %v", err, reason)
	}
	return refusal
}

func wrong(t *testing.T, err error, part string) {
	t.Helper()
	var failure *rt.ModelError
	if !errors.As(err, &failure) || !strings.Contains(err.Error(), part) {
		t.Fatalf("%v is not an error of the call with %q", err, part)
	}
}

var ada = shop.Customer{Customer: "ada", Email: "ada@example.org", Name: "Ada", Joined: "2026-01-05"}

func ulid(n int) string { return fmt.Sprintf("01ARZ3NDEKTSV4RRFFQ69G5F%02d", n) }

func placed(n int) time.Time { return time.Date(2026, 1, 5+n, 10, 0, 0, 0, time.UTC) }

func order(n int) shop.Order {
	return shop.Order{
		Customer: "ada", Order: ulid(n), Placed: placed(n), Status: shop.OrderStatusOpen, Cents: int64(100 * n),
	}
}

// The server removes items whose time has passed, so these tests are ahead of it.
var farAhead = time.Date(2100, 1, 5, 0, 0, 0, 0, time.UTC)

func key(n int) shop.OrderKey { return shop.OrderKey{Customer: "ada", Order: ulid(n)} }

func cents(orders []shop.Order) []int64 {
	var out []int64
	for _, one := range orders {
		out = append(out, one.Cents)
	}
	return out
}

func pointer[V any](value V) *V { return &value }

func TestValuesOfEachKindComeBackAsTheyWere(t *testing.T) {
	client, _ := open(t, rt.Options{})
	one := ada
	one.Customer = "a#\x00\U0001F600"
	one.Tags = rt.StringSet{"x", "y"}
	one.Address = map[string]any{"city": "Bonn", "zip": int64(53111), "lines": []any{int64(1), nil, true, []byte{1, 2}}}
	created, err := client.Customers.Create(ctx, one)
	must(t, created, err)
	found, ok, err := client.Customers.Get(ctx, shop.CustomerKey{Customer: one.Customer}, rt.Consistent())
	equal(t, must(t, found, err), created)
	equal(t, ok, true)
	equal(t, created.Version, int64(1))
	equal(t, created.Address, one.Address)
	equal(t, created.Phone == nil && len(created.Tags) == 2 && !created.Created.IsZero(), true)
	first := order(1)
	first.Vat = pointer(rt.DecimalFrom("12345678901234567890.12345678"))
	first.Weight = pointer(0.1)
	first.Lines = []any{map[string]any{"sku": "s", "count": int64(2)}}
	stored, err := client.Orders.Create(ctx, first)
	must(t, stored, err)
	equal(t, stored.Vat.String(), "12345678901234567890.12345678")
	equal(t, *stored.Weight, 0.1)
	equal(t, stored.Lines, first.Lines)
	equal(t, stored.Note == nil, true)
	cart := shop.Cart{
		Session: "6ba7b810-9dad-11d1-80b4-00c04fd430c8", Sku: "s", Count: 1, Until: 4_102_444_800,
		Photo: []byte{0, 255}, Seen: pointer(uint64(7)),
	}
	put, err := client.Carts.Put(ctx, cart)
	equal(t, must(t, put, err), cart)
}

func TestReadsOfPatterns(t *testing.T) {
	client, _ := open(t, rt.Options{})
	_, err := client.SignUp(ctx, ada)
	must(t, 0, err)
	for n := 1; n <= 7; n++ {
		one := order(n)
		if n > 5 {
			one.Status = shop.OrderStatusPaid
		}
		_, err := client.Orders.Create(ctx, one)
		must(t, 0, err)
	}
	inStatus := client.OrdersInAStatus(shop.OrderStatusOpen)
	all, err := inStatus.All(ctx)
	equal(t, cents(must(t, all, err)), []int64{500, 400, 300, 200, 100})
	page, err := inStatus.Take(2).Page(ctx)
	equal(t, cents(must(t, page, err).Items), []int64{500, 400})
	next, err := inStatus.Take(2).After(page.Token).Page(ctx)
	equal(t, cents(must(t, next, err).Items), []int64{300, 200})
	late, err := inStatus.From(placed(4)).Reverse().All(ctx)
	equal(t, cents(must(t, late, err)), []int64{400, 500})
	count, err := inStatus.Where(shop.Orders.Cents.Gt(200).And(shop.Orders.Note.NotExists())).Count(ctx)
	equal(t, must(t, count, err), 3)
	first, ok, err := client.OrdersInAStatus(shop.OrderStatusPaid).First(ctx)
	equal(t, must(t, first, err).Cents, int64(700))
	equal(t, ok, true)
	var seen []shop.Order
	for one, err := range inStatus.Reverse().Items(ctx) {
		seen = append(seen, must(t, one, err))
	}
	equal(t, cents(seen), []int64{100, 200, 300, 400, 500})
	days, err := client.OrdersOfSomeDays(placed(2), placed(4)).All(ctx)
	equal(t, cents(must(t, days, err)), []int64{200, 300, 400})
	rows, err := client.OpenOrdersOfACustomer("ada").Where(shop.OpenOrdersOfACustomerFields.Cents.In(100, 300)).All(ctx)
	equal(t, must(t, rows, err), []shop.OpenOrdersOfACustomerRow{
		{Order: ulid(3), Placed: placed(3), Cents: 300}, {Order: ulid(1), Placed: placed(1), Cents: 100},
	})
	one, ok, err := client.OrderByItsKey(ctx, "ada", ulid(3), rt.Consistent())
	equal(t, must(t, one, err).Cents, int64(300))
	equal(t, ok, true)
	_, ok, err = client.OrderByItsKey(ctx, "ada", ulid(99))
	equal(t, must(t, ok, err), false)
	whole, ok, err := client.CustomerWithOrders("ada").Load(ctx)
	equal(t, must(t, whole, err).Customer.Name, "Ada")
	equal(t, ok && len(whole.Orders) == 7, true)
	_, ok, err = client.CustomerWithOrders("bob").Load(ctx)
	equal(t, must(t, ok, err), false)
	waiting, err := client.OrdersThatWaitForPayment().All(ctx)
	equal(t, len(must(t, waiting, err)), 5)
}

func TestUpdatesWriteTheKeysOfIndexes(t *testing.T) {
	client, _ := open(t, rt.Options{})
	_, err := client.Orders.Create(ctx, order(1))
	must(t, 0, err)
	paid, err := client.PayAnOrder(ctx, key(1), rt.Version(1), shop.OrderStatusPaid, rt.Stored(placed(1)))
	equal(t, must(t, paid, err).Version, int64(2))
	count, err := client.OrdersInAStatus(shop.OrderStatusPaid).Count(ctx)
	equal(t, must(t, count, err), 1)
	count, err = client.OrdersInAStatus(shop.OrderStatusOpen).Count(ctx)
	equal(t, must(t, count, err), 0)
	_, err = client.Orders.Update(ctx, key(1), rt.Version(1), shop.Orders.Note.Set("n"))
	refused(t, err, rt.VersionConflict)
	_, err = client.PayAnOrder(ctx, key(1), rt.AnyVersion(), shop.OrderStatusSent, rt.Stored(placed(2)))
	refused(t, err, rt.ConditionFailed)
	sent, err := client.SendAnOrder(ctx, key(1), shop.OrderStatusSent)
	equal(t, must(t, sent, err).Status, shop.OrderStatusSent)
	both, err := client.Orders.Update(ctx, key(1), rt.AnyVersion(),
		shop.Orders.SetStatus(shop.OrderStatusOpen, rt.Changed(placed(3))))
	equal(t, must(t, both, err).Placed, placed(3))
	open, err := client.OpenOrdersOfACustomer("ada").At(placed(3)).All(ctx)
	equal(t, len(must(t, open, err)), 1)
	changed, err := client.Orders.Update(ctx, key(1), rt.AnyVersion(), shop.Orders.Note.Set("n"),
		shop.Orders.Cents.Increment(5), shop.Orders.Weight.SetIfAbsent(2.5), shop.Orders.Lines.Append(int64(1)),
		shop.Orders.Where(shop.Orders.Gift.Eq(false)))
	must(t, changed, err)
	equal(t, []any{*changed.Note, changed.Cents, *changed.Weight, changed.Lines}, []any{"n", int64(105), 2.5, []any{int64(1)}})
	cleared, err := client.Orders.Update(ctx, key(1), rt.AnyVersion(), shop.Orders.Note.Remove())
	equal(t, must(t, cleared, err).Note == nil, true)
	_, err = client.Orders.Update(ctx, key(9), rt.AnyVersion(), shop.Orders.Gift.Set(true))
	refused(t, err, rt.ItemMissing)
	again, err := client.Orders.ReadAndUpdate(ctx, key(1), shop.Orders.Status.Set(shop.OrderStatusSent))
	equal(t, must(t, again, err).Status, shop.OrderStatusSent)
	removed, ok, err := client.Orders.Remove(ctx, key(1), rt.AnyVersion())
	equal(t, must(t, removed, err).Status, shop.OrderStatusSent)
	equal(t, ok, true)
	_, ok, err = client.Orders.Remove(ctx, key(1), rt.AnyVersion())
	equal(t, must(t, ok, err), false)
}

func TestUniqueValuesAndTransactions(t *testing.T) {
	client, _ := open(t, rt.Options{})
	_, err := client.SignUp(ctx, ada)
	must(t, 0, err)
	bob, other := ada, ada
	bob.Customer, other.Email = "bob", "other@example.org"
	_, err = client.SignUp(ctx, bob)
	equal(t, refused(t, err, rt.UniqueValueTaken).Fields, []string{"email"})
	_, err = client.SignUp(ctx, other)
	refused(t, err, rt.ItemExists)
	_, err = client.ChangeTheEmail(ctx, shop.CustomerKey{Customer: "ada"}, rt.Version(1), "ada@example.com", ada.Email)
	must(t, 0, err)
	_, err = client.SignUp(ctx, bob)
	must(t, 0, err)
	_, err = client.PlaceAnOrder(ctx, order(1), shop.CustomerKey{Customer: "ada"})
	must(t, 0, err)
	_, err = client.PlaceAnOrder(ctx, order(2), shop.CustomerKey{Customer: "eve"})
	equal(t, *refused(t, err, rt.ItemMissing).Position, 1)
	_, ok, err := client.OrderByItsKey(ctx, "ada", ulid(2))
	equal(t, must(t, ok, err), false)
	cost, err := client.Transact(ctx, shop.Orders.Create(order(3)),
		shop.Customers.Update(shop.CustomerKey{Customer: "ada"}, rt.Version(2), shop.Customers.Name.Set("Ada L.")))
	equal(t, must(t, cost, err).Requests, 1)
	stored, _, err := client.Customers.Get(ctx, shop.CustomerKey{Customer: "ada"})
	equal(t, must(t, stored, err).Name, "Ada L.")
	_, ok, err = client.Customers.Remove(ctx, shop.CustomerKey{Customer: "bob"}, rt.Version(1), shop.CustomerUnique{Email: bob.Email})
	equal(t, must(t, ok, err), true)
	_, ok, err = client.Customers.ReadAndRemove(ctx, shop.CustomerKey{Customer: "ada"})
	equal(t, must(t, ok, err), true)
}

func TestUpsertsAndMoves(t *testing.T) {
	client, _ := open(t, rt.Options{})
	from := shop.CartKey{Session: "6ba7b810-9dad-11d1-80b4-00c04fd430c8", Sku: "s"}
	whole := []rt.UpdateOption[shop.Cart]{shop.Carts.Count.Set(1), shop.Carts.Until.Set(4_102_444_800)}
	first, err := client.Carts.Upsert(ctx, from, whole...)
	equal(t, must(t, first, err).Count, int64(1))
	second, err := client.Carts.Upsert(ctx, from, append(whole, shop.Carts.Seen.Set(3))...)
	equal(t, *must(t, second, err).Seen, uint64(3))
	_, err = client.Carts.Upsert(ctx, shop.CartKey{Session: from.Session, Sku: "new"}, shop.Carts.Count.Set(1))
	wrong(t, err, "until")
	second.Sku = "t"
	_, err = client.Carts.Move(ctx, from, second)
	must(t, 0, err)
	_, ok, err := client.Carts.Get(ctx, from)
	equal(t, must(t, ok, err), false)
	_, err = client.SignUp(ctx, ada)
	must(t, 0, err)
	eva := ada
	eva.Customer = "eva"
	moved, err := client.Customers.Move(ctx, shop.CustomerKey{Customer: "ada"}, eva, rt.Version(1))
	equal(t, must(t, moved, err).Version, int64(2))
}

func TestAbsentValuesAndTimesOfCreation(t *testing.T) {
	seconds := int64(0)
	now := func() time.Time {
		seconds++
		return placed(1).Add(time.Duration(seconds) * time.Second)
	}
	client, _ := open(t, rt.Options{Now: now})
	created, err := client.SignUp(ctx, ada)
	must(t, created, err)
	again := created
	again.Name = "Ada L."
	put, err := client.Customers.Put(ctx, again, rt.Version(1))
	must(t, put, err)
	equal(t, put.Created, created.Created)
	equal(t, put.Changed.After(created.Changed), true)
	key := shop.CustomerKey{Customer: "ada"}
	_, err = client.Customers.Update(ctx, key, rt.Version(2), shop.Customers.Tags.SetIfAbsent(nil))
	wrong(t, err, "needs a value")
	_, err = client.Customers.Update(ctx, key, rt.Version(2), shop.Customers.Tags.Add(rt.StringSet{}))
	wrong(t, err, "needs a value")
	_, err = shop.New(database(), rt.Options{Computed: map[string]rt.ComputedFunction{"CUSTOMER.name": nil}})
	wrong(t, err, "not a computed field")
}

func TestBatchesAndExpiredCarts(t *testing.T) {
	client, _ := open(t, rt.Options{Now: func() time.Time { return farAhead }})
	session := "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
	until := farAhead.Unix() + 86_400
	var carts []shop.Cart
	for n := range 60 {
		one := shop.Cart{Session: session, Sku: fmt.Sprintf("s%d", n), Count: int64(n), Until: until}
		if n >= 50 {
			one.Until -= 3 * 86_400
		}
		carts = append(carts, one)
	}
	must(t, 0, client.FillACart(ctx, carts))
	count, err := client.TheCartOfASession(session).Count(ctx)
	equal(t, must(t, count, err), 50)
	all, err := client.TheCartOfASession(session).WithExpired().All(ctx)
	equal(t, len(must(t, all, err)), 60)
	several, err := client.SeveralCarts(ctx, []shop.CartKey{{Session: session, Sku: "s3"}, {Session: session, Sku: "absent"}})
	must(t, several, err)
	equal(t, several[0].Count == 3 && several[1] == nil, true)
	removed, ok, err := client.EmptyACart(ctx, shop.CartKey{Session: session, Sku: "s3"})
	equal(t, must(t, removed, err).Count == 3 && ok, true)
}

func TestWrongValuesAreRefusedBeforeARequest(t *testing.T) {
	client, _ := open(t, rt.Options{})
	one := order(1)
	one.Order = "no ULID"
	_, err := client.Orders.Create(ctx, one)
	wrong(t, err, "must be a ULID")
	customer := ada
	customer.Joined = "2026-02-30"
	_, err = client.Customers.Create(ctx, customer)
	wrong(t, err, "joined")
	customer = ada
	customer.Customer = ""
	_, err = client.Customers.Create(ctx, customer)
	wrong(t, err, "customer")
	_, err = client.OrdersInAStatus("LOST").All(ctx)
	wrong(t, err, "no enumerator")
	_, err = client.OrdersInAStatus(shop.OrderStatusOpen).Take(0).All(ctx)
	wrong(t, err, "take")
	_, err = client.OrdersInAStatus(shop.OrderStatusOpen).After("forged").Page(ctx)
	wrong(t, err, "token")
	_, err = client.Orders.Update(ctx, key(1), rt.AnyVersion())
	wrong(t, err, "changes no field")
	// Other bytes than UTF-8 would all be stored as the same character.
	for _, broken := range []string{"a\xff", "\xed\xa0\x80"} {
		one = order(1)
		one.Customer = broken
		_, err = client.Orders.Create(ctx, one)
		wrong(t, err, "not a text in UTF-8")
		_, _, err = client.Orders.Get(ctx, shop.OrderKey{Customer: broken, Order: ulid(1)})
		wrong(t, err, "not a text in UTF-8")
		customer = ada
		customer.Tags = rt.StringSet{broken}
		_, err = client.Customers.Create(ctx, customer)
		wrong(t, err, "not a text in UTF-8")
		customer = ada
		customer.Address = map[string]any{broken: "x"}
		_, err = client.Customers.Create(ctx, customer)
		wrong(t, err, "not a text in UTF-8")
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	_, err = client.OrdersInAStatus(shop.OrderStatusOpen).All(cancelled)
	equal(t, errors.Is(err, context.Canceled), true)
}

func TestUnreadableRowsDoNotHideTheOthers(t *testing.T) {
	client, table := open(t, rt.Options{})
	for n := 1; n <= 2; n++ {
		_, err := client.Orders.Create(ctx, order(n))
		must(t, 0, err)
	}
	all, err := database().Scan(ctx, &dynamodb.ScanInput{TableName: &table})
	item := must(t, all, err).Items[0]
	item["gift"] = &types.AttributeValueMemberS{Value: "perhaps"}
	_, err = database().PutItem(ctx, &dynamodb.PutItemInput{TableName: &table, Item: item})
	must(t, 0, err)
	page, err := client.OrdersInAStatus(shop.OrderStatusOpen).Page(ctx)
	equal(t, len(must(t, page, err).Items), 1)
	equal(t, strings.Contains(page.Unreadable[0].Message, "gift"), true)
	_, err = client.OrdersInAStatus(shop.OrderStatusOpen).All(ctx)
	var unreadable *rt.UnreadableRow
	equal(t, errors.As(err, &unreadable), true)
}

func TestChangesOfStreamsAndTables(t *testing.T) {
	client, table := open(t, rt.Options{})
	created, err := client.Orders.Create(ctx, order(1))
	must(t, 0, err)
	all, err := database().Scan(ctx, &dynamodb.ScanInput{TableName: &table})
	change, err := shop.ParseChange(nil, must(t, all, err).Items[0])
	equal(t, *must(t, change, err).After.(*shop.Order), created)
	equal(t, change.Entity == "ORDER" && change.Before == nil, true)
	must(t, 0, client.CheckTables(ctx))
	must(t, 0, client.CreateTables(ctx))
	absent, err := shop.New(database(), rt.Options{TablePrefix: "absent."})
	wrong(t, must(t, absent, err).CheckTables(ctx), "does not exist")
}
