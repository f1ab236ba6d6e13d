// Schemas of OneTable, onetable:1.1.0. A schema describes one table.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "base/try.h"
#include "modelling/core/template_parts.h"
#include "modelling/write/names.h"
#include "modelling/write/placed_keys.h"
#include "modelling/write/plain_tree.h"
#include "modelling/write/request_tree.h"
#include "modelling/write/table_request.h"
#include "modelling/write/writer.h"

namespace partita::modelling {
namespace {

constexpr Features kHeldByOneTable = {Feature::LocalIndexes,   Feature::TimeToLive,     Feature::ModelDescription,
                                      Feature::Entities,       Feature::TypeTags,       Feature::Enumerators,
                                      Feature::OptionalFields, Feature::AttributeNames, Feature::Unique,
                                      Feature::WriteTimes,     Feature::Samples};

std::string_view onetable_type(const Field& field) {
  using model::FieldKind;
  switch (field.kind) {
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Double:
    case FieldKind::Decimal:
    case FieldKind::Seconds:
      return "number";
    case FieldKind::Bool:
      return "boolean";
    case FieldKind::Time:
      return "date";
    case FieldKind::Bytes:
      return "binary";
    case FieldKind::Document:
      break;
    default:
      return "string";
  }
  switch (field.document) {
    case DocumentType::List:
      return "array";
    case DocumentType::StringSet:
    case DocumentType::NumberSet:
    case DocumentType::BinarySet:
      return "set";
    default:
      return "object";
  }
}

// The length of "019d", or 0 if the format is another one.
int padded_length(std::string_view format) {
  if (format.size() < 3 || format.front() != '0' || format.back() != 'd') return 0;
  int length = 0;
  for (const char c : format.substr(0, format.size() - 1)) {
    if (!base::is_digit(c)) return 0;
    length = length * 10 + (c - '0');
  }
  return length;
}

// A field in the form "${name}" or "${name:size:pad}", or the reason why OneTable has no form for it.
struct OneTablePart {
  std::string text = {};
  std::string reason = {};
};

class OneTableEntity {
 public:
  OneTableEntity(const Table& table, const Entity& entity, Losses& losses)
      : table_(table), entity_(entity), losses_(losses) {}

  Tree write() {
    if (!is_plain_name(entity_.name))
      lose("OneTable's models have names of letters, digits and _, and tools may refuse this one");
    add_keys({table_.partition_key}, entity_.primary.partition);
    if (!table_.sort_key.empty()) add_keys({table_.sort_key}, entity_.primary.sort);
    for (const EntityKey& key : entity_.indexes) {
      const Index* index = table_.index(key.index);
      if (!index) continue;
      add_keys(index->partition, key.partition);
      add_keys(index->sort, key.sort);
    }
    for (const Field& field : entity_.fields) add_field(field);
    for (const auto& fields : entity_.unique)
      if (fields.size() > 1) lose("OneTable has no fields that are unique together");
    return std::move(model_);
  }

 private:
  void lose(std::string_view what) { losses_.push_back(fmt::format("entity {}: {}", entity_.name, what)); }

  void add_keys(const std::vector<std::string>& attributes, const std::vector<std::string>& templates) {
    for (std::size_t i = 0; i < attributes.size() && i < templates.size(); ++i) add_key(attributes[i], templates[i]);
  }

  // A natural key is a field like the others.
  void add_key(const std::string& attribute, const std::string& text) {
    if (model_.find(attribute)) return;
    const Field* own = std::find_if(entity_.fields.data(), entity_.fields.data() + entity_.fields.size(),
                                    [&](const Field& field) { return field.stored && field.attribute == attribute; });
    if (own != entity_.fields.data() + entity_.fields.size() && text == "{" + own->name + "}") return;
    Tree& field = model_.add(attribute, tree_map());
    field.add("type", tree_text("string"));
    std::string value;
    for (const TemplatePart& part : template_parts(text)) {
      const OneTablePart written = part_of(part);
      if (!written.reason.empty()) {
        lose(fmt::format("the template \"{}\" of {} is left out, because {}; programs must give {} themselves", text,
                         attribute, written.reason, attribute));
        return;
      }
      value += written.text;
    }
    field.add("value", tree_text(value));
  }

