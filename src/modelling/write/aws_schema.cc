// schema.json of AWS's DynamoDB repository generation tool: tables, global indexes and entities with templates.
#include "modelling/write/aws_schema.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/try.h"
#include "modelling/core/template_parts.h"
#include "modelling/write/names.h"
#include "modelling/write/placed_keys.h"
#include "modelling/write/table_request.h"

namespace partita::modelling {
namespace aws_schema_out {

const std::string& name_of(const Field& field) { return field.stored ? field.attribute : field.name; }

const std::string& name_of(const Entity& entity, const std::string& field) {
  const Field* found = entity.field(field);
  return found ? name_of(*found) : field;
}

std::string_view type_of(const Field& field) {
  using model::FieldKind;
  switch (field.kind) {
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Seconds:
      return "integer";
    case FieldKind::Double:
    case FieldKind::Decimal:
      return "decimal";
    case FieldKind::Bool:
      return "boolean";
    case FieldKind::Uuid:
      return "uuid";
    case FieldKind::Document:
      return field.document == DocumentType::Any || field.document == DocumentType::Map ? "object" : "array";
    default:
      return "string";
  }
}

namespace {

constexpr Features kHeldByAwsSchema = {Feature::CompositeIndexKeys, Feature::Entities, Feature::OptionalFields,
                                       Feature::Patterns};

bool is_padding(std::string_view format) {
  return format.size() > 2 && format.front() == '0' && format.back() == 'd' &&
         std::all_of(format.begin(), format.end() - 1, base::is_digit);
}

enum class TemplateOf : std::uint8_t { Table, Index };

class EntityWriter {
 public:
  EntityWriter(const Table& table, const Entity& entity, Losses& losses)
      : table_(table), entity_(entity), losses_(losses) {}

  Result<Tree> write() {
    PARTITA_TRY(check());
    Tree tree = tree_map();
    tree.add("entity_type", tree_text(entity_.name));
    tree.add("pk_template", tree_text(template_text(entity_.primary.partition.front(), TemplateOf::Table)));
    if (!entity_.primary.sort.empty())
      tree.add("sk_template", tree_text(template_text(entity_.primary.sort.front(), TemplateOf::Table)));
    Tree mappings = tree_list();
    for (const EntityKey& key : entity_.indexes) {
      const Index* index = table_.index(key.index);
      if (!index) continue;
      if (has_shard(key.partition) || has_shard(key.sort))
        lose(fmt::format("its key in {} has a shard and is not in schema.json", key.index));
      else
        mappings.push(mapping(key, *index));
    }
    if (!mappings.items.empty()) tree.add("gsi_mappings", std::move(mappings));
    Tree& fields = tree.add("fields", tree_list());
    for (const Field& field : entity_.fields) fields.push(field_tree(field));
    return tree;
  }

 private:
  void lose(std::string_view what) { losses_.push_back(fmt::format("entity {}: {}", entity_.name, what)); }

  Result<void> check() const {
    if (entity_.fields.empty())
      return invalid(fmt::format("entity {}: schema.json needs at least one field", entity_.name));
    if (entity_.primary.partition.empty())
      return invalid(fmt::format("entity {}: schema.json needs a template of the partition key", entity_.name));
    for (const Field& field : entity_.fields)
      if (!is_plain_name(name_of(field)))
        return invalid(
            fmt::format("entity {}: schema.json takes names of letters, digits and _, and the field '{}' "
                        "has another one",
                        entity_.name, name_of(field)));
    return {};
  }

  static bool has_shard(const std::vector<std::string>& templates) {
    return std::any_of(templates.begin(), templates.end(), [](const std::string& text) {
      const auto parts = template_parts(text);
      return std::any_of(parts.begin(), parts.end(), [](const TemplatePart& part) { return part.is_shard(); });
    });
  }

  // Python formats the fields, so it knows padding, but only in templates of the table.
  std::string template_text(const std::string& text, TemplateOf of) {
    std::string out;
    for (const TemplatePart& part : template_parts(text)) {
      if (!part.is_field()) {
        out += part.literal;
        continue;
      }
      out += '{' + name_of(entity_, part.field);
      for (const std::string& format : part.formats) {
        if (of == TemplateOf::Table && is_padding(format))
          out += ':' + format;
        else
          lose(fmt::format("the format {} of {} in \"{}\" is not in schema.json", format, part.field, text));
      }
      out += '}';
    }
    return out;
  }

  // One attribute is a text, and several are a list.
  static Tree names_tree(const std::vector<std::string>& names) {
    return names.size() == 1 ? tree_text(names.front()) : tree_texts(names);
  }

  Tree mapping(const EntityKey& key, const Index& index) {
    Tree tree = tree_map();
    tree.add("name", tree_text(index.name));
    const auto templates = [&](const std::vector<std::string>& texts) {
      std::vector<std::string> out;
      for (const std::string& text : texts) out.push_back(template_text(text, TemplateOf::Index));
      return names_tree(out);
    };
    tree.add("pk_template", templates(key.partition));
    if (!key.sort.empty()) tree.add("sk_template", templates(key.sort));
    return tree;
  }

