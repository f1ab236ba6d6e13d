// The entities of the model: their items, keys and fields.

package commerce

import (
	"time"

	rt "partita.example/languages/runtime"
)

// ---- CUSTOMER

// Customer is an item CUSTOMER of the table commerce_single_table.
type Customer struct {
	CustomerID string
	Name       string
	Email      string
}

// CustomerKey is the primary key: PK = "CUST#{customerId}", SK = "PROFILE#{customerId}".
type CustomerKey struct {
	CustomerID string
}

var customerEntity = &model.Tables[0].Entities[0]

var customerCodec = &rt.Codec[Customer, CustomerKey]{
	Table: &model.Tables[0], Entity: customerEntity,
	Encode: func(e *rt.Encoder, item *Customer) {
		rt.Encode(e, 0, rt.Strings, item.CustomerID)
		rt.Encode(e, 1, rt.Strings, item.Name)
		rt.Encode(e, 2, rt.Strings, item.Email)
	},
	EncodeKey: func(e *rt.Encoder, key *CustomerKey) {
		rt.Encode(e, 0, rt.Strings, key.CustomerID)
	},
	Decode: func(d *rt.Decoder, item *Customer) {
		rt.Decode(d, 0, rt.Strings, &item.CustomerID)
		rt.Decode(d, 1, rt.Strings, &item.Name)
		rt.Decode(d, 2, rt.Strings, &item.Email)
	},
}

// Customers makes writes of customers, and has their fields.
var Customers = struct {
	rt.EntityWrites[Customer, CustomerKey]
	CustomerID rt.TextField[Customer, string]
	Name       rt.TextField[Customer, string]
	Email      rt.TextField[Customer, string]
}{
	rt.NewWrites(customerCodec),
	rt.NewText[Customer](customerEntity, 0, rt.Strings),
	rt.NewText[Customer](customerEntity, 1, rt.Strings),
	rt.NewText[Customer](customerEntity, 2, rt.Strings),
}

// ---- ORDER

// OrderStatus is the status of an order.
type OrderStatus string

// The values of OrderStatus.
const (
	OrderCreated            OrderStatus = "CREATED"
	OrderAwaitingPayment    OrderStatus = "AWAITING_PAYMENT"
	OrderPaid               OrderStatus = "PAID"
	OrderInFulfillment      OrderStatus = "IN_FULFILLMENT"
	OrderPartiallyFulfilled OrderStatus = "PARTIALLY_FULFILLED"
	OrderFulfilled          OrderStatus = "FULFILLED"
	OrderCancelled          OrderStatus = "CANCELLED"
	OrderRefunded           OrderStatus = "REFUNDED"
)

var orderStatuses = rt.Enums[OrderStatus]()

// Order is an item ORDER of the table commerce_single_table.
type Order struct {
	CustomerID string
	OrderID    string
	CreatedAt  time.Time
	Status     OrderStatus
	TotalCents int64
	Version    int64 // every write sets it by itself
}

// OrderKey is the primary key: PK = "CUST#{customerId}", SK = "ORDER#{orderId}".
type OrderKey struct {
	CustomerID string
	OrderID    string
}

var orderEntity = &model.Tables[0].Entities[1]

var orderCodec = &rt.Codec[Order, OrderKey]{
	Table: &model.Tables[0], Entity: orderEntity,
	Encode: func(e *rt.Encoder, item *Order) {
		rt.Encode(e, 0, rt.Strings, item.CustomerID)
		rt.Encode(e, 1, rt.Strings, item.OrderID)
		rt.Encode(e, 2, rt.Times, item.CreatedAt)
		rt.Encode(e, 3, orderStatuses, item.Status)
		rt.Encode(e, 4, rt.Integers, item.TotalCents)
	},
	EncodeKey: func(e *rt.Encoder, key *OrderKey) {
		rt.Encode(e, 0, rt.Strings, key.CustomerID)
		rt.Encode(e, 1, rt.Strings, key.OrderID)
	},
	Decode: func(d *rt.Decoder, item *Order) {
		rt.Decode(d, 0, rt.Strings, &item.CustomerID)
		rt.Decode(d, 1, rt.Strings, &item.OrderID)
		rt.Decode(d, 2, rt.Times, &item.CreatedAt)
		rt.Decode(d, 3, orderStatuses, &item.Status)
		rt.Decode(d, 4, rt.Integers, &item.TotalCents)
		rt.Decode(d, 5, rt.Integers, &item.Version)
	},
}

