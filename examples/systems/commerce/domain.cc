#include "commerce/domain.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

namespace commerce {
namespace {

constexpr std::array<std::string_view, 8> kOrderStatuses = {
    "CREATED", "AWAITING_PAYMENT", "PAID", "IN_FULFILLMENT", "PARTIALLY_FULFILLED", "FULFILLED", "CANCELLED", "REFUNDED"};
constexpr std::array<std::string_view, 5> kItemStatuses = {"PENDING", "SHIPPED", "DELIVERED", "CANCELLED", "RETURNED"};
constexpr std::string_view kTimeShape = "0000-00-00T00:00:00.000Z";

template <class Enum, std::size_t N>
std::optional<Enum> find(const std::array<std::string_view, N>& texts, std::string_view text) {
  const auto at = std::find(texts.begin(), texts.end(), text);
  if (at == texts.end()) return std::nullopt;
  return static_cast<Enum>(at - texts.begin());
}

bool has_time_shape(std::string_view text) {
  return std::equal(text.begin(), text.end(), kTimeShape.begin(), kTimeShape.end(), [](char c, char shape) {
    return shape == '0' ? (c >= '0' && c <= '9') : c == shape;
  });
}

// Requires: digits there.
int digits(std::string_view text, std::size_t at, std::size_t count) {
  int value = 0;
  std::from_chars(text.data() + at, text.data() + at + count, value);
  return value;
}

}  // namespace

std::string_view to_text(OrderStatus status) { return kOrderStatuses[static_cast<std::size_t>(status)]; }
std::string_view to_text(ItemStatus status) { return kItemStatuses[static_cast<std::size_t>(status)]; }
std::optional<OrderStatus> order_status_from(std::string_view text) { return find<OrderStatus>(kOrderStatuses, text); }
std::optional<ItemStatus> item_status_from(std::string_view text) { return find<ItemStatus>(kItemStatuses, text); }

std::string to_text(Time time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  std::array<char, 64> out{};
  const int length = std::snprintf(
      out.data(), out.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
      static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()),
      static_cast<int>(clock.subseconds().count()));
  return std::string(out.data(), static_cast<std::size_t>(length));
}

std::optional<Time> time_from(std::string_view text) {
  if (!has_time_shape(text)) return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year(digits(text, 0, 4)),
                                         std::chrono::month(static_cast<unsigned>(digits(text, 5, 2))),
                                         std::chrono::day(static_cast<unsigned>(digits(text, 8, 2))));
  if (!date.ok()) return std::nullopt;
  const Time time = std::chrono::sys_days(date) + std::chrono::hours(digits(text, 11, 2)) +
         std::chrono::minutes(digits(text, 14, 2)) + std::chrono::seconds(digits(text, 17, 2)) +
         std::chrono::milliseconds(digits(text, 20, 3));
  // 24:00 or a second 60 would be another time's text.
  if (to_text(time) != text) return std::nullopt;
  return time;
}

}  // namespace commerce
