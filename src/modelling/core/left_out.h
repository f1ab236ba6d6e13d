// The items that an index lacks although a read by it asks for them. A program that demands the index of a pattern
// consents to that (model/detail/key_match.h), so the proof does not refuse it.
#pragma once

#include <partita/model/runtime/description.h>

#include <string_view>
#include <vector>

namespace partita::modelling {

// Items of an entity without an entry: those that lack the field, or whose field is not `equals` if that has a text.
struct IndexGap {
  const model::EntityInfo* entity = nullptr;
  model::FieldPosition field = model::kNone;  // of the entity
  std::string_view equals = {};

  std::string_view field_name() const { return entity->at(field).name; }
};

// Returns the items that the index of the pattern's plan lacks, in the order of the pattern's entities. The list is
// empty if the plan is a read by the table's key or a search of vectors. A read does not ask for an item that lacks a
// field that a call gives, or by which the answer is ordered or limited.
std::vector<IndexGap> left_out(const model::PatternInfo& pattern);

}  // namespace partita::modelling
