// Tables, indexes, entities and fields of schema.json.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "base/contains.h"
#include "modelling/core/nearest.h"
#include "modelling/read/aws/aws_schema.h"
#include "modelling/read/template_text.h"

namespace partita::modelling::aws_schema {
namespace {

constexpr std::size_t kMostKeyAttributes = 4;
constexpr std::array<std::string_view, 3> kProjections = {"ALL", "KEYS_ONLY", "INCLUDE"};
constexpr std::array<std::string_view, 7> kFieldTypes = {"string", "integer", "decimal", "boolean",
                                                         "array",  "object",  "uuid"};

// A text, or a list of 1 to 4 texts.
Result<std::vector<std::string>> key_texts(const Node& node, std::string_view what) {
  std::vector<std::string> texts;
  if (node.is_list()) {
    PARTITA_TRY_VALUE(list, as_texts(node, what));
    if (list.empty() || list.size() > kMostKeyAttributes)
      return fault(node.place,
                   fmt::format("{} has {} elements; it takes 1 to {}", what, list.size(), kMostKeyAttributes));
    texts = std::move(list);
  } else {
    PARTITA_TRY_VALUE(text, as_text(node, what));
    texts.push_back(std::move(text));
  }
  for (const std::string& text : texts)
    if (text.empty()) return fault(node.place, fmt::format("{} must not be empty", what));
  return texts;
}

Result<Index> read_index(const Node& node) {
  PARTITA_TRY(check_members(node, "an index of gsi_list",
                            {"name", "partition_key", "sort_key", "projection", "included_attributes"}));
  Index index{.place = node.place};
  PARTITA_TRY_VALUE(name, needed_text(node, "an index of gsi_list", "name"));
  index.name = std::move(name);
  const std::string what = fmt::format("the index {}", index.name);
  PARTITA_TRY_VALUE(partition, needed(node, what, "partition_key"));
  PARTITA_TRY_VALUE(partition_attributes, key_texts(*partition, fmt::format("partition_key of {}", what)));
  index.partition = std::move(partition_attributes);
  if (const Node* sort = present(node, "sort_key")) {
    PARTITA_TRY_VALUE(attributes, key_texts(*sort, fmt::format("sort_key of {}", what)));
    index.sort = std::move(attributes);
  }
  PARTITA_TRY_VALUE(projection, text_or_empty(node, "projection"));
  if (!projection.empty())
    PARTITA_TRY(check_known(node.find("projection")->place, "projection", projection, kProjections));
  index.projection = projection == "KEYS_ONLY" ? ProjectionType::KeysOnly
                     : projection == "INCLUDE" ? ProjectionType::Include
                                               : ProjectionType::All;
  const Node* included = present(node, "included_attributes");
  if (included && projection != "INCLUDE")
    return fault(included->place, fmt::format("{} has included_attributes, which only the projection INCLUDE uses; "
                                              "remove them or write \"projection\": \"INCLUDE\"",
                                              what));
  if (!included && projection == "INCLUDE")
    return fault(node.place, fmt::format("{} has the projection INCLUDE; it needs included_attributes", what));
  if (included) {
    PARTITA_TRY_VALUE(attributes, as_texts(*included, "included_attributes"));
    index.include = std::move(attributes);
  }
  return index;
}

struct FieldType {
  model::FieldKind kind = model::FieldKind::String;
  DocumentType document = DocumentType::Any;
};

FieldType field_type(std::string_view type) {
  using model::FieldKind;
  if (type == "integer") return {FieldKind::Integer};
  if (type == "decimal") return {FieldKind::Decimal};
  if (type == "boolean") return {FieldKind::Bool};
  if (type == "array") return {FieldKind::Document, DocumentType::List};
  if (type == "object") return {FieldKind::Document, DocumentType::Map};
  if (type == "uuid") return {FieldKind::Uuid};
  return {FieldKind::String};
}

Result<Field> read_field(const Node& node, const Entity& entity) {
  const std::string what = fmt::format("a field of {}", entity.name);
  PARTITA_TRY(check_members(node, what, {"name", "type", "required", "item_type", "description"}));
  PARTITA_TRY_VALUE(name, needed_text(node, what, "name"));
  if (const Field* earlier = entity.field(name))
    return fault(node.place, fmt::format("{} has the field {} twice, here and in line {}; remove one", entity.name,
                                         name, earlier->place.line));
  PARTITA_TRY_VALUE(type_node, needed(node, what, "type"));
  PARTITA_TRY_VALUE(type, as_text(*type_node, "type"));
  PARTITA_TRY(check_known(type_node->place, "type of fields", type, kFieldTypes));
  PARTITA_TRY_VALUE(required_node, needed(node, what, "required"));
  PARTITA_TRY_VALUE(required, as_flag(*required_node, "required"));
  PARTITA_TRY_VALUE(description, text_or_empty(node, "description"));
  PARTITA_TRY_VALUE(element, text_or_empty(node, "item_type"));
  if (type == "array" && element.empty())
    return fault(node.place, fmt::format("the array {} of {} needs an item_type", name, entity.name));
  const FieldType is = field_type(type);
  Field field{.name = name,
              .attribute = name,
              .kind = is.kind,
              .document = is.document,
              .optional = !required,
              .description = std::move(description),
              .place = node.place};
  if (!element.empty() && field.description.empty()) field.description = fmt::format("elements: {}", element);
  return field;
}

// Python's format of an integer in our own form, or nullopt if our form has no such format.
std::optional<std::string> own_format_of(std::string_view spec) {
  if (spec.empty() || spec == "d" || spec == "s") return std::string();
  const bool ends_in_d = spec.ends_with('d');
  const std::string_view digits = spec.substr(0, spec.size() - (ends_in_d ? 1 : 0));
  if (digits.size() < 2 || digits.size() > 3 || digits.front() != '0') return std::nullopt;
  if (digits.find_first_not_of("0123456789") != digits.npos) return std::nullopt;
  return fmt::format(":{}d", digits);
}

// The template in our own form. A format without such a form stays as it is, so that the proof refuses it, and is
// noted.
std::string own_template(const std::string& text, const Node& node, SchemaReading& reading) {
  std::string result;
  std::size_t done = 0;
  for (std::size_t open = text.find('{'); open != text.npos; open = text.find('{', open + 1)) {
    const std::size_t close = text.find('}', open);
    if (close == text.npos) break;
    const std::string_view inside = std::string_view(text).substr(open + 1, close - open - 1);
    const std::size_t colon = inside.find(':');
    if (colon == inside.npos) continue;
    const auto format = own_format_of(inside.substr(colon + 1));
    if (!format) {
      reading.note(node.place, fmt::format("the format of {{{}}} has no counterpart among key templates, which pad "
                                           "whole numbers as {{{}:019d}}",
                                           inside, inside.substr(0, colon)));
      continue;
    }
    result.append(text, done, open + 1 + colon - done);
    result.append(*format);
    done = close;
  }
  return result.append(text, done);
}

enum class KeyOf { Table, Index };

Result<std::vector<std::string>> read_templates(const Node& node, std::string_view what,
                                                const std::vector<std::string>& attributes, KeyOf of,
                                                SchemaReading& reading) {
  if (of == KeyOf::Table && node.is_list())
    return fault(node.place, fmt::format("{} of a table must be one text", what));
  PARTITA_TRY_VALUE(texts, key_texts(node, what));
  if (texts.size() != attributes.size())
    return fault(node.place, fmt::format("{} has {} templates for the {} attributes {}; each attribute needs one", what,
                                         texts.size(), attributes.size(), fmt::join(attributes, ", ")));
  std::vector<std::string> templates;
  for (const std::string& text : texts) templates.push_back(own_template(text, node, reading));
  return templates;
}

Result<EntityKey> read_mapping(const Node& node, const Table& table, const Entity& entity, SchemaReading& reading) {
  const std::string what = fmt::format("a mapping of gsi_mappings of {}", entity.name);
  PARTITA_TRY(check_members(node, what, {"name", "pk_template", "sk_template"}));
  PARTITA_TRY_VALUE(name, needed_text(node, what, "name"));
  const Index* index = table.index(name);
  if (!index) {
    std::vector<std::string_view> names;
    for (const Index& one : table.indexes) names.push_back(one.name);
    return fault(node.find("name")->place,
                 fmt::format("{} is mapped to the index '{}', which gsi_list of {} does not have{}", entity.name, name,
                             table.name, did_you_mean(name, names)));
  }
  for (const EntityKey& earlier : entity.indexes)
    if (earlier.index == name)
      return fault(node.place, fmt::format("{} is mapped to the index {} twice, here and in line {}; remove one",
                                           entity.name, name, earlier.place.line));
  EntityKey key{.index = name, .place = node.place};
  PARTITA_TRY_VALUE(partition_node, needed(node, what, "pk_template"));
  PARTITA_TRY_VALUE(partition, read_templates(*partition_node, "pk_template", index->partition, KeyOf::Index, reading));
  key.partition = std::move(partition);
  const Node* sort_node = present(node, "sk_template");
  if (!sort_node) return key;
  if (index->sort.empty())
    return fault(sort_node->place,
                 fmt::format("the index {} has no sort key, so {} needs no sk_template; remove it", name, entity.name));
  PARTITA_TRY_VALUE(sort, read_templates(*sort_node, "sk_template", index->sort, KeyOf::Index, reading));
  key.sort = std::move(sort);
  return key;
}

void set_sparse(Entity& entity, EntityKey& key) {
  for (const std::vector<std::string>* templates : {&key.partition, &key.sort})
    for (const std::string& name : template_fields(*templates))
      if (const Field* field = entity.field(name); field && field->optional) key.sparse = true;
}

// A field that has the name of a key attribute, whose value a template makes, is not a field of ours: the attribute is
// the key's. If another template uses the field, it gets the attribute's template.
void drop_composed_fields(const Table& table, Entity& entity, SchemaReading& reading) {
  std::map<std::string, std::string> made;  // the templates of key attributes
  const auto collect = [&](const std::vector<std::string>& attributes, const std::vector<std::string>& templates) {
    for (std::size_t i = 0; i < attributes.size() && i < templates.size(); ++i)
      if (sole_field(templates[i]) != attributes[i]) made.emplace(attributes[i], templates[i]);
  };
  collect({table.partition_key}, entity.primary.partition);
  if (!table.sort_key.empty()) collect({table.sort_key}, entity.primary.sort);
  for (const EntityKey& key : entity.indexes) {
    const Index* index = table.index(key.index);
    collect(index->partition, key.partition);
    collect(index->sort, key.sort);
  }
  for (const auto& [attribute, text] : made) {
    const Field* field = entity.field(attribute);
    const std::vector<std::string> inside = template_fields(text);
    if (!field || base::contains(inside, attribute)) continue;
    reading.note(field->place, fmt::format("{} is a key attribute with the template \"{}\", so it is left out of the "
                                           "fields of {}",
                                           attribute, text, entity.name));
    reading.composed[entity.name][attribute] = inside;
    entity.fields.erase(entity.fields.begin() + (field - entity.fields.data()));
    for (EntityKey& key : entity.indexes)
      for (std::vector<std::string>* templates : {&key.partition, &key.sort})
        for (std::string& one : *templates) one = replace_field(one, attribute, text);
  }
}

// A key attribute whose template is one number is of type N, every other one of type S.
void set_attribute_types(Table& table, SchemaReading& reading) {
  const auto set = [&](const Entity& entity, const std::string& attribute, const std::string& text,
                       const Place& place) {
    const Field* field = entity.field(sole_field(text));
    const bool number = field && model::natural_type(field->kind) == ScalarAttributeType::N;
    const auto type = number ? ScalarAttributeType::N : ScalarAttributeType::S;
    if (const auto [at, added] = table.attribute_types.emplace(attribute, type); !added && at->second != type)
      reading.note(place, fmt::format("the key attribute {} is a number in one entity and a string in another one; it "
                                      "is taken as the first one says",
                                      attribute));
  };
  for (const Entity& entity : table.entities) {
    for (const std::string& text : entity.primary.partition) set(entity, table.partition_key, text, entity.place);
    for (const std::string& text : entity.primary.sort) set(entity, table.sort_key, text, entity.place);
    for (const EntityKey& key : entity.indexes) {
      const Index* index = table.index(key.index);
      for (std::size_t i = 0; i < key.partition.size(); ++i)
        set(entity, index->partition[i], key.partition[i], key.place);
      for (std::size_t i = 0; i < key.sort.size(); ++i) set(entity, index->sort[i], key.sort[i], key.place);
    }
  }
}

Result<Entity> read_entity(const Member& member, const Table& table, SchemaReading& reading) {
  const Node& node = member.value;
  const std::string what = fmt::format("the entity {}", member.name);
  PARTITA_TRY(check_members(node, what,
                            {"entity_type", "pk_template", "sk_template", "pk_params", "sk_params", "gsi_mappings",
                             "fields", "access_patterns", "description"}));
  if (const auto [at, added] = reading.entity_nodes.emplace(member.name, &node); !added)
    return fault(member.place, fmt::format("the name {} is that of an entity in line {} too; the names of all tables' "
                                           "entities must differ",
                                           member.name, at->second->place.line));
  Entity entity{.name = member.name, .place = member.place};
  PARTITA_TRY(needed_text(node, what, "entity_type"));
  PARTITA_TRY_VALUE(description, text_or_empty(node, "description"));
  entity.description = std::move(description);
  PARTITA_TRY_VALUE(fields_node, needed(node, what, "fields"));
  PARTITA_TRY_VALUE(fields, as_list(*fields_node, "fields"));
  if (fields->empty()) return fault(fields_node->place, fmt::format("{} needs at least one field", what));
  for (const Node& field : *fields) {
    PARTITA_TRY_VALUE(read, read_field(field, entity));
    entity.fields.push_back(std::move(read));
  }
  PARTITA_TRY_VALUE(partition_node, needed(node, what, "pk_template"));
  PARTITA_TRY_VALUE(partition,
                    read_templates(*partition_node, "pk_template", {table.partition_key}, KeyOf::Table, reading));
  entity.primary = {.partition = std::move(partition), .place = partition_node->place};
  if (const Node* sort_node = present(node, "sk_template")) {
    if (table.sort_key.empty())
      return fault(sort_node->place, fmt::format("{} has an sk_template, but the table {} has no sort_key; remove the "
                                                 "one or add the other",
                                                 what, table.name));
    PARTITA_TRY_VALUE(sort, read_templates(*sort_node, "sk_template", {table.sort_key}, KeyOf::Table, reading));
    entity.primary.sort = std::move(sort);
  }
  PARTITA_TRY_VALUE(mappings, list_or_empty(node, "gsi_mappings"));
  for (const Node& mapping : mappings) {
    PARTITA_TRY_VALUE(key, read_mapping(mapping, table, entity, reading));
    entity.indexes.push_back(std::move(key));
  }
  drop_composed_fields(table, entity, reading);
  for (EntityKey& key : entity.indexes) set_sparse(entity, key);
  return entity;
}

}  // namespace

Result<void> read_table(const Node& node, SchemaReading& reading) {
  PARTITA_TRY(check_members(node, "a table", {"table_config", "gsi_list", "entities"}));
  PARTITA_TRY_VALUE(config, needed(node, "a table", "table_config"));
  PARTITA_TRY(check_members(*config, "table_config", {"table_name", "partition_key", "sort_key"}));
  Table table{.place = config->place};
  PARTITA_TRY_VALUE(name, needed_text(*config, "table_config", "table_name"));
  PARTITA_TRY_VALUE(partition, needed_text(*config, "table_config", "partition_key"));
  PARTITA_TRY_VALUE(sort, text_or_empty(*config, "sort_key"));
  if (const Table* earlier = reading.model.table(name))
    return fault(config->place, fmt::format("the table {} is here and in line {}; give one of them another name", name,
                                            earlier->place.line));
  table.name = std::move(name);
  table.partition_key = std::move(partition);
  table.sort_key = std::move(sort);
  PARTITA_TRY_VALUE(indexes, list_or_empty(node, "gsi_list"));
  for (const Node& one : indexes) {
    PARTITA_TRY_VALUE(index, read_index(one));
    if (const Index* earlier = table.index(index.name))
      return fault(one.place, fmt::format("{} has two indexes {}, here and in line {}; give one of them another name",
                                          table.name, index.name, earlier->place.line));
    table.indexes.push_back(std::move(index));
  }
  PARTITA_TRY_VALUE(entities, needed(node, fmt::format("the table {}", table.name), "entities"));
  PARTITA_TRY(check_is_map(*entities, "entities"));
  for (const Member& member : entities->members) {
    PARTITA_TRY_VALUE(entity, read_entity(member, table, reading));
    table.entities.push_back(std::move(entity));
  }
  set_attribute_types(table, reading);
  reading.model.tables.push_back(std::move(table));
  return {};
}

}  // namespace partita::modelling::aws_schema
