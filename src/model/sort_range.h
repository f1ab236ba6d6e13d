// The sort key's part of a KeyRange.
#pragma once

#include "model/key_range.h"

namespace partita::model {

// What the plan and the caller say about the sort key of the pattern's first entity.
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

// Says which of the template's fields is missing. Requires: one is.
unexpected<Error> missing_field(const PatternInfo& pattern, const KeyTemplate& key, const AttributeMap& values);

// The end of what stands at `text` and below it. No key goes on behind a text of the longest size.
std::string end_of_tree(std::string text);

// What a condition that is no range compares a composed sort key with: `known` is the text of the template's first `parts`
// parts. nullopt: it says nothing.
struct KnownComparison {
  KeyComparison::Kind kind = KeyComparison::Kind::Equal;
  std::string low;
  std::string high;  // of Between
};
std::optional<KnownComparison> known_comparison(SortCondition condition, const KeyTemplate& key, std::size_t parts,
                                                std::string known);

}  // namespace partita::model
