// The model of the shop as it was first, with the document's three indexes. Tables of that time become what model.h says
// by CommerceRepository::upgrade(), while programs with this model still write into them.
#pragma once

#include "commerce/domain.h"

namespace commerce::v1 {

struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"CUST#{customerId}", "PROFILE#{customerId}">> {};

struct OrderE : pt::entity<
    Order, "ORDER",
    pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"gsi_customer_orders", "CUST#{customerId}", "ORDER#{createdAt}#{orderId}">,
    pt::on<"gsi_status_orders", "STATUS#{status}", "ORDER#{createdAt}#CUST#{customerId}#{orderId}">,
    pt::on<"gsi_customer_status_orders", "CUST#{customerId}#STATUS#{status}", "ORDER#{createdAt}#{orderId}">,
    pt::version<"version">> {};

struct LineItemE : pt::entity<
    LineItem, "ORDER_ITEM",
    pt::key<"CUST#{customerId}", "ORDER#{orderId}#ITEM#{itemId}">> {};

struct EventE : pt::entity<
    StatusEvent, "ORDER_STATUS_EVENT",
    pt::key<"CUST#{customerId}", "ORDER_STATUS_EVT#{orderId}#V#{newVersion:019d}">> {};

struct Commerce : pt::table<
    "commerce_single_table", pt::primary<"PK", "SK">,
    pt::gsi<"gsi_customer_orders", "GSI1PK", "GSI1SK">,
    pt::gsi<"gsi_status_orders", "GSI2PK", "GSI2SK">,
    pt::gsi<"gsi_customer_status_orders", "GSI3PK", "GSI3SK">,
    pt::holds<CustomerE, OrderE, LineItemE, EventE>> {};

}  // namespace commerce::v1