  Tree field_tree(const Field& field) {
    Tree tree = tree_map();
    tree.add("name", tree_text(name_of(field)));
    tree.add("type", tree_text(type_of(field)));
    tree.add("required", tree_flag(!field.optional && !field.has_default));
    if (type_of(field) == "array")
      tree.add("item_type", tree_text(field.document == DocumentType::NumberSet ? "decimal" : "string"));
    if (!field.stored) lose(fmt::format("schema.json stores the field {}, which only keys hold", field.name));
    return tree;
  }

  const Table& table_;
  const Entity& entity_;
  Losses& losses_;
};

// The included attributes that are fields of an entity in the index, because the tool wants no others.
std::vector<std::string> included_fields(const Table& table, const Index& index, Losses& losses) {
  std::vector<std::string> included;
  for (const std::string& attribute : index.include) {
    const bool known = std::any_of(table.entities.begin(), table.entities.end(), [&](const Entity& entity) {
      const bool enters = std::any_of(entity.indexes.begin(), entity.indexes.end(),
                                      [&](const EntityKey& key) { return key.index == index.name; });
      return enters && std::any_of(entity.fields.begin(), entity.fields.end(),
                                   [&](const Field& field) { return name_of(field) == attribute; });
    });
    if (known)
      included.push_back(attribute);
    else
      losses.push_back(
          fmt::format("table {}: index {} includes {}, which is not a field of an entity in the index and is "
                      "left out",
                      table.name, index.name, attribute));
  }
  return included;
}

Tree index_tree(const Table& table, const Index& index, Losses& losses) {
  const auto names = [](const std::vector<std::string>& list) {
    return list.size() == 1 ? tree_text(list.front()) : tree_texts(list);
  };
  Tree tree = tree_map();
  tree.add("name", tree_text(index.name));
  tree.add("partition_key", names(index.partition));
  if (!index.sort.empty()) tree.add("sort_key", names(index.sort));
  const std::vector<std::string> included = included_fields(table, index, losses);
  const bool keys_only = index.projection == ProjectionType::Include && included.empty();
  tree.add("projection", tree_text(to_text(keys_only ? ProjectionType::KeysOnly : index.projection)));
  if (!included.empty()) tree.add("included_attributes", tree_texts(included));
  return tree;
}

Result<Tree> table_tree(const Table& table, Patterns& patterns, Losses& losses) {
  if (table.entities.empty())
    return invalid(fmt::format("table {}: it has no entities, and schema.json needs at least one", table.name));
  Tree tree = tree_map();
  Tree& config = tree.add("table_config", tree_map());
  config.add("table_name", tree_text(table.name));
  config.add("partition_key", tree_text(table.partition_key));
  if (!table.sort_key.empty()) config.add("sort_key", tree_text(table.sort_key));
  if (!table.indexes.empty()) {
    Tree& list = tree.add("gsi_list", tree_list());
    for (const Index& index : table.indexes) list.push(index_tree(table, index, losses));
  }
  Tree& entities = tree.add("entities", tree_map());
  for (const Entity& entity : table.entities) {
    PARTITA_TRY_VALUE(written, EntityWriter(table, entity, losses).write());
    Tree own = patterns.of_entity(entity);
    if (!own.items.empty()) written.add("access_patterns", std::move(own));
    entities.add(entity.name, std::move(written));
  }
  return tree;
}

Result<std::string> write_aws_schema(const std::shared_ptr<const Model>& model, Losses& losses) {
  const auto held = std::make_shared<const Model>(without_lost_indexes(with_placed_keys(*model), kHeldByAwsSchema));
  PARTITA_TRY_VALUE(definitions, table_definitions(*held));
  const auto proof = prove(held);
  Patterns patterns(*proof, losses);
  Tree tree = tree_map();
  Tree& tables = tree.add("tables", tree_list());
  std::set<std::string> entities;
  for (const TableDefinition& definition : definitions) {
    for (const Entity& entity : definition.table->entities)
      if (!entities.insert(entity.name).second)
        return invalid(fmt::format("entity {}: schema.json needs names that differ in all tables", entity.name));
    PARTITA_TRY_VALUE(table, table_tree(*definition.table, patterns, losses));
    tables.push(std::move(table));
  }
  Tree transactions = patterns.transactions();
  if (!transactions.items.empty()) tree.add("cross_table_access_patterns", std::move(transactions));
  return to_json(tree);
}

}  // namespace
}  // namespace aws_schema_out

extern const Writer k_write_aws_schema;
const Writer k_write_aws_schema{"aws-schema",
                                "schema.json",
                                "schema.json of AWS's repository generation tool (DynamoDB MCP server)",
                                ".json",
                                aws_schema_out::kHeldByAwsSchema,
                                aws_schema_out::write_aws_schema};

}  // namespace partita::modelling
