// Comparisons with empty values. An empty optional or set is stored as an absent attribute, or as NULL by other
// programs, and an expression cannot have an absent attribute as an operand.
#include <fmt/format.h>
#include <partita/model/detail/condition.h>

#include <algorithm>

#include "model/codec/guarded.h"
#include "model/core/spell.h"

namespace partita::model::detail {
namespace {

bool is_empty(const AttributeValue& value) { return value.is(AttributeType::None); }
bool has_empty(const Predicate& predicate) {
  return std::any_of(predicate.values.begin(), predicate.values.end(), is_empty);
}

// Holds for an absent attribute, and for NULL, which other programs write for an empty value.
Predicate empty_at(const Path& path) {
  using Kind = Predicate::Kind;
  Predicate either{.kind = Kind::Or};
  either.children.push_back({.kind = Kind::NotExists, .path = path});
  either.children.push_back({.kind = Kind::HasType, .path = path, .values = {AttributeValue("NULL")}});
  return either;
}

}  // namespace

void add_member(std::size_t steps, const void* member, const ErasedCodec& codec, std::vector<AbsentValue>& to) {
  AttributeValue value;
  if (Fault unused; encode_guarded(codec, member, value, unused) && !value.is(AttributeType::None))
    to.push_back({steps, std::move(value)});
}

AttributeValue empty_set(AttributeType type) {
  return type == AttributeType::SS   ? AttributeValue::string_set({})
         : type == AttributeType::NS ? AttributeValue::number_set({})
                                     : AttributeValue::binary_set({});
}

Result<void> replace_empty(Predicate& predicate) {
  using Kind = Predicate::Kind;
  if (!has_empty(predicate)) return {};
  switch (predicate.kind) {
    case Kind::Equal:
      predicate = empty_at(predicate.path);
      return {};
    case Kind::NotEqual: {
      Predicate other{.kind = Kind::Not};
      other.children.push_back(empty_at(predicate.path));
      predicate = std::move(other);
      return {};
    }
    case Kind::In: {
      std::erase_if(predicate.values, is_empty);
      Predicate either = empty_at(predicate.path);
      if (!predicate.values.empty()) either.children.push_back(std::move(predicate));
      predicate = std::move(either);
      return {};
    }
    default:
      return invalid(
          fmt::format("The condition on {} compares with an empty value, which is stored as an absent attribute: "
                      "compare with == or !=, or use .exists() or .not_exists()",
                      spell(predicate.path)));
  }
}

Result<void> refuse_empty(const Predicate& predicate) {
  if (!has_empty(predicate)) return {};
  return invalid(fmt::format("A range of {} has an empty value, which is never in a key", spell(predicate.path)));
}

}  // namespace partita::model::detail