// Orders makes writes of orders, and has their fields.
var Orders = struct {
	rt.EntityWrites[Order, OrderKey]
	CustomerID rt.TextField[Order, string]
	OrderID    rt.TextField[Order, string]
	CreatedAt  rt.OrderedField[Order, time.Time]
	Status     rt.FieldOf[Order, OrderStatus]
	TotalCents rt.NumberField[Order, int64]
	Version    rt.OrderedField[Order, int64]
}{
	rt.NewWrites(orderCodec),
	rt.NewText[Order](orderEntity, 0, rt.Strings),
	rt.NewText[Order](orderEntity, 1, rt.Strings),
	rt.NewOrdered[Order](orderEntity, 2, rt.Times),
	rt.NewField[Order](orderEntity, 3, orderStatuses),
	rt.NewNumber[Order](orderEntity, 4, rt.Integers),
	rt.NewOrdered[Order](orderEntity, 5, rt.Integers),
}

// ---- ORDER_ITEM

// OrderItemStatus is the status of an item of an order.
type OrderItemStatus string

// The values of OrderItemStatus.
const (
	OrderItemPending   OrderItemStatus = "PENDING"
	OrderItemShipped   OrderItemStatus = "SHIPPED"
	OrderItemDelivered OrderItemStatus = "DELIVERED"
	OrderItemCancelled OrderItemStatus = "CANCELLED"
	OrderItemReturned  OrderItemStatus = "RETURNED"
)

var orderItemStatuses = rt.Enums[OrderItemStatus]()

// OrderItem is an item ORDER_ITEM of the table commerce_single_table.
type OrderItem struct {
	CustomerID     string
	OrderID        string
	ItemID         string
	SKU            string
	Quantity       int64
	UnitPriceCents int64
	ItemStatus     OrderItemStatus
}

// OrderItemKey is the primary key: PK = "CUST#{customerId}", SK = "ORDER#{orderId}#ITEM#{itemId}".
type OrderItemKey struct {
	CustomerID string
	OrderID    string
	ItemID     string
}

var orderItemEntity = &model.Tables[0].Entities[2]

var orderItemCodec = &rt.Codec[OrderItem, OrderItemKey]{
	Table: &model.Tables[0], Entity: orderItemEntity,
	Encode: func(e *rt.Encoder, item *OrderItem) {
		rt.Encode(e, 0, rt.Strings, item.CustomerID)
		rt.Encode(e, 1, rt.Strings, item.OrderID)
		rt.Encode(e, 2, rt.Strings, item.ItemID)
		rt.Encode(e, 3, rt.Strings, item.SKU)
		rt.Encode(e, 4, rt.Integers, item.Quantity)
		rt.Encode(e, 5, rt.Integers, item.UnitPriceCents)
		rt.Encode(e, 6, orderItemStatuses, item.ItemStatus)
	},
	EncodeKey: func(e *rt.Encoder, key *OrderItemKey) {
		rt.Encode(e, 0, rt.Strings, key.CustomerID)
		rt.Encode(e, 1, rt.Strings, key.OrderID)
		rt.Encode(e, 2, rt.Strings, key.ItemID)
	},
	Decode: func(d *rt.Decoder, item *OrderItem) {
		rt.Decode(d, 0, rt.Strings, &item.CustomerID)
		rt.Decode(d, 1, rt.Strings, &item.OrderID)
		rt.Decode(d, 2, rt.Strings, &item.ItemID)
		rt.Decode(d, 3, rt.Strings, &item.SKU)
		rt.Decode(d, 4, rt.Integers, &item.Quantity)
		rt.Decode(d, 5, rt.Integers, &item.UnitPriceCents)
		rt.Decode(d, 6, orderItemStatuses, &item.ItemStatus)
	},
}

// OrderItems makes writes of items of orders, and has their fields.
var OrderItems = struct {
	rt.EntityWrites[OrderItem, OrderItemKey]
	CustomerID     rt.TextField[OrderItem, string]
	OrderID        rt.TextField[OrderItem, string]
	ItemID         rt.TextField[OrderItem, string]
	SKU            rt.TextField[OrderItem, string]
	Quantity       rt.NumberField[OrderItem, int64]
	UnitPriceCents rt.NumberField[OrderItem, int64]
	ItemStatus     rt.FieldOf[OrderItem, OrderItemStatus]
}{
	rt.NewWrites(orderItemCodec),
	rt.NewText[OrderItem](orderItemEntity, 0, rt.Strings),
	rt.NewText[OrderItem](orderItemEntity, 1, rt.Strings),
	rt.NewText[OrderItem](orderItemEntity, 2, rt.Strings),
	rt.NewText[OrderItem](orderItemEntity, 3, rt.Strings),
	rt.NewNumber[OrderItem](orderItemEntity, 4, rt.Integers),
	rt.NewNumber[OrderItem](orderItemEntity, 5, rt.Integers),
	rt.NewField[OrderItem](orderItemEntity, 6, orderItemStatuses),
}

