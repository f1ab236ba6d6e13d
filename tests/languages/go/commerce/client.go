// The client of the model, with its access patterns.

// Package commerce has the entities and access patterns of model.yaml. It shows, written by hand, the package that `partita model
// gen go` is to write.
package commerce

import (
	"context"
	"time"

	rt "partita.example/languages/runtime"
)

// Client sends the operations on the model's tables. Goroutines may share it.
type Client struct {
	session           *rt.Session
	Customers         rt.EntityClient[Customer, CustomerKey]
	Orders            rt.EntityClient[Order, OrderKey]
	OrderItems        rt.EntityClient[OrderItem, OrderItemKey]
	OrderStatusEvents rt.EntityClient[OrderStatusEvent, OrderStatusEventKey]
}

// New returns a client. `client` is a *dynamodb.Client of the AWS SDK.
func New(client rt.Client, options rt.Options) (*Client, error) {
	session, err := rt.NewSession(client, options)
	if err != nil {
		return nil, err
	}
	return &Client{
		session:           session,
		Customers:         rt.NewEntityClient(session, customerCodec),
		Orders:            rt.NewEntityClient(session, orderCodec),
		OrderItems:        rt.NewEntityClient(session, orderItemCodec),
		OrderStatusEvents: rt.NewEntityClient(session, orderStatusEventCodec),
	}, nil
}

// CreateTables creates the tables that do not exist and waits until all are ACTIVE. The error is a *rt.ModelError if
// one differs from the model.
func (c *Client) CreateTables(ctx context.Context) error {
	return rt.CreateTables(ctx, c.session, &model)
}

// CheckTables returns a *rt.ModelError that lists the differences of the tables from the model.
func (c *Client) CheckTables(ctx context.Context) error {
	return rt.CheckTables(ctx, c.session, &model)
}

// Transact carries out all writes or not one of them: at most 100, with those of the sentinels of unique fields. A
// refusal has the position of the write.
func (c *Client) Transact(ctx context.Context, writes ...rt.Write) (rt.Cost, error) {
	return rt.SendAll(ctx, c.session, writes)
}

// ItemsOfAnOrder queries the table commerce_single_table: PK = "CUST#{customerId}" AND
// begins_with(SK, "ORDER#{orderId}#ITEM#").
func (c *Client) ItemsOfAnOrder(customerID, orderID string) rt.Query[OrderItem] {
	return rt.NewQuery(c.session, &model, 0, orderItemCodec, func(e *rt.Encoder) {
		rt.Encode(e, 0, rt.Strings, customerID)
		rt.Encode(e, 1, rt.Strings, orderID)
	})
}

// OrderWithItsItems has the items of the pattern "Order with its items".
type OrderWithItsItems struct {
	Order      Order
	OrderItems []OrderItem
}

// OrderWithItsItems queries the table commerce_single_table: PK = "CUST#{customerId}" AND SK BETWEEN "ORDER#{orderId}"
// AND "ORDER#{orderId}$".
func (c *Client) OrderWithItsItems(customerID, orderID string) rt.Collection[OrderWithItsItems] {
	by := func(e *rt.Encoder) {
		rt.Encode(e, 0, rt.Strings, customerID)
		rt.Encode(e, 1, rt.Strings, orderID)
	}
	return rt.NewCollection(c.session, &model, 1, by,
		rt.One(orderCodec, func(whole *OrderWithItsItems) *Order { return &whole.Order }),
		rt.Many(orderItemCodec, func(whole *OrderWithItsItems) *[]OrderItem { return &whole.OrderItems }))
}

// OrdersOfACustomerNewestFirst queries the index gsi_customer_orders: GSI1PK = "CUST#{customerId}" AND GSI1SK in a
// range of {createdAt} within "ORDER#".
func (c *Client) OrdersOfACustomerNewestFirst(customerID string) rt.RangedQuery[Order, time.Time] {
	by := func(e *rt.Encoder) { rt.Encode(e, 0, rt.Strings, customerID) }
	return rt.NewRangedQuery(rt.NewQuery(c.session, &model, 2, orderCodec, by), rt.Times)
}

