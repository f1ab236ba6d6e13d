// Version 1 of the shop's model, with the three indexes of the published design: the README of the GitHub repository
// swarpatel23/DynamoDB-Data-Modelling. CommerceRepository::upgrade() turns tables of this version into those of
// model.h, while programs with this model may still write into them.
#pragma once

#include "commerce/domain.h"

namespace commerce::v1 {

struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"CUST#{customerId}", "PROFILE#{customerId}">> {};

struct OrderE
    : pt::entity<
          Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
          pt::on<"gsi_customer_orders", "CUST#{customerId}", "ORDER#{createdAt}#{orderId}">,
          pt::on<"gsi_status_orders", "STATUS#{status}", "ORDER#{createdAt}#CUST#{customerId}#{orderId}">,
          pt::on<"gsi_customer_status_orders", "CUST#{customerId}#STATUS#{status}", "ORDER#{createdAt}#{orderId}">,
          pt::version<"version">> {};

struct LineItemE : pt::entity<LineItem, "ORDER_ITEM", pt::key<"CUST#{customerId}", "ORDER#{orderId}#ITEM#{itemId}">> {};

struct EventE : pt::entity<StatusEvent, "ORDER_STATUS_EVENT",
                           pt::key<"CUST#{customerId}", "ORDER_STATUS_EVT#{orderId}#V#{newVersion:019d}">> {};

struct Commerce
    : pt::table<"commerce_single_table", pt::primary<"PK", "SK">, pt::gsi<"gsi_customer_orders", "GSI1PK", "GSI1SK">,
                pt::gsi<"gsi_status_orders", "GSI2PK", "GSI2SK">,
                pt::gsi<"gsi_customer_status_orders", "GSI3PK", "GSI3SK">,
                pt::holds<CustomerE, OrderE, LineItemE, EventE>> {};

}  // namespace commerce::v1
