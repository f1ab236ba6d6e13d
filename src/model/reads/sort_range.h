// The part of a KeyRange that the sort key gives.
#pragma once

#include "model/reads/key_range.h"

namespace partita::model {

// The conditions of the plan and of the caller on the sort key of the pattern's first entity.
struct SortRequest {
  const PatternInfo& pattern;
  const EntityKey& key;
  const AttributeMap& values;
  const SortRange& range;

  const EntityInfo& entity() const { return *pattern.entities.front(); }
  const Plan& plan() const { return pattern.plan; }
};

// Adds the comparisons of the sort attributes. Errors: as key_ranges.
Result<void> append_sort(const SortRequest& request, KeyRange& out);

// The error that names the missing field of the template. Requires: a field of it is missing in `values`.
unexpected<Error> missing_field(const PatternInfo& pattern, const KeyTemplate& key, const AttributeMap& values);

// The upper end of the keys that are `text` or below it. It is `text` itself if `text` has the longest size, because no
// longer key exists.
std::string end_of_tree(std::string text);

// A comparison with a composed sort key.
struct KnownComparison {
  KeyComparison::Kind kind = KeyComparison::Kind::Equal;
  std::string low;
  std::string high;  // for Between only
};
// The comparison for a condition that is not a range. `known` is the text of the template's first `parts` parts.
// nullopt if every sort key meets the condition.
std::optional<KnownComparison> known_comparison(SortCondition condition, const KeyTemplate& key, std::size_t parts,
                                                std::string known);

}  // namespace partita::model