  OneTablePart part_of(const TemplatePart& part) const {
    if (!part.is_field()) {
      if (part.literal.find("${") != std::string::npos) return {.reason = "OneTable would replace a part of its text"};
      return {.text = part.literal};
    }
    const Field* field = entity_.field(part.field);
    if (!field) return {.reason = fmt::format("there is no field {}", part.field)};
    if (!is_plain_name(field->name))
      return {.reason = fmt::format("OneTable cannot name the field {} in it", field->name)};
    if (field->kind == model::FieldKind::Bytes) return {.reason = "OneTable writes bytes in another form"};
    for (const Enumerator& one : field->enumerators)
      if (one.key != one.attribute)
        return {.reason = fmt::format("the value {} of {} is {} in keys", one.attribute, field->name, one.key)};
    int length = 0;
    for (const std::string& format : part.formats)
      if (length = padded_length(format); length == 0)
        return {.reason = fmt::format("OneTable has no format {}", format)};
    return {.text =
                length > 0 ? fmt::format("${{{}:{}:0}}", field->name, length) : fmt::format("${{{}}}", field->name)};
  }

  bool is_unique(const Field& field) const {
    return std::any_of(entity_.unique.begin(), entity_.unique.end(),
                       [&](const auto& fields) { return fields == std::vector<std::string>{field.name}; });
  }

  void add_field(const Field& field) {
    if (model_.find(field.name)) return lose(fmt::format("the field {} has the name of a key attribute", field.name));
    Tree& tree = model_.add(field.name, tree_map());
    const bool expires = entity_.ttl == field.name;
    tree.add("type", tree_text(expires ? "date" : onetable_type(field)));
    if (expires) tree.add("ttl", tree_flag(true));
    if (!field.enumerators.empty()) {
      Tree& values = tree.add("enum", tree_list());
      for (const Enumerator& one : field.enumerators) values.push(tree_text(one.attribute));
    }
    if (field.stored && field.attribute != field.name) tree.add("map", tree_text(field.attribute));
    if (!field.stored) lose(fmt::format("OneTable stores the field {}, which only keys hold", field.name));
    if (!field.optional && !field.has_default && !is_written_by_library(field)) tree.add("required", tree_flag(true));
    if (is_unique(field)) tree.add("unique", tree_flag(true));
  }

  bool is_written_by_library(const Field& field) const {
    return field.name == entity_.created_at || field.name == entity_.updated_at;
  }

