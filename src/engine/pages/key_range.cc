#include "engine/pages/key_range.h"

#include "base/check.h"
#include "base/try.h"
#include "engine/changes/item_keys.h"
#include "keys/key_codec.h"
#include "keys/key_space.h"
#include "value/types.h"

namespace partita::engine {
namespace {

const expr::KeyComparison* find(const expr::KeyCondition& condition, std::string_view attribute) {
  for (const expr::KeyComparison& comparison : condition.comparisons)
    if (comparison.attribute == attribute) return &comparison;
  return nullptr;
}

Result<void> check_operand(const catalog::KeyAttribute& attribute, const AttributeValue& value, KeyType role) {
  if (!value::has_type(value, attribute.type))
    return invalid("One or more parameter values were invalid: Condition parameter type does not match schema type");
  if (!value.is(AttributeType::N) && value.text().empty()) return check_key_value(attribute, role, value);
  return {};
}

Result<void> check_operands(const catalog::KeyAttribute& attribute, const expr::KeyComparison& comparison,
                            KeyType role) {
  if (comparison.op == expr::KeyOperator::NotIndexable)
    return invalid("Attempted conditional constraint is not an indexable operation");
  if (comparison.op == expr::KeyOperator::BeginsWith) {
    if (!value::has_type(comparison.value, attribute.type))
      return invalid("One or more parameter values were invalid: Condition parameter type does not match schema type");
    return {};
  }
  PARTITA_TRY(check_operand(attribute, comparison.value, role));
  if (comparison.op == expr::KeyOperator::Between) return check_operand(attribute, comparison.upper, role);
  return {};
}

// Each sort key attribute before the last one with a condition must have an equality.
Result<void> check_sort_prefix(const catalog::KeySchema& schema, const expr::KeyCondition& condition) {
  std::size_t last = schema.sort.size();
  while (last > 0 && !find(condition, schema.sort[last - 1].name)) --last;
  std::string lacking;
  for (std::size_t i = 0; i + 1 < last; ++i) {
    const expr::KeyComparison* comparison = find(condition, schema.sort[i].name);
    if (comparison && comparison->op == expr::KeyOperator::Eq) continue;
    lacking += (lacking.empty() ? "" : ", ") + schema.sort[i].name;
  }
  if (lacking.empty()) return {};
  return invalid("RANGE key attributes " + lacking +
                 " must have equality conditions specified in the query because a condition is present on key "
                 "attribute " +
                 schema.sort[last - 1].name);
}

// Checks the number of conditions of a KeyConditionExpression. The validator has counted KeyConditions.
Result<void> check_count(const catalog::KeySchema& schema, const expr::KeyCondition& condition, Conditions from) {
  const std::size_t count = condition.comparisons.size();
  if (from == Conditions::Expression && count > schema.size())
    return invalid("The number of query conditions (" + std::to_string(count) +
                   ") exceeds the number of key attributes defined in the schema (" + std::to_string(schema.size()) +
                   ")");
  if (schema.sort.empty() && count > schema.partition.size()) return invalid("Query key condition not supported");
  return {};
}

std::string with_part(const std::string& prefix, const AttributeValue& value) {
  std::string key = prefix;
  keys::encode_part(value, key);
  return key;
}

// Narrows [lower, upper) to the keys that begin with `prefix` and match the comparison after it.
void narrow(const std::string& prefix, const expr::KeyComparison& comparison, KeyRange& range) {
  switch (comparison.op) {
    case expr::KeyOperator::Eq:
      range.lower = with_part(prefix, comparison.value);
      range.upper = keys::prefix_end(range.lower);
      break;
    case expr::KeyOperator::Lt:
      range.upper = with_part(prefix, comparison.value);
      break;
    case expr::KeyOperator::Le:
      range.upper = keys::prefix_end(with_part(prefix, comparison.value));
      break;
    case expr::KeyOperator::Gt:
      range.lower = keys::prefix_end(with_part(prefix, comparison.value));
      break;
    case expr::KeyOperator::Ge:
      range.lower = with_part(prefix, comparison.value);
      break;
    case expr::KeyOperator::Between:
      range.lower = with_part(prefix, comparison.value);
      range.upper = keys::prefix_end(with_part(prefix, comparison.upper));
      break;
    case expr::KeyOperator::BeginsWith:
      range.lower = prefix;
      keys::encode_prefix(comparison.value, range.lower);
      range.upper = keys::prefix_end(range.lower);
      break;
    case expr::KeyOperator::NotIndexable:
      PARTITA_CHECK(false);
  }
}

}  // namespace

Result<KeyRange> key_range(const catalog::TableInfo& table, const catalog::IndexInfo* index,
                           const expr::KeyCondition& condition, Conditions from) {
  const catalog::KeySchema& schema = index ? index->keys : table.keys;
  PARTITA_TRY(check_count(schema, condition, from));
  KeyRange range;
  const std::size_t opened = keys::open_partition(table.id, index ? index->id : keys::kBaseTable, range.partition);
  for (const catalog::KeyAttribute& attribute : schema.partition) {
    const expr::KeyComparison* comparison = find(condition, attribute.name);
    if (!comparison) return invalid("Query condition missed key schema element: " + attribute.name);
    PARTITA_TRY(check_operands(attribute, *comparison, KeyType::Hash));
    if (comparison->op != expr::KeyOperator::Eq) return invalid("Query key condition not supported");
    keys::encode_part(comparison->value, range.partition);
  }
  PARTITA_TRY(check_sort_prefix(schema, condition));
  keys::close_partition(opened, range.partition);
  range.lower = range.partition;
  range.upper = keys::prefix_end(range.partition);
  std::string prefix = range.partition;
  std::size_t used = schema.partition.size();
  for (const catalog::KeyAttribute& attribute : schema.sort) {
    const expr::KeyComparison* comparison = find(condition, attribute.name);
    if (!comparison) {
      if (used < condition.comparisons.size())
        return invalid("Query condition missed key schema element: " + attribute.name);
      break;
    }
    PARTITA_TRY(check_operands(attribute, *comparison, KeyType::Range));
    narrow(prefix, *comparison, range);
    range.has_sort_condition = true;
    prefix = range.lower;
    ++used;
  }
  if (used < condition.comparisons.size()) return invalid("Query key condition not supported");
  return range;
}

Result<void> check_inside(const KeyRange& range, const StartKey& start) {
  const bool same_partition = start.partition() == range.partition;
  if (!range.has_sort_condition && !same_partition)
    return invalid("The provided starting key is outside query boundaries based on provided conditions");
  const std::string in_partition = range.partition + std::string(start.rest());
  if (in_partition < range.lower || in_partition >= range.upper)
    return invalid("The provided starting key does not match the range key predicate");
  if (!same_partition) return invalid("The query can return at most one row and cannot be restarted");
  return {};
}

}  // namespace partita::engine