// AllOrdersInAStatusNewestFirst queries the index gsi_status_orders: GSI2PK = "STATUS#{status}" AND GSI2SK in a range
// of {createdAt} within "ORDER#".
func (c *Client) AllOrdersInAStatusNewestFirst(status OrderStatus) rt.RangedQuery[Order, time.Time] {
	by := func(e *rt.Encoder) { rt.Encode(e, 3, orderStatuses, status) }
	return rt.NewRangedQuery(rt.NewQuery(c.session, &model, 3, orderCodec, by), rt.Times)
}

// ACustomersOrdersInAStatusNewestFirst queries the index gsi_customer_status_orders:
// GSI3PK = "CUST#{customerId}#STATUS#{status}" AND GSI3SK in a range of {createdAt} within "ORDER#".
func (c *Client) ACustomersOrdersInAStatusNewestFirst(customerID string, status OrderStatus) rt.RangedQuery[
	Order, time.Time] {
	by := func(e *rt.Encoder) {
		rt.Encode(e, 0, rt.Strings, customerID)
		rt.Encode(e, 3, orderStatuses, status)
	}
	return rt.NewRangedQuery(rt.NewQuery(c.session, &model, 4, orderCodec, by), rt.Times)
}

// StatusChangesOfAnOrderNewestFirst queries the table commerce_single_table: PK = "CUST#{customerId}" AND SK in a range
// of {newVersion} within "ORDER_STATUS_EVT#{orderId}#V#".
func (c *Client) StatusChangesOfAnOrderNewestFirst(customerID, orderID string) rt.RangedQuery[OrderStatusEvent, int64] {
	by := func(e *rt.Encoder) {
		rt.Encode(e, 0, rt.Strings, customerID)
		rt.Encode(e, 1, rt.Strings, orderID)
	}
	return rt.NewRangedQuery(rt.NewQuery(c.session, &model, 5, orderStatusEventCodec, by), rt.Integers)
}

// AllOrdersOfSomeDaysNewestFirst queries one partition of the index gsi_orders_by_day after the other: GSI4PK =
// "DAY#{createdAt:day}#{orderId:shard4}" AND GSI4SK in a range of {createdAt}. It needs both ends of the range.
func (c *Client) AllOrdersOfSomeDaysNewestFirst(from, to time.Time) rt.Query[Order] {
	return rt.NewRangedQuery(rt.NewQuery(c.session, &model, 6, orderCodec, nil), rt.Times).Between(from, to)
}

// AllItemsOfAnArticle queries the index gsi_items_by_sku: GSI5PK = "SKU#{sku}".
func (c *Client) AllItemsOfAnArticle(sku string) rt.Query[OrderItem] {
	by := func(e *rt.Encoder) { rt.Encode(e, 3, rt.Strings, sku) }
	return rt.NewQuery(c.session, &model, 7, orderItemCodec, by)
}

// AllItemsInAStatus queries the 4 partitions of the index gsi_items_by_status side by side:
// GSI6PK = "ITEM_STATUS#{itemStatus}#{orderId:shard4}".
func (c *Client) AllItemsInAStatus(itemStatus OrderItemStatus) rt.Query[OrderItem] {
	by := func(e *rt.Encoder) { rt.Encode(e, 6, orderItemStatuses, itemStatus) }
	return rt.NewQuery(c.session, &model, 8, orderItemCodec, by)
}

// Change is the change of an item that a record of a stream tells. Before and After are nil, or the same type of
// *Customer, *Order, *OrderItem and *OrderStatusEvent.
type Change struct {
	Entity string
	Before any
	After  any
}

// ParseChange returns the change, or nil if the record's item belongs to no entity.
func ParseChange(oldImage, newImage rt.AttributeMap) (*Change, error) {
	parsed := rt.ParseChange(&model, oldImage, newImage)
	if parsed == nil {
		return nil, nil
	}
	before, err := itemOf(parsed.Before)
	if err != nil {
		return nil, err
	}
	after, err := itemOf(parsed.After)
	return &Change{Entity: parsed.Entity.Name, Before: before, After: after}, err
}

func itemOf(row *rt.Row) (any, error) {
	if row == nil {
		return nil, nil
	}
	switch row.Entity {
	case customerEntity:
		item, err := rt.DecodeRow(customerCodec, row, nil)
		return &item, err
	case orderEntity:
		item, err := rt.DecodeRow(orderCodec, row, nil)
		return &item, err
	case orderItemEntity:
		item, err := rt.DecodeRow(orderItemCodec, row, nil)
		return &item, err
	}
	item, err := rt.DecodeRow(orderStatusEventCodec, row, nil)
	return &item, err
}