// ---- ORDER_STATUS_EVENT

// OrderStatusEvent is an item ORDER_STATUS_EVENT of the table commerce_single_table.
type OrderStatusEvent struct {
	CustomerID string
	OrderID    string
	NewVersion int64
	NewStatus  OrderStatus
	ChangedAt  time.Time
	ChangedBy  string
	Reason     string
}

// OrderStatusEventKey is the primary key: PK = "CUST#{customerId}",
// SK = "ORDER_STATUS_EVT#{orderId}#V#{newVersion:019d}".
type OrderStatusEventKey struct {
	CustomerID string
	OrderID    string
	NewVersion int64
}

var orderStatusEventEntity = &model.Tables[0].Entities[3]

var orderStatusEventCodec = &rt.Codec[OrderStatusEvent, OrderStatusEventKey]{
	Table: &model.Tables[0], Entity: orderStatusEventEntity,
	Encode: func(e *rt.Encoder, item *OrderStatusEvent) {
		rt.Encode(e, 0, rt.Strings, item.CustomerID)
		rt.Encode(e, 1, rt.Strings, item.OrderID)
		rt.Encode(e, 2, rt.Integers, item.NewVersion)
		rt.Encode(e, 3, orderStatuses, item.NewStatus)
		rt.Encode(e, 4, rt.Times, item.ChangedAt)
		rt.Encode(e, 5, rt.Strings, item.ChangedBy)
		rt.Encode(e, 6, rt.Strings, item.Reason)
	},
	EncodeKey: func(e *rt.Encoder, key *OrderStatusEventKey) {
		rt.Encode(e, 0, rt.Strings, key.CustomerID)
		rt.Encode(e, 1, rt.Strings, key.OrderID)
		rt.Encode(e, 2, rt.Integers, key.NewVersion)
	},
	Decode: func(d *rt.Decoder, item *OrderStatusEvent) {
		rt.Decode(d, 0, rt.Strings, &item.CustomerID)
		rt.Decode(d, 1, rt.Strings, &item.OrderID)
		rt.Decode(d, 2, rt.Integers, &item.NewVersion)
		rt.Decode(d, 3, orderStatuses, &item.NewStatus)
		rt.Decode(d, 4, rt.Times, &item.ChangedAt)
		rt.Decode(d, 5, rt.Strings, &item.ChangedBy)
		rt.Decode(d, 6, rt.Strings, &item.Reason)
	},
}

// OrderStatusEvents makes writes of status changes, and has their fields.
var OrderStatusEvents = struct {
	rt.EntityWrites[OrderStatusEvent, OrderStatusEventKey]
	CustomerID rt.TextField[OrderStatusEvent, string]
	OrderID    rt.TextField[OrderStatusEvent, string]
	NewVersion rt.NumberField[OrderStatusEvent, int64]
	NewStatus  rt.FieldOf[OrderStatusEvent, OrderStatus]
	ChangedAt  rt.OrderedField[OrderStatusEvent, time.Time]
	ChangedBy  rt.TextField[OrderStatusEvent, string]
	Reason     rt.TextField[OrderStatusEvent, string]
}{
	rt.NewWrites(orderStatusEventCodec),
	rt.NewText[OrderStatusEvent](orderStatusEventEntity, 0, rt.Strings),
	rt.NewText[OrderStatusEvent](orderStatusEventEntity, 1, rt.Strings),
	rt.NewNumber[OrderStatusEvent](orderStatusEventEntity, 2, rt.Integers),
	rt.NewField[OrderStatusEvent](orderStatusEventEntity, 3, orderStatuses),
	rt.NewOrdered[OrderStatusEvent](orderStatusEventEntity, 4, rt.Times),
	rt.NewText[OrderStatusEvent](orderStatusEventEntity, 5, rt.Strings),
	rt.NewText[OrderStatusEvent](orderStatusEventEntity, 6, rt.Strings),
}
