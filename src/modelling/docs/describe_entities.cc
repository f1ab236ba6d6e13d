#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/contains.h"
#include "modelling/core/kind_names.h"
#include "modelling/core/template_parts.h"
#include "modelling/docs/describe_parts.h"
#include "modelling/docs/value_text.h"

namespace partita::modelling::docs {
namespace {

std::string type_text(const Field& field) {
  std::string text;
  if (field.kind == model::FieldKind::Document) {
    text = to_text(field.document);
  } else if (field.kind == model::FieldKind::Enum) {
    std::vector<std::string> names;
    for (const Enumerator& one : field.enumerators) names.push_back(one.attribute.empty() ? one.name : one.attribute);
    text = fmt::format("enum: {}", fmt::join(names, ", "));
  } else {
    text = to_text(field.kind);
  }
  return field.optional ? text + ", optional" : text;
}

bool uses(const EntityKey& key, const std::string& field) {
  for (const auto& templates : {key.partition, key.sort})
    for (const std::string& text : templates)
      for (const TemplatePart& part : template_parts(text))
        if (part.field == field) return true;
  return false;
}

// The uses of a field, beyond its description.
std::string meaning_of(const Table& table, const Entity& entity, const Field& field) {
  std::vector<std::string> facts;
  if (uses(entity.primary, field.name)) facts.push_back("in the primary key");
  std::vector<std::string> indexes;
  for (const EntityKey& key : entity.indexes)
    if (uses(key, field.name)) indexes.push_back(key.index);
  for (const Index& index : table.indexes) {
    if (index.vector && index.vector->attribute == field.attribute) facts.push_back("the vector of " + index.name);
    for (const auto& attributes : {index.partition, index.sort})
      if (base::contains(attributes, field.attribute) && !base::contains(indexes, index.name))
        indexes.push_back(index.name);
    if (index.shards && index.shards->of == field.name) facts.push_back("decides the shard in " + index.name);
  }
  if (!indexes.empty()) facts.push_back("in the key of " + listed(indexes));
  if (field.name == entity.version) facts.push_back("counts the writes of the item");
  if (field.name == entity.ttl) facts.push_back("the time at which the item expires");
  if (field.name == entity.created_at) facts.push_back("the time of the first write");
  if (field.name == entity.updated_at) facts.push_back("the time of the last write");
  for (const auto& unique : entity.unique)
    if (base::contains(unique, field.name))
      facts.push_back(unique.size() == 1 ? "unique" : "unique as " + fmt::format("{}", fmt::join(unique, " + ")));
  for (const Computed& computed : entity.computed)
    if (computed.field == field.name) facts.push_back("follows from " + listed(computed.from));
  if (field.has_default) facts.push_back("has a default");
  if (!field.copy_of.empty()) {
    facts.push_back("repeats " + field.copy_of);
    if (field.kept == CopyKept::Transaction) facts.push_back("written in the transaction that changes it");
    if (field.kept == CopyKept::Followed) facts.push_back("written by a program that follows the stream");
  }
  std::string text = field.description;
  if (text.empty()) return fmt::format("{}", fmt::join(facts, "; "));
  if (!facts.empty()) text += fmt::format(" ({})", fmt::join(facts, "; "));
  return text;
}

DocField describe_field(const Table& table, const Entity& entity, const Field& field,
                        const std::vector<Relation>& relations) {
  DocField out{.name = field.name,
               .attribute = !field.stored                   ? "only in keys"
                            : field.attribute != field.name ? field.attribute
                                                            : "",
               .type = type_text(field),
               .meaning = meaning_of(table, entity, field),
               .references = field.references};
  for (const Relation& relation : relations)
    for (const auto& [theirs, ours] : relation.fields) {
      if (relation.child != &entity || ours != field.name) continue;
      const std::string target = relation.parent->name + '.' + theirs;
      if (out.references.empty() || out.references == relation.parent->name) out.references = target;
    }
  return out;
}

std::vector<std::string> facts_of(const Entity& entity) {
  std::vector<std::string> facts;
  if (entity.count || entity.size_bytes) {
    std::string text = entity.count ? counted(*entity.count, "item") : std::string("items");
    if (entity.size_bytes) text += fmt::format(" of {} bytes in the mean", amount_text(*entity.size_bytes));
    facts.push_back("About " + text + '.');
    if (!entity.count) facts.back() = fmt::format("Items of {} bytes in the mean.", amount_text(*entity.size_bytes));
  }
  if (!entity.aliases.empty()) facts.push_back("Items may also have the tag " + listed(entity.aliases) + '.');
  if (!entity.version.empty())
    facts.push_back(fmt::format("Writes check and count the version in {}.", entity.version));
  if (!entity.ttl.empty()) facts.push_back(fmt::format("Items expire at {}.", entity.ttl));
  for (const auto& unique : entity.unique)
    facts.push_back(fmt::format("{} {} unique: a sentinel item reserves each value.", listed(unique),
                                unique.size() == 1 ? "is" : "are together"));
  if (entity.lossy_key) facts.push_back("Items with different values may have one primary key.");
  if (entity.other_attributes) facts.push_back("Items may have attributes that no field names.");
  if (entity.guessed) facts.push_back("The entity was inferred from items.");
  return facts;
}

std::vector<PictureCell> templates_of_key(const model::EntityKey& key) {
  std::vector<PictureCell> cells;
  for (const auto& attributes : {key.partition, key.sort})
    for (const model::KeyAttribute& one : attributes)
      cells.push_back({std::string(one.attribute), one.natural && one.value.text == one.attribute
                                                       ? fmt::format("{{{}}}", one.attribute)
                                                       : std::string(one.value.text)});
  return cells;
}

std::string condition_of(const model::EntityInfo& entity, const model::EntityKey& key) {
  std::vector<std::string> parts;
  if (key.when.field != model::kNone)
    parts.push_back(fmt::format("only while {} = {}", entity.at(key.when.field).name, key.when.equals));
  for (const auto& attributes : {key.partition, key.sort})
    for (const model::KeyAttribute& attribute : attributes)
      for (const model::KeyPart& part : attribute.value.parts) {
        if (!part.is_field()) continue;
        const model::FieldInfo& field = entity.at(part.field);
        const std::string text = fmt::format("only with {}", field.name);
        if (field.optional && !base::contains(parts, text)) parts.push_back(text);
      }
  if (key.added_later) parts.push_back("added later, so older items may be missing");
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string anchor_of(std::string_view kind, std::string_view name, std::size_t number) {
  std::string out(kind);
  bool gap = true;
  for (const char c : name) {
    const char low = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool plain = (low >= 'a' && low <= 'z') || (low >= '0' && low <= '9');
    if (plain && gap) out += '-';
    gap = !plain;
    if (plain) out += low;
    if (out.size() > 60) break;
  }
  return fmt::format("{}-{}", out, number);
}

std::vector<DocKey> describe_keys(const Described& of, const ProvenTable& table, model::IndexPosition index) {
  std::vector<DocKey> keys;
  for (const model::EntityInfo* entity : table.info->entities) {
    const model::EntityKey* key = index == model::kNone ? &entity->primary : nullptr;
    for (const model::EntityKey& one : entity->indexes)
      if (index != model::kNone && one.index == index) key = &one;
    if (!key) continue;
    DocKey out{.entity = std::string(entity->name),
               .place = index == model::kNone ? std::string() : std::string(table.info->at(index).name),
               .templates = templates_of_key(*key),
               .condition = condition_of(*entity, *key)};
    const Entity* declared = table.declared->entity(entity->name);
    for (const ExampleItem& example : of.examples.of.at(table.declared)) {
      if (example.entity != declared) continue;
      std::vector<PictureCell> cells;
      for (const PictureCell& one : out.templates)
        if (const AttributeValue* value = example.item.find(one.name)) cells.push_back({one.name, value_text(*value)});
      if (cells.size() != out.templates.size()) continue;
      out.examples = std::move(cells);
      break;
    }
    keys.push_back(std::move(out));
  }
  return keys;
}

std::vector<DocEntity> describe_entities(const Described& of) {
  const std::vector<Relation> direct = direct_relations(relations(of.proof.model()));
  std::vector<DocEntity> entities;
  for (const ProvenTable& table : of.proof.tables()) {
    std::vector<DocKey> keys = describe_keys(of, table, model::kNone);
    for (std::size_t i = 0; i < table.info->indexes.size(); ++i)
      for (DocKey& key : describe_keys(of, table, model::IndexPosition(i))) keys.push_back(std::move(key));
    for (const Entity& entity : table.declared->entities) {
      DocEntity out{.name = entity.name,
                    .anchor = anchor_of("entity", entity.name, entities.size() + 1),
                    .colour = of.colours.of.at(&entity),
                    .table = table.declared->name,
                    .description = entity.description,
                    .facts = facts_of(entity)};
      for (const Field& field : entity.fields)
        out.fields.push_back(describe_field(*table.declared, entity, field, direct));
      for (const DocKey& key : keys)
        if (key.entity == entity.name) out.keys.push_back(key);
      entities.push_back(std::move(out));
    }
  }
  return entities;
}

}  // namespace partita::modelling::docs
