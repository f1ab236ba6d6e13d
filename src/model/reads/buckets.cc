#include "model/reads/buckets.h"

#include <fmt/format.h>
#include <partita/model/types/utc_ms.h>

#include <algorithm>

#include "base/check.h"
#include "model/keys/text_forms.h"
#include "model/reads/key_range.h"

namespace partita::model {
namespace {

using std::chrono::days;
using std::chrono::sys_days;

constexpr std::int64_t kHours = 24;

std::string_view name_of(KeyFormat unit) {
  switch (unit) {
    case KeyFormat::Year:
      return "years";
    case KeyFormat::Month:
      return "months";
    case KeyFormat::Day:
      return "days";
    default:
      return "hours";
  }
}

// The finest unit of the field that the partition key holds.
KeyFormat unit_of(const PatternInfo& pattern) {
  const EntityKey* key = find_key(*pattern.entities.front(), pattern.plan.index);
  PARTITA_CHECK(key != nullptr);
  KeyFormat unit = KeyFormat::Plain;
  for (const KeyAttribute& attribute : key->partition)
    for (const KeyPart& part : attribute.value.parts)
      if (part.field == pattern.plan.bucket_field && part.format <= KeyFormat::Hour) unit = std::max(unit, part.format);
  PARTITA_CHECK(unit >= KeyFormat::Year);
  return unit;
}

// Requires: `text` is a text of a time or date.
std::int64_t number_of(std::string_view text, KeyFormat unit) {
  const auto day = date::parse(text.substr(0, 10));
  PARTITA_CHECK(day.has_value());
  switch (unit) {
    case KeyFormat::Year:
      return day->year();
    case KeyFormat::Month:
      return day->year() * 12 + day->month() - 1;
    case KeyFormat::Day:
      return day->days().time_since_epoch().count();
    default: {
      const auto time = utc_ms::parse(text);
      PARTITA_CHECK(time.has_value());
      return std::chrono::floor<std::chrono::hours>(time->time()).time_since_epoch().count();
    }
  }
}

// The first day of the bucket.
sys_days first_day(std::int64_t number, KeyFormat unit) {
  const auto january = [](std::int64_t year) { return std::chrono::year(static_cast<int>(year)) / 1 / 1; };
  switch (unit) {
    case KeyFormat::Year:
      return january(number);
    case KeyFormat::Month:
      return january(number / 12) + std::chrono::months(number % 12);
    case KeyFormat::Day:
      return sys_days(days(number));
    default:
      return std::chrono::floor<days>(std::chrono::sys_time<std::chrono::hours>(std::chrono::hours(number)));
  }
}

}  // namespace

Result<Buckets> Buckets::make(const PatternInfo& pattern, const SortRange& range) {
  const FieldInfo& field = pattern.entities.front()->at(pattern.plan.bucket_field);
  Buckets buckets(field, unit_of(pattern));
  if (range.kind != SortRange::Kind::Between && range.kind != SortRange::Kind::Equal)
    return invalid(fmt::format("The access pattern \"{}\" needs both ends of a range of {}", pattern.name, field.name));
  buckets.range_ = range;
  for (const AttributeValue* end : {&range.low, &buckets.high()})
    if (!end->is(AttributeType::S) || !has_form(field.kind, end->s()))
      return invalid(
          fmt::format("The range of {} needs two ends, each of which is {}", field.name, describe(field.kind)));
  const std::string low = range.low.s();
  const std::string high = buckets.high().s();
  if (high < low)
    return invalid(fmt::format("The range of {} from {} to {} ends before it begins", field.name, low, high));
  buckets.first_ = number_of(low, buckets.unit_);
  buckets.last_ = number_of(high, buckets.unit_);
  if (buckets.count() > kMostPartitions)
    return invalid(
        fmt::format("The range of {} from {} to {} spans {} {}, each of which is a partition: at most {} are read "
                    "by one call",
                    field.name, low, high, buckets.count(), name_of(buckets.unit_), kMostPartitions));
  return buckets;
}

AttributeValue Buckets::value(std::int64_t number) const {
  const std::int64_t at = first_ + number;
  const auto day = date::from(first_day(at, unit_));
  PARTITA_CHECK(day.has_value());
  if (field_->kind == FieldKind::Date) return AttributeValue(day->text());
  const std::int64_t hour = unit_ == KeyFormat::Hour ? at - day->days().time_since_epoch().count() * kHours : 0;
  return AttributeValue(fmt::format("{}T{:02}:00:00.000Z", day->text(), hour));
}

Predicate Buckets::as_filter() const {
  Predicate filter{.kind = Predicate::Kind::Between, .path = std::string(field_->attribute)};
  filter.values = {range_.low, high()};
  return filter;
}

}  // namespace partita::model
