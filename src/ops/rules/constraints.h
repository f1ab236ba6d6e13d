// Constraints: the first stage of every validator. The service checks the shape of a request against its model and
// reports up to ten faults in one text, for example
//   2 validation errors detected: Value null at 'tableName' failed to satisfy constraint: Member must not be null; ...
#pragma once

#include <partita/error.h>
#include <partita/table_operations.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ops/rules/enum_sets.h"

namespace partita::ops {

// The position of a value in a request, such as tableName, keySchema.1.member.keyType or
// queryFilter.price.member.comparisonOperator. Its text is rendered only after a fault was found. The parent and the
// names must outlive a RequestPlace.
class RequestPlace {
 public:
  RequestPlace(const char* name) : name_(name) {}
  RequestPlace(const RequestPlace& parent, std::string_view name) : parent_(&parent), name_(name) {}
  // The element of a list at `index`, which counts from 0.
  static RequestPlace element(const RequestPlace& list, std::size_t index) {
    return RequestPlace(&list, {}, index + 1, Kind::Element);
  }
  // The value of a map at `key`.
  static RequestPlace entry(const RequestPlace& map, std::string_view key) {
    return RequestPlace(&map, key, 0, Kind::Entry);
  }
  std::string text() const;

 private:
  enum class Kind : std::uint8_t { Member, Element, Entry };
  RequestPlace(const RequestPlace* parent, std::string_view name, std::size_t index, Kind kind)
      : parent_(parent), name_(name), index_(index), kind_(kind) {}

  const RequestPlace* parent_ = nullptr;
  std::string_view name_;
  std::size_t index_ = 0;
  Kind kind_ = Kind::Member;
};

class Constraints {
 public:
  static constexpr std::size_t kNoMaximum = std::numeric_limits<std::size_t>::max();

  // Adds a fault if the value is null. Returns whether there is a value.
  template <class T>
  bool not_null(const std::optional<T>& value, const RequestPlace& place) {
    if (!value) add_null(place);
    return value.has_value();
  }
  // Adds a fault if a value is given but not known.
  template <class E>
  void one_of(const OptionalEnum<E>& value, const RequestPlace& place) {
    if (value && !value->known()) add(value->text(), place, "Member must satisfy enum value set: ", enum_set(E{}));
  }
  // Checks the length of a text, in bytes.
  void length(std::string_view text, const RequestPlace& place, std::size_t minimum, std::size_t maximum = kNoMaximum);
  // Checks the number of elements of a list. `render` prints the list for the fault's text.
  template <class Render>
  void count(std::size_t elements, const RequestPlace& place, std::size_t minimum, std::size_t maximum, Render render) {
    if (elements < minimum || elements > maximum) length_fault(elements, render(), place, minimum, maximum);
  }
  // An absent value passes.
  void at_least(const OptionalInteger& value, const RequestPlace& place, std::int64_t minimum);
  void at_most(const OptionalInteger& value, const RequestPlace& place, std::int64_t maximum);
  // Checks that the text is not empty and has only letters, digits, '_', '.' and '-'.
  void name_pattern(std::string_view text, const RequestPlace& place);

  void add_null(const RequestPlace& place);
  void add(std::string_view value, const RequestPlace& place, std::string_view rule, std::string_view detail = {});
  // Adds a fault with an unusual form. `text` is all of it, from "Value" on.
  void add_text(std::string text);

  // Errors: one ValidationException with the first ten faults.
  Result<void> finish() const;

 private:
  void length_fault(std::size_t length, std::string_view value, const RequestPlace& place, std::size_t minimum,
                    std::size_t maximum);
  std::vector<std::string> faults_;
};

}  // namespace partita::ops
