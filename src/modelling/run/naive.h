// Reads of access patterns over plain lists of items, to compare a database's answers with. These functions neither
// compose a key nor ask an index: a pattern's fields must be equal, the items must have the fields of the index, and
// their order is that of the fields in the sort key.
#pragma once

#include <partita/model/runtime/pattern_reads.h>

#include <optional>
#include <string>
#include <vector>

#include "modelling/run/samples.h"

namespace partita::modelling::run {

// A condition on a field that a read's filter or range has.
struct FieldCondition {
  model::FieldPosition field = model::kNone;
  std::string comparison = {};  // as FilterCondition has it
  std::vector<AttributeValue> operands = {};
};

// A read in terms of fields.
struct NaiveRead {
  const model::PatternInfo* pattern = nullptr;
  AttributeMap by = {};                      // the values of the pattern's fields, by attribute
  std::optional<FieldCondition> range = {};  // on the first entity
  std::vector<FieldCondition> filter = {};   // on the first entity
  bool filter_any = false;                   // one condition of the filter suffices
  std::int64_t now_ms = 0;                   // items that have expired are left out
};

// True if a database keeps the same for both: numbers are equal as numbers, also inside of documents, and sets have no
// order.
bool is_same_stored(const AttributeValue& a, const AttributeValue& b);
// Requires: is_known_comparison().
bool holds(const FieldCondition& condition, const Sample& sample);
// True if the read has no filter, or the item passes it. Requires: as holds().
bool passes_filter(const NaiveRead& read, const Sample& sample);
bool is_known_comparison(std::string_view comparison);

// True if the item has an entry in the index, or if `index` is kNone.
bool is_in(const Sample& sample, model::IndexPosition index);

bool has_expired(const Sample& sample, std::int64_t now_ms);

// The items of one of the pattern's entities, in the order of the answer. Items with equal sort keys are in any order.
std::vector<const Sample*> evaluate(const NaiveRead& read, const model::EntityInfo& entity, const Samples& samples);

// The items of one of the pattern's entities that the answer lacks only because the pattern's index does: they are like
// those of evaluate(), but lack a field of the index's key, or have another value than the index is for. An item
// without the field of the pattern's range or order is not among them.
std::vector<const Sample*> missing_in_index(const NaiveRead& read, const model::EntityInfo& entity,
                                            const Samples& samples);

// Orders two items of one entity as the key in the index does. nullopt if the order is not known from the fields: the
// sort key has a shard. Less than zero: a is before b in a forward read.
std::optional<int> compare_in_key(const Sample& a, const Sample& b, model::IndexPosition index,
                                  model::FieldPosition bucket_field);

}  // namespace partita::modelling::run
