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
tl::unexpected<Error> missing_field(const PatternInfo& pattern, const KeyTemplate& key, const AttributeMap& values);

bool has_type(const AttributeValue& value, ScalarAttributeType type);
AttributeValue typed_text(ScalarAttributeType type, std::string text);

}  // namespace partita::model
