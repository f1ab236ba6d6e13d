// The partitions that a range of a time or date spans where a partition key holds the year, month, day or hour of it.
#pragma once

#include <partita/model/runtime.h>

#include <cstdint>
#include <string>

namespace partita::model {

class Buckets {
 public:
  // Of the range of the plan's bucket field. Requires: the plan has one.
  // Errors: ValidationException: a range without both ends, one that ends before it begins, or that spans more than
  // kMost partitions.
  static Result<Buckets> make(const PatternInfo& pattern, const SortRange& range);
  static constexpr std::int64_t kMost = 10'000;

  std::int64_t count() const { return last_ - first_ + 1; }
  // Of bucket `number`, from 0 on in the order of time, what it holds first: a value of the field.
  AttributeValue value(std::int64_t number) const;
  // That the call gave.
  const SortRange& range() const { return range_; }
  // The whole range as a condition on the field's attribute.
  Predicate as_filter() const;

 private:
  Buckets(const FieldInfo& field, KeyFormat unit) : field_(&field), unit_(unit) {}
  const AttributeValue& high() const { return range_.kind == SortRange::Kind::Between ? range_.high : range_.low; }

  const FieldInfo* field_;
  KeyFormat unit_;
  SortRange range_ = {};
  // Years, months, days or hours.
  std::int64_t first_ = 0;
  std::int64_t last_ = 0;
};

}  // namespace partita::model
