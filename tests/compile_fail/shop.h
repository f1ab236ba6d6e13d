// The code that all cases use: a shop with orders, their lines, customers and sites.
#pragma once

#include <partita/model.h>

namespace pt = partita::model;
using namespace pt::literals;

enum class Status { OPEN, PAID };
BOOST_DESCRIBE_ENUM(Status, OPEN, PAID)

struct Order {
  std::string customerId, orderId;
  pt::utc_ms createdAt;
  Status status = Status::OPEN;
  std::string note;
  int totalCents = 0;
  double weight = 0;
  std::optional<std::string> coupon;
  std::vector<std::string> labels;
  std::int64_t version = 0;
};
BOOST_DESCRIBE_STRUCT(Order, (),
                      (customerId, orderId, createdAt, status, note, totalCents, weight, coupon, labels, version))

struct Line {
  std::string customerId, orderId, lineId;
  int quantity = 0;
};
BOOST_DESCRIBE_STRUCT(Line, (), (customerId, orderId, lineId, quantity))

struct Customer {
  std::string customerId, email, city;
};
BOOST_DESCRIBE_STRUCT(Customer, (), (customerId, email, city))

// For a type that lists its own options.
template <class T>
  requires requires { T::options; }
struct pt::member_options<T> {
  static constexpr std::span<const pt::member_option> list = T::options;
};

struct Site {
  std::string city = "Bonn", street;
  static constexpr pt::member_option options[] = {{.member = "city", .has_default = true}};
};
BOOST_DESCRIBE_STRUCT(Site, (), (city, street))

// For a type that names its own codec.
template <class T>
  requires requires { typename T::codec; }
struct pt::value_codec<T> : T::codec {};

// Forces the checks of a table, as any use of a db of it does.
template <class Table>
constexpr bool right = sizeof(pt::db<Table>) > 0;
// Forces the plan of a pattern on a table.
template <class Table, class Pattern>
constexpr bool served = pt::detail::planned_pattern<Table, Pattern>::has_plan;