  const Table& table_;
  const Entity& entity_;
  Losses& losses_;
  Tree model_ = tree_map();
};

Tree onetable_indexes(const Table& table) {
  Tree indexes = tree_map();
  Tree& primary = indexes.add("primary", tree_map());
  primary.add("hash", tree_text(table.partition_key));
  if (!table.sort_key.empty()) primary.add("sort", tree_text(table.sort_key));
  for (const Index& index : table.indexes) {
    Tree& tree = indexes.add(index.name, tree_map());
    const bool local = index.scope == model::IndexScope::Local;
    if (!local) tree.add("hash", tree_text(index.partition.front()));
    if (!index.sort.empty()) tree.add("sort", tree_text(index.sort.front()));
    if (local) tree.add("type", tree_text("local"));
    if (index.projection == ProjectionType::KeysOnly)
      tree.add("project", tree_text("keys"));
    else if (index.projection == ProjectionType::Include)
      tree.add("project", tree_texts(index.include));
    else
      tree.add("project", tree_text("all"));
  }
  return indexes;
}

// OneTable writes the times of all models or of no model, into one pair of fields.
std::string type_field_of(const Table& table) { return table.type_attribute.empty() ? "_type" : table.type_attribute; }

// Items are plain JSON: documents in them would not tell texts from bytes, or lists from sets.
Tree onetable_items(const Table& table, Losses& losses) {
  const std::string type_field = type_field_of(table);
  Tree items = tree_list();
  for (const Entity& entity : table.entities) {
    bool has_documents = false;
    for (const Item& sample : entity.samples) {
      Tree& item = items.push(tree_map());
      item.add(type_field, tree_text(entity.name));
      for (const Field& field : entity.fields) {
        const std::optional<AttributeValue> value = sample.get(field.attribute);
        if (value && field.kind == model::FieldKind::Document)
          has_documents = true;
        else if (value && field.name != type_field)
          item.add(field.name, plain_tree(*value));
      }
    }
    if (has_documents) losses.push_back(fmt::format("entity {}: documents in sample items", entity.name));
  }
  if (!table.samples.empty()) losses.push_back(fmt::format("table {}: sample items of no entity", table.name));
  return items;
}

void add_write_times(const Table& table, Tree& params, Losses& losses) {
  std::map<std::pair<std::string, std::string>, int> pairs;
  for (const Entity& entity : table.entities) ++pairs[{entity.created_at, entity.updated_at}];
  const auto& [created, updated] = pairs.empty() ? std::pair<std::string, std::string>() : pairs.begin()->first;
  if (pairs.size() > 1) {
    losses.push_back(fmt::format(
        "table {}: OneTable writes times into the same fields of all models, so it writes none", table.name));
    return;
  }
  if (created.empty() && updated.empty()) return;
  if (updated.empty())
    params.add("timestamps", tree_text("create"));
  else if (created.empty())
    params.add("timestamps", tree_text("update"));
  else
    params.add("timestamps", tree_flag(true));
  if (!created.empty()) params.add("createdField", tree_text(created));
  if (!updated.empty()) params.add("updatedField", tree_text(updated));
}

// Errors: a name that the schema uses for the table itself.
Result<void> check_index_names(const Table& table) {
  if (table.index("primary"))
    return invalid(fmt::format("table {}: OneTable calls the table's own key primary; rename the index", table.name));
  return {};
}

Result<std::string> write_onetable(const std::shared_ptr<const Model>& model, Losses& losses) {
  if (model->tables.size() > 1)
    return invalid(
        fmt::format("a schema of OneTable describes one table, and the model has {}: choose one with --table",
                    model->tables.size()));
  const Model held = without_lost_indexes(with_placed_keys(*model), kHeldByOneTable);
  PARTITA_TRY_VALUE(definitions, table_definitions(held));
  const Table& table = *definitions.front().table;
  PARTITA_TRY(check_index_names(table));
  Tree tree = tree_map();
  tree.add("format", tree_text("onetable:1.1.0"));
  tree.add("version", tree_text("0.0.1"));
  if (!model->description.empty()) tree.add("description", tree_text(model->description));
  tree.add("indexes", onetable_indexes(table));
  Tree models = tree_map();
  for (const Entity& entity : table.entities) models.add(entity.name, OneTableEntity(table, entity, losses).write());
  tree.add("models", std::move(models));
  Tree& params = tree.add("params", tree_map());
  params.add("typeField", tree_text(type_field_of(table)));
  if (table.type_attribute.empty() && !table.entities.empty())
    losses.push_back(fmt::format("table {}: OneTable writes the names of entities into _type", table.name));
  params.add("isoDates", tree_flag(true));
  add_write_times(table, params, losses);
  if (!table.ttl_attribute.empty() && std::none_of(table.entities.begin(), table.entities.end(),
                                                   [](const Entity& entity) { return !entity.ttl.empty(); }))
    losses.push_back(fmt::format("table {}: OneTable expires items only by a field of an entity, and {} is none",
                                 table.name, table.ttl_attribute));
  tree.add("queries", tree_map());
  tree.add("items", onetable_items(table, losses));
  return to_json(tree);
}

}  // namespace

extern const Writer k_write_onetable;
const Writer k_write_onetable{"onetable", "OneTable",      "a schema of OneTable, onetable:1.1.0; one table",
                              ".json",    kHeldByOneTable, write_onetable};

}  // namespace partita::modelling
