// Structs with every kind of member, for the codec's tests.
#pragma once

#include <partita/model/detail/codec.h>
#include <partita/model/types.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace codec_test {
namespace pt = partita::model;

enum class OrderStatus { Created, Paid, OnHold };
BOOST_DESCRIBE_ENUM(OrderStatus, Created, Paid, OnHold)

struct Order {
  std::string customerId, orderId;
  pt::utc_ms createdAt;
  OrderStatus status = OrderStatus::Created;
  std::int64_t totalCents = 0;
  int quantity = 7;
  std::optional<std::string> note;
  std::vector<std::string> skus;
  bool operator==(const Order&) const = default;
};
BOOST_DESCRIBE_STRUCT(Order, (), (customerId, orderId, createdAt, status, totalCents, quantity, note, skus))

struct Address {
  std::string street;
  std::optional<std::string> zip;
  std::string country = "FR";
  bool operator==(const Address&) const = default;
};
BOOST_DESCRIBE_STRUCT(Address, (), (street, zip, country))

struct Card {
  std::string number;
  bool operator==(const Card&) const = default;
};
BOOST_DESCRIBE_STRUCT(Card, (), (number))

struct Transfer {
  std::string iban;
  bool operator==(const Transfer&) const = default;
};
BOOST_DESCRIBE_STRUCT(Transfer, (), (iban))

using Payment = std::variant<Card, Transfer, std::monostate>;

struct Tree {
  std::string label;
  std::vector<Tree> children;
  bool operator==(const Tree&) const = default;
};
BOOST_DESCRIBE_STRUCT(Tree, (), (label, children))

struct Everything {
  std::string text;
  std::int8_t tiny = 0;
  std::int16_t small = 0;
  int number = 0;
  long long large = 0;
  std::uint8_t octet = 0;
  std::uint64_t huge = 0;
  double ratio = 0;
  float rate = 0;
  pt::decimal price;
  bool open = false;
  pt::bytes blob;
  OrderStatus status = OrderStatus::Created;
  pt::utc_ms at;
  pt::date day;
  pt::uuid id;
  pt::ulid ulid;
  pt::epoch_seconds expires;
  std::optional<int> maybe;
  std::vector<Address> addresses;
  std::vector<std::optional<int>> gaps;
  std::vector<bool> flags;
  std::map<std::string, pt::decimal> prices;
  std::unordered_map<std::string, std::set<int>> groups;
  pt::string_set names;
  pt::number_set<std::int64_t> numbers;
  pt::number_set<pt::decimal> amounts;
  pt::binary_set blobs;
  std::set<OrderStatus> statuses;
  Address home;
  Payment payment;
  std::variant<int, std::string> either;
  Tree tree;
  pt::other_attributes others;
  bool operator==(const Everything&) const = default;
};
BOOST_DESCRIBE_STRUCT(Everything, (),
                      (text, tiny, small, number, large, octet, huge, ratio, rate, price, open, blob, status, at, day,
                       id, ulid, expires, maybe, addresses, gaps, flags, prices, groups, names, numbers, amounts, blobs,
                       statuses, home, payment, either, tree, others))

}  // namespace codec_test

template <>
struct partita::model::enum_texts<codec_test::OrderStatus> {
  static constexpr enumerator_text list[] = {{codec_test::OrderStatus::OnHold, "on-hold", "ON_HOLD"},
                                             {codec_test::OrderStatus::Paid, "paid"}};
};

template <>
struct partita::model::member_options<codec_test::Address> {
  static constexpr member_option list[] = {{.member = "zip", .attribute = "zipCode"},
                                           {.member = "country", .has_default = true}};
};

template <>
struct partita::model::variant_tags<codec_test::Payment> {
  static constexpr std::string_view list[] = {"card", "transfer", "none"};
};

template <>
struct partita::model::variant_tags<std::variant<int, std::string>> {
  static constexpr std::string_view list[] = {"0", "1"};
};

// Two alternatives of one type are told apart by their names.
template <>
struct partita::model::variant_tags<std::variant<double, double>> {
  static constexpr std::string_view list[] = {"metres", "feet"};
};
