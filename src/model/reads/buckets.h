// The partitions that a range of a time or date spans if the partition key holds its year, month, day or hour.
#pragma once

#include <partita/model/runtime/pattern_reads.h>
#include <partita/model/runtime/predicate.h>

#include <cstdint>
#include <string>

namespace partita::model {

class Buckets {
 public:
  // Makes the buckets of the range of the plan's bucket field.
  // Requires: the plan has one.
  // Errors: ValidationException for a range that lacks an end, ends before it begins, has an end of the wrong form, or
  // spans more than kMostPartitions partitions.
  static Result<Buckets> make(const PatternInfo& pattern, const SortRange& range);
  static constexpr std::int64_t kMostPartitions = 10'000;

  // The number of partitions, from 1 to kMostPartitions.
  std::int64_t count() const { return last_ - first_ + 1; }
  // The first value of the field in bucket number `number`. Numbers begin at 0, in the order of time.
  AttributeValue value(std::int64_t number) const;
  // The range that the call gave.
  const SortRange& range() const { return range_; }
  // The whole range as a condition on the field's attribute.
  Predicate as_filter() const;

 private:
  Buckets(const FieldInfo& field, KeyFormat unit) : field_(&field), unit_(unit) {}
  const AttributeValue& high() const { return range_.kind == SortRange::Kind::Between ? range_.high : range_.low; }

  const FieldInfo* field_;
  KeyFormat unit_;
  SortRange range_ = {};
  // The first and last partition, counted in years, months, days or hours. Years count from 0, days and hours from
  // 1970.
  std::int64_t first_ = 0;
  std::int64_t last_ = 0;
};

}  // namespace partita::model
