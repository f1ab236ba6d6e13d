// Which items an access pattern reads, as comparisons of key attributes: a plan with the caller's values put in.
//
// Composed sort keys are ranges of texts. For a known text T ("ORDER#7") the items of T and everything below it are
// T .. T$, both included, and the items whose first segment lies above T begin after T$: '$' follows '#', and no key
// ends in a bare '$' (key_text.h). So every bound of a field is exact also where further segments follow the field.
#pragma once

#include <partita/model/runtime.h>

#include <optional>
#include <string>
#include <vector>

#include "model/placeholders.h"

namespace partita::model {

struct KeyComparison {
  enum class Kind : std::uint8_t { Equal, Less, LessOrEqual, Greater, GreaterOrEqual, Between, BeginsWith };
  std::string attribute;
  Kind kind = Kind::Equal;
  AttributeValue low;  // the only operand but for Between
  AttributeValue high = {};
};

// What one Query reads: the partition, then the sort key.
struct KeyRange {
  std::vector<KeyComparison> comparisons;
  // BETWEEN includes its ends. Where one does not belong, items that have it in the last comparison's attribute are to
  // be dropped by the reader.
  std::optional<AttributeValue> excluded = {};

  // The key condition; the placeholders get the values.
  std::string render(Placeholders& placeholders) &&;
};

// Where the entity stands: its primary key for kNone, or else its key in the index; nullptr where it has none there.
const EntityKey* find_key(const EntityInfo& entity, int index);

// One range, or one for each shard where the index is sharded and `values` do not say which one.
// Errors: ValidationException: a field is missing, a value cannot stand in the key, a range where the plan has none.
Result<std::vector<KeyRange>> key_ranges(const PatternInfo& pattern, const AttributeMap& values,
                                         const SortRange& range);

}  // namespace partita::model
