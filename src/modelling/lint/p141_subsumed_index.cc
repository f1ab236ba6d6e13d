#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/contains.h"
#include "modelling/lint/names.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P141{
    .id = "P141",
    .severity = Severity::Warning,
    .title = "An index that another key replaces",
    .why =
        "Every item of the index has the same partition key in the table or in another index, whose sort key "
        "begins as this one's, and which holds at least the same attributes.",
    .cost = "Each write of its items and their storage are paid for once more than needed.",
    .cure = "Remove the index and read the other one."};

namespace {

std::string sort_text(const model::EntityKey& key) {
  std::string out;
  for (const model::KeyAttribute& attribute : key.sort) out += std::string(attribute.value.text) + "\n";
  return out;
}

bool same_templates(std::span<const model::KeyAttribute> a, std::span<const model::KeyAttribute> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return x.value.text == y.value.text && x.type == y.type; });
}

// True if reads by `key` could use `other` of the same entity. The shorter sort key must end in front of a '#'.
bool replaces(const model::EntityKey& other, const model::EntityKey& key) {
  if (other.when.field != model::kNone || !same_templates(other.partition, key.partition)) return false;
  if (key.sort.empty()) return true;
  if (key.sort.size() > 1 || other.sort.size() > 1) return sort_text(other).starts_with(sort_text(key));
  if (other.sort.empty() || other.sort[0].natural != key.sort[0].natural) return false;
  const std::string_view ours = key.sort[0].value.text, theirs = other.sort[0].value.text;
  return theirs == ours || (!ours.empty() && theirs.starts_with(ours) && theirs[ours.size()] == '#');
}

bool holds_as_much(const Index* other, const Index& index) {
  if (!other || other->projection == ProjectionType::All) return true;
  if (other->projection != index.projection) return index.projection == ProjectionType::KeysOnly;
  return std::all_of(index.include.begin(), index.include.end(),
                     [&](const std::string& name) { return base::contains(other->include, name); });
}

const model::EntityKey* key_at(const model::EntityInfo& entity, model::IndexPosition index) {
  if (index == model::kNone) return &entity.primary;
  for (const model::EntityKey& key : entity.indexes)
    if (key.index == index) return &key;
  return nullptr;
}

template <class Visit>
void each_field(const model::EntityKey& key, Visit visit) {
  for (const auto& attributes : {key.partition, key.sort})
    for (const model::KeyAttribute& attribute : attributes)
      for (const model::KeyPart& part : attribute.value.parts)
        if (part.is_field()) visit(part.field);
}

// An item that lacks an optional field of a key is not in its index.
bool holds_all_items(const model::EntityInfo& entity, const model::EntityKey& other, const model::EntityKey& key) {
  std::vector<model::FieldPosition> fields;
  each_field(key, [&](model::FieldPosition field) { fields.push_back(field); });
  bool all = true;
  each_field(other, [&](model::FieldPosition field) {
    const bool may_lack = entity.at(field).optional;
    all = all && (!may_lack || base::contains(fields, field));
  });
  return all;
}

bool is_subsumed(const ProvenTable& table, model::IndexPosition index, model::IndexPosition other) {
  bool any = false;
  for (const model::EntityInfo* entity : table.info->entities) {
    const model::EntityKey* key = key_at(*entity, index);
    const model::EntityKey* theirs = key_at(*entity, other);
    // Items of other entities would be read too.
    if (!key) {
      if (theirs) return false;
      continue;
    }
    any = true;
    if (!theirs || !replaces(*theirs, *key) || !holds_all_items(*entity, *theirs, *key)) return false;
  }
  return any;
}

}  // namespace

void check_P141(const Proof& proof, Findings& findings) {
  for (const ProvenTable& table : proof.tables()) {
    const model::PositionsOf<model::IndexInfo> indexes(table.declared->indexes.size());
    std::vector<model::IndexPosition> places = {model::kNone};
    for (const model::IndexPosition position : indexes) places.push_back(position);
    for (const model::IndexPosition position : indexes) {
      const Index& index = table.declared->at(position);
      if (index.scope == model::IndexScope::Vector) continue;
      for (const model::IndexPosition other : places) {
        const Index* theirs = declared_index(table, other);
        if (other == position || (theirs && theirs->scope == model::IndexScope::Vector) ||
            !holds_as_much(theirs, index) || !is_subsumed(table, position, other))
          continue;
        // Of two that replace each other the later one is reported.
        if (other > position && is_subsumed(table, other, position) && holds_as_much(&index, *theirs)) continue;
        findings.add(k_P141, {.place = index.place,
                              .table = table.declared->name,
                              .index = index.name,
                              .message = fmt::format("{} can serve all reads of the index {}",
                                                     place_name(*table.info, other), index.name)});
        break;
      }
    }
  }
}

}  // namespace partita::modelling::lint
