#include "modelling/generate/description.h"

#include <algorithm>
#include <string>

#include "modelling/core/kind_names.h"
#include "modelling/generate/model_facts.h"
#include "modelling/write/request_tree.h"
#include "modelling/write/table_request.h"

namespace partita::modelling {
namespace descriptions {
namespace {

using model::FieldPosition;
using model::kNone;

Tree position(FieldPosition field) { return tree_number(static_cast<std::int64_t>(field.number())); }

template <class Positions>
Tree positions(const Positions& fields) {
  Tree out = tree_list();
  for (const FieldPosition field : fields) out.push(position(field));
  return out;
}

template <class Texts>
Tree texts(const Texts& all) {
  Tree out = tree_list();
  for (const std::string_view text : all) out.push(tree_text(text));
  return out;
}

void add_flag(Tree& to, const char* name, bool is_set) {
  if (is_set) to.add(name, tree_flag(true));
}
void add_text(Tree& to, const char* name, std::string_view text) {
  if (!text.empty()) to.add(name, tree_text(text));
}
void add_field(Tree& to, const char* name, FieldPosition field) {
  if (field != kNone) to.add(name, position(field));
}
void add_number(Tree& to, const char* name, std::int64_t number) {
  if (number != 0) to.add(name, tree_number(number));
}

Tree describe_field(const Table& table, const Field& declared, const model::FieldInfo& field) {
  Tree out = tree_map();
  out.add("name", tree_text(field.name));
  out.add("attribute", tree_text(field.attribute));
  out.add("kind", tree_text(to_text(field.kind)));
  if (field.kind == model::FieldKind::Document)
    out.add("document", tree_text(is_vector(table, declared)               ? "vector"
                                  : declared.document == DocumentType::Any ? "any"
                                                                           : to_text(declared.document)));
  add_flag(out, "optional", field.optional);
  add_flag(out, "keyOnly", !field.stored);
  add_flag(out, "hasDefault", field.has_default);
  if (field.enumerators.empty()) return out;
  Tree& enumerators = out.add("enumerators", tree_list());
  for (const model::EnumeratorInfo& one : field.enumerators) {
    Tree& described = enumerators.push(tree_map());
    described.add("name", tree_text(one.name));
    described.add("attribute", tree_text(one.attribute));
    described.add("key", tree_text(one.key));
  }
  return out;
}

Tree describe_part(const model::KeyPart& part) {
  if (!part.is_field()) return tree_text(part.literal);
  constexpr std::string_view kFormats[] = {"", "padded", "signed", "year", "month", "day", "hour", "shard"};
  constexpr std::string_view kEscapes[] = {"", "reject", "raw"};
  Tree out = tree_map();
  out.add("field", position(part.field));
  add_text(out, "format", kFormats[static_cast<int>(part.format)]);
  add_number(out, "width", part.width);
  add_number(out, "shards", part.shards);
  add_number(out, "wasShards", part.was_shards);
  add_text(out, "escape", kEscapes[static_cast<int>(part.escape)]);
  add_text(out, "mustBegin", part.must_begin);
  return out;
}

Tree describe_attributes(std::span<const model::KeyAttribute> attributes) {
  Tree out = tree_list();
  for (const model::KeyAttribute& attribute : attributes) {
    Tree& one = out.push(tree_map());
    one.add("attribute", tree_text(attribute.attribute));
    one.add("type", tree_text(to_text(attribute.type)));
    add_flag(one, "natural", attribute.natural);
    Tree& parts = one.add("parts", tree_list());
    for (const model::KeyPart& part : attribute.value.parts) parts.push(describe_part(part));
  }
  return out;
}

Tree describe_key(const model::EntityKey& key) {
  Tree out = tree_map();
  if (key.index != kNone) out.add("index", tree_number(static_cast<std::int64_t>(key.index.number())));
  out.add("partition", describe_attributes(key.partition));
  out.add("sort", describe_attributes(key.sort));
  if (key.when.field == kNone) return out;
  Tree& when = out.add("when", tree_map());
  when.add("field", position(key.when.field));
  when.add("equals", tree_text(key.when.equals));
  return out;
}

Tree describe_entity(const Table& table, const Entity& declared, const model::EntityInfo& entity) {
  Tree out = tree_map();
  out.add("name", tree_text(entity.name));
  if (!entity.aliases.empty()) out.add("aliases", texts(entity.aliases));
  Tree& fields = out.add("fields", tree_list());
  for (std::size_t i = 0; i < entity.fields.size(); ++i)
    fields.push(describe_field(table, declared.fields[i], entity.fields[i]));
  out.add("primary", describe_key(entity.primary));
  Tree& indexes = out.add("indexes", tree_list());
  for (const model::EntityKey& key : entity.indexes) indexes.push(describe_key(key));
  add_field(out, "version", entity.version);
  add_field(out, "ttl", entity.ttl);
  if (!entity.unique.empty()) {
    Tree& unique = out.add("unique", tree_list());
    for (const model::UniqueInfo& together : entity.unique) {
      Tree& one = unique.push(tree_list());
      for (std::size_t i = 0; i < together.size(); ++i) one.push(position(together[i]));
    }
    add_text(out, "sentinels", entity.sentinels);
  }
  add_field(out, "created", entity.created);
  add_field(out, "updated", entity.updated);
  if (!entity.computed.empty()) {
    Tree& computed = out.add("computed", tree_list());
    for (const model::ComputedInfo& one : entity.computed) {
      Tree& described = computed.push(tree_map());
      described.add("field", position(one.field));
      described.add("from", positions(one.from));
    }
  }
  add_flag(out, "lossyKey", entity.lossy_key);
  add_flag(out, "otherAttributes", entity.carries_other_attributes);
  return out;
}

Tree describe_index(const model::IndexInfo& index) {
  Tree out = tree_map();
  out.add("name", tree_text(index.name));
  out.add("scope", tree_text(to_text(index.scope)));
  out.add("partition", texts(index.partition));
  out.add("sort", texts(index.sort));
  out.add("projection", tree_text(to_text(index.projection)));
  if (!index.include.empty()) out.add("include", texts(index.include));
  if (index.shards.count > 0) {
    Tree& shards = out.add("shards", tree_map());
    shards.add("count", tree_number(std::int64_t{index.shards.count}));
    add_number(shards, "was", index.shards.was);
    shards.add("of", tree_text(index.shards.of));
    shards.add("attribute", tree_text(index.shards.attribute));
  }
  if (index.is_vector()) {
    Tree& vector = out.add("vector", tree_map());
    vector.add("attribute", tree_text(index.vector.attribute));
    vector.add("dimensions", tree_number(std::int64_t{index.vector.dimensions}));
    vector.add("distance", tree_text(to_text(index.vector.distance)));
    vector.add("filters", texts(index.vector.filters));
  }
  return out;
}

// The body of CreateTable, without the table's name.
Tree describe_creation(const Table& table) {
  Tree out = tree_of(create_table_request(table));
  std::erase_if(out.members, [](const auto& member) { return member.first == "TableName"; });
  return out;
}

Tree describe_table(const ProvenTable& table) {
  const model::TableInfo& info = *table.info;
  Tree out = tree_map();
  out.add("name", tree_text(info.name));
  out.add("partition", tree_text(info.partition));
  add_text(out, "sort", info.sort);
  add_text(out, "typeAttribute", info.type_attribute);
  Tree& indexes = out.add("indexes", tree_list());
  for (const model::IndexInfo& index : info.indexes) indexes.push(describe_index(index));
  Tree& entities = out.add("entities", tree_list());
  for (std::size_t i = 0; i < table.declared->entities.size(); ++i)
    entities.push(describe_entity(*table.declared, table.declared->entities[i], info.at(table.positions[i])));
  out.add("create", describe_creation(*table.declared));
  if (const auto attribute = ttl_attribute(*table.declared)) add_text(out, "ttlAttribute", *attribute);
  return out;
}

Tree describe_plan(const model::Plan& plan) {
  constexpr std::string_view kOperations[] = {"GetItem", "Query", "Search"};
  constexpr std::string_view kSorts[] = {"none", "equal", "prefix", "tree", "range"};
  Tree out = tree_map();
  out.add("operation", tree_text(kOperations[static_cast<int>(plan.operation)]));
  if (plan.index != kNone) out.add("index", tree_number(static_cast<std::int64_t>(plan.index.number())));
  out.add("sort", tree_text(kSorts[static_cast<int>(plan.sort)]));
  out.add("sortParts", tree_number(std::int64_t{plan.sort_parts}));
  add_field(out, "rangeField", plan.range_field);
  out.add("forward", tree_flag(plan.forward));
  add_flag(out, "consistent", plan.consistent);
  add_field(out, "bucketField", plan.bucket_field);
  return out;
}

Tree describe_pattern(const Proof& proof, const model::PatternInfo& pattern) {
  const auto tables = std::ranges::find(proof.tables(), pattern.table, &ProvenTable::info) - proof.tables().begin();
  Tree out = tree_map();
  out.add("name", tree_text(pattern.name));
  out.add("table", tree_number(static_cast<std::int64_t>(tables)));
  Tree& entities = out.add("entities", tree_list());
  for (const model::EntityInfo* entity : pattern.entities) {
    const auto at = std::ranges::find(pattern.table->entities, entity) - pattern.table->entities.begin();
    entities.push(tree_number(static_cast<std::int64_t>(at)));
  }
  out.add("by", positions(pattern.by));
  out.add("plan", describe_plan(pattern.plan));
  add_flag(out, "withExpired", pattern.asked.with_expired);
  add_flag(out, "fromEnd", pattern.asked.from_end);
  add_flag(out, "whole", pattern.asked.whole);
  if (!pattern.asked.wanted.empty()) out.add("wanted", texts(pattern.asked.wanted));
  return out;
}

}  // namespace
}  // namespace descriptions

Tree description_of(const Proof& proof) {
  Tree out = tree_map();
  out.add("name", tree_text(proof.model().name));
  Tree& tables = out.add("tables", tree_list());
  for (const ProvenTable& table : proof.tables()) tables.push(descriptions::describe_table(table));
  Tree& patterns = out.add("patterns", tree_list());
  for (const ProvenPattern& pattern : proof.patterns())
    if (pattern.served()) patterns.push(descriptions::describe_pattern(proof, pattern.info));
  return out;
}

std::size_t described_position(const Proof& proof, const ProvenPattern& pattern) {
  return static_cast<std::size_t>(
      std::count_if(proof.patterns().data(), &pattern, [](const ProvenPattern& before) { return before.served(); }));
}

}  // namespace partita::modelling
