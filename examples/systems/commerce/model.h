// The shop's one table, its entities with their keys, and its access patterns. This is version 2 of the model. Its last
// three indexes answer three questions that the keys of version 1 (model_v1.h) do not answer.
//
// Status and day have few values, so one partition for each value would be hot. Their indexes are therefore spread over
// four shards, which a read asks side by side and merges. The shop has so many articles that each can be one partition.
#pragma once

#include "commerce/domain.h"

namespace commerce {

struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"CUST#{customerId}", "PROFILE#{customerId}">> {};

struct OrderE
    : pt::entity<
          Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
          pt::on<"gsi_customer_orders", "CUST#{customerId}", "ORDER#{createdAt}#{orderId}">,
          pt::on<"gsi_status_orders", "STATUS#{status}", "ORDER#{createdAt}#CUST#{customerId}#{orderId}">,
          pt::on<"gsi_customer_status_orders", "CUST#{customerId}#STATUS#{status}", "ORDER#{createdAt}#{orderId}">,
          pt::on<"gsi_orders_by_day", "DAY#{createdAt:day}#{orderId:shard4}",
                 "{createdAt}#CUST#{customerId}#{orderId}">,
          pt::version<"version">> {};

struct LineItemE
    : pt::entity<LineItem, "ORDER_ITEM", pt::key<"CUST#{customerId}", "ORDER#{orderId}#ITEM#{itemId}">,
                 pt::on<"gsi_items_by_sku", "SKU#{sku}", "CUST#{customerId}#ORDER#{orderId}#ITEM#{itemId}">,
                 pt::on<"gsi_items_by_status", "ITEM_STATUS#{itemStatus}#{orderId:shard4}",
                        "CUST#{customerId}#ORDER#{orderId}#ITEM#{itemId}">> {};

struct EventE : pt::entity<StatusEvent, "ORDER_STATUS_EVENT",
                           pt::key<"CUST#{customerId}", "ORDER_STATUS_EVT#{orderId}#V#{newVersion:019d}">> {};

struct Commerce
    : pt::table<"commerce_single_table", pt::primary<"PK", "SK">, pt::gsi<"gsi_customer_orders", "GSI1PK", "GSI1SK">,
                pt::gsi<"gsi_status_orders", "GSI2PK", "GSI2SK">,
                pt::gsi<"gsi_customer_status_orders", "GSI3PK", "GSI3SK">,
                pt::gsi<"gsi_orders_by_day", "GSI4PK", "GSI4SK">, pt::gsi<"gsi_items_by_sku", "GSI5PK", "GSI5SK">,
                pt::gsi<"gsi_items_by_status", "GSI6PK", "GSI6SK">, pt::holds<CustomerE, OrderE, LineItemE, EventE>> {};

using OrderItems = pt::pattern<"Items of an order", LineItemE, pt::by<"customerId", "orderId">>;
using LoadOrder = pt::collect<"Order with its items", OrderAggregate, pt::one<OrderE>, pt::many<LineItemE>,
                              pt::by<"customerId", "orderId">>;
using CustomerTimeline =
    pt::pattern<"Orders of a customer, newest first", OrderE, pt::by<"customerId">, pt::newest<"createdAt">>;
using StatusFeed =
    pt::pattern<"All orders in a status, newest first", OrderE, pt::by<"status">, pt::newest<"createdAt">>;
using CustomerStatusFeed = pt::pattern<"A customer's orders in a status, newest first", OrderE,
                                       pt::by<"customerId", "status">, pt::newest<"createdAt">>;
using StatusHistory = pt::pattern<"Status changes of an order, newest first", EventE, pt::by<"customerId", "orderId">,
                                  pt::descending<"newVersion">>;
using OrdersByDay =
    pt::pattern<"All orders of some days, newest first", OrderE, pt::buckets<"createdAt">, pt::newest<"createdAt">>;
using ItemsBySku = pt::pattern<"All items of an article", LineItemE, pt::by<"sku">>;
using ItemsByStatus = pt::pattern<"All items in a status", LineItemE, pt::by<"itemStatus">>;

}  // namespace commerce
