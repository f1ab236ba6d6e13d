// The service as a handler of requests, which knows the shop and not the place of its tables.
package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"time"

	"example.com/service/shop"
	"example.com/service/shop/rt"
)

const pageOfOrders = 20

type service struct{ shop *shop.Client }

// An error that the client of the service has caused.
type badRequest struct{ reason string }

func (e *badRequest) Error() string { return e.reason }

func newService(client *shop.Client) http.Handler {
	s := &service{shop: client}
	mux := http.NewServeMux()
	mux.Handle("POST /customers", answering(s.signUp))
	mux.Handle("GET /customers/{customer}", answering(s.customer))
	mux.Handle("POST /customers/{customer}/orders", answering(s.placeOrder))
	mux.Handle("POST /customers/{customer}/orders/{order}/payment", answering(s.payOrder))
	mux.Handle("GET /open-orders", answering(s.openOrders))
	return mux
}

// Sends the answer of a function as JSON. Refusals are answers; every other error is a fault of the service.
func answering(answer func(*http.Request) (status int, body any, err error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		status, body, err := answer(request)
		var bad *badRequest
		var wrong *rt.ModelError
		var refused *rt.WriteRefused
		switch {
		case err == nil:
		case errors.As(err, &bad), errors.As(err, &wrong):
			status, body = http.StatusBadRequest, map[string]any{"error": err.Error()}
		case errors.Is(err, rt.ItemMissing):
			status, body = http.StatusNotFound, map[string]any{"error": rt.ItemMissing}
		case errors.As(err, &refused):
			status, body = http.StatusConflict, map[string]any{"error": refused.Reason, "fields": refused.Fields}
		default:
			log.Printf("%s %s: %v", request.Method, request.URL.Path, err)
			status, body = http.StatusInternalServerError, map[string]any{"error": "the service failed"}
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		if body != nil {
			_ = json.NewEncoder(w).Encode(body)
		}
	})
}

func read(request *http.Request, body any) error {
	decoder := json.NewDecoder(io.LimitReader(request.Body, 1<<16))
	if err := decoder.Decode(body); err != nil {
		return &badRequest{"the body is not as it should be: " + err.Error()}
	}
	return nil
}

func (s *service) signUp(request *http.Request) (int, any, error) {
	var body struct{ Customer, Email, Name string }
	if err := read(request, &body); err != nil {
		return 0, nil, err
	}
	if body.Name == "" {
		return 0, nil, &badRequest{"name must be a text"}
	}
	item := shop.Customer{Customer: body.Customer, Email: body.Email, Name: body.Name}
	stored, err := s.shop.SignUp(request.Context(), item)
	return http.StatusCreated, stored, err
}

func (s *service) customer(request *http.Request) (int, any, error) {
	whole, found, err := s.shop.CustomerWithOrders(request.PathValue("customer")).Load(request.Context())
	if err != nil || !found {
		return http.StatusNotFound, nil, err
	}
	return http.StatusOK, map[string]any{"customer": whole.Customer, "orders": whole.Orders}, nil
}

func (s *service) placeOrder(request *http.Request) (int, any, error) {
	var body struct{ Cents int64 }
	if err := read(request, &body); err != nil {
		return 0, nil, err
	}
	customer := request.PathValue("customer")
	order := shop.Order{
		Customer: customer, Order: newULID(), Placed: time.Now().UTC().Truncate(time.Millisecond), Status: shop.OrderStatusOpen,
		Cents: body.Cents, Version: 1,
	}
	_, err := s.shop.PlaceAnOrder(request.Context(), order, shop.CustomerKey{Customer: customer})
	return http.StatusCreated, order, err
}

func (s *service) payOrder(request *http.Request) (int, any, error) {
	ctx := request.Context()
	key := shop.OrderKey{Customer: request.PathValue("customer"), Order: request.PathValue("order")}
	order, found, err := s.shop.Orders.Get(ctx, key, rt.Consistent())
	if err != nil || !found {
		return http.StatusNotFound, nil, err
	}
	// The write is conditional on the version that was read, so an order is not paid twice.
	isOpen := shop.Orders.Where(shop.Orders.Status.Eq(shop.OrderStatusOpen))
	paid, err := s.shop.PayAnOrder(ctx, key, rt.Version(order.Version), shop.OrderStatusPaid, isOpen)
	return http.StatusOK, paid, err
}

func (s *service) openOrders(request *http.Request) (int, any, error) {
	query := s.shop.OrdersInAStatus(shop.OrderStatusOpen).Take(pageOfOrders)
	page, err := query.After(request.URL.Query().Get("after")).Page(request.Context())
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, map[string]any{"orders": page.Items, "next": page.Token}, nil
}

// A ULID: the time in milliseconds and 80 random bits, in Crockford's base 32.
func newULID() string {
	const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	var bits [16]byte
	_, _ = rand.Read(bits[6:]) // it never fails
	for i, millis := 5, time.Now().UnixMilli(); i >= 0; i, millis = i-1, millis>>8 {
		bits[i] = byte(millis)
	}
	out := make([]byte, 26)
	for i := range out {
		for bit := range 5 {
			// The first digit has three bits.
			at := i*5 + bit - 2
			if at >= 0 && bits[at/8]>>(7-at%8)&1 == 1 {
				out[i] |= 1 << (4 - bit)
			}
		}
		out[i] = digits[out[i]]
	}
	return string(out)
}

// The tables are made if they do not exist.
func openShop(ctx context.Context, database rt.Client, options rt.Options) (*shop.Client, error) {
	client, err := shop.New(database, options)
	if err != nil {
		return nil, err
	}
	return client, client.CreateTables(ctx)
}
