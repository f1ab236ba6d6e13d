// Schemas of DynamoDB OneTable, format onetable:1.x, as JSON or YAML. Schemas that are JavaScript modules are not read.
#include "modelling/read/libraries/onetable.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/contains.h"
#include "base/text.h"
#include "modelling/read/infer/infer_fields.h"
#include "modelling/read/own/own_format.h"
#include "modelling/read/template_text.h"

namespace partita::modelling {
namespace onetable {
namespace {

constexpr std::string_view kFormat = "onetable:1.";

bool recognizes_onetable(const Source& source) {
  if (!source.tree) return false;
  const Node* format = source.tree->find("format");
  if (format && format->text.starts_with("onetable:")) return true;
  const Node* indexes = source.tree->find("indexes");
  return source.tree->find("models") && indexes && indexes->find("primary");
}

std::string stem_of(std::string_view path) {
  path = path.substr(path.rfind('/') == path.npos ? 0 : path.rfind('/') + 1);
  return std::string(path.substr(0, path.find('.')));
}

class SchemaReader {
 public:
  Result<Model> read(const Node& root, const std::string& path) {
    PARTITA_TRY(check_members(
        root, "the schema",
        {"format", "version", "description", "indexes", "models", "params", "queries", "items", "extensions", "name"}));
    PARTITA_TRY(read_head(root, path));
    PARTITA_TRY_VALUE(params, read_params(root));
    params_ = std::move(params);
    table_.type_attribute = params_.type_field;
    PARTITA_TRY(read_indexes(root));
    PARTITA_TRY_VALUE(models, needed(root, "the schema", "models"));
    PARTITA_TRY(check_is_map(*models, "models"));
    for (const Member& member : models->members) {
      PARTITA_TRY_VALUE(entity, read_model(member, table_, params_, model_.notes, untyped_));
      table_.entities.push_back(std::move(entity));
    }
    note_untyped(models->place);
    PARTITA_TRY(read_items(root));
    if (const Node* queries = present(root, "queries")) PARTITA_TRY(read_queries(*queries));
    model_.tables.push_back(std::move(table_));
    return std::move(model_);
  }

 private:
  void note(const Place& place, std::string_view what) { model_.notes.push_back(located(place, what)); }

  // JSON has no functions, so JSON.stringify leaves out a type that is String, Number or Date.
  void note_untyped(const Place& place) {
    if (untyped_.empty()) return;
    note(place,
         fmt::format("{} without a type are taken for strings: {}. JSON.stringify leaves out types that are "
                     "functions, such as type: Number; print the schema with JSON.stringify(schema, (key, value) "
                     "=> typeof value == 'function' ? value.name.toLowerCase() : value)",
                     untyped_.size() == 1 ? "a field" : "fields", fmt::join(untyped_, ", ")));
  }

  Result<void> read_head(const Node& root, const std::string& path) {
    PARTITA_TRY_VALUE(format, text_or_empty(root, "format"));
    if (!format.empty() && !format.starts_with(kFormat))
      return fault(root.find("format")->place, fmt::format("the format is '{}', and only onetable:1.0.0 and "
                                                           "onetable:1.1.0 are known",
                                                           format));
    PARTITA_TRY_VALUE(description, text_or_empty(root, "description"));
    model_.description = std::move(description);
    PARTITA_TRY_VALUE(name, text_or_empty(root, "name"));
    if (name.empty()) {
      name = stem_of(path);
      note(root.place, fmt::format("the schema does not name its table; it is called {} after the file", name));
    }
    table_.name = std::move(name);
    table_.place = root.place;
    return {};
  }

  Result<Params> read_params(const Node& root) {
    Params params;
    const Node* node = present(root, "params");
    if (!node) return params;
    PARTITA_TRY(check_members(*node, "params",
                              {"typeField", "isoDates", "timestamps", "createdField", "updatedField", "nulls", "hidden",
                               "separator", "warn", "partial"}));
    for (const std::string_view name : {"nulls", "hidden", "separator", "warn", "partial"})
      if (const Node* one = present(*node, name))
        note(one->place, fmt::format("{} is a setting of OneTable's program and is not kept", name));
    PARTITA_TRY_VALUE(type_field, text_or_empty(*node, "typeField"));
    if (!type_field.empty()) params.type_field = std::move(type_field);
    PARTITA_TRY_VALUE(iso_dates, flag_or_false(*node, "isoDates"));
    params.iso_dates = iso_dates;
    PARTITA_TRY_VALUE(timestamps, text_or_empty(*node, "timestamps"));
    PARTITA_TRY_VALUE(created, text_or_empty(*node, "createdField"));
    PARTITA_TRY_VALUE(updated, text_or_empty(*node, "updatedField"));
    if (timestamps == "true" || timestamps == "create") params.created = created.empty() ? "created" : created;
    if (timestamps == "true" || timestamps == "update") params.updated = updated.empty() ? "updated" : updated;
    return params;
  }

  Result<void> read_indexes(const Node& root) {
    PARTITA_TRY_VALUE(indexes, needed(root, "the schema", "indexes"));
    PARTITA_TRY(check_is_map(*indexes, "indexes"));
    PARTITA_TRY_VALUE(primary, needed(*indexes, "indexes", "primary"));
    PARTITA_TRY_VALUE(hash, needed_text(*primary, "the primary index", "hash"));
    PARTITA_TRY_VALUE(sort, text_or_empty(*primary, "sort"));
    table_.partition_key = std::move(hash);
    table_.sort_key = std::move(sort);
    for (const Member& member : indexes->members)
      if (member.name != "primary") PARTITA_TRY(read_index(member));
    return {};
  }

  Result<void> read_index(const Member& member) {
    const std::string what = fmt::format("the index {}", member.name);
    PARTITA_TRY(
        check_members(member.value, what, {"hash", "sort", "type", "project", "follow", "description", "scope"}));
    Index index{.name = member.name, .place = member.place};
    PARTITA_TRY_VALUE(type, text_or_empty(member.value, "type"));
    PARTITA_TRY_VALUE(hash, text_or_empty(member.value, "hash"));
    PARTITA_TRY_VALUE(sort, text_or_empty(member.value, "sort"));
    if (!type.empty() && type != "local" && type != "global")
      return fault(member.value.find("type")->place,
                   fmt::format("the type of {} is '{}'; it is local or global", what, type));
    if (type == "local" || (hash.empty() && !sort.empty()))
      index.scope = model::IndexScope::Local;
    else if (hash.empty())
      return fault(member.place, fmt::format("{} needs a member 'hash'", what));
    else
      index.partition = {hash};
    if (!sort.empty()) index.sort = {sort};
    if (const Node* project = present(member.value, "project")) {
      if (project->is_list()) {
        PARTITA_TRY_VALUE(attributes, as_texts(*project, "project"));
        std::erase_if(attributes, [&](const std::string& one) { return is_key_of(index, one); });
        index.projection = attributes.empty() ? ProjectionType::KeysOnly : ProjectionType::Include;
        index.include = std::move(attributes);
      } else if (project->text == "keys") {
        index.projection = ProjectionType::KeysOnly;
      } else if (project->text != "all") {
        return fault(project->place, fmt::format("project of {} is 'all', 'keys' or a list of attributes", what));
      }
    }
    if (const Node* follow = present(member.value, "follow"); follow && follow->text == "true")
      note(follow->place,
           fmt::format("reads of {} follow to the item in the table; the second read of each item is not "
                       "kept",
                       what));
    table_.indexes.push_back(std::move(index));
    return {};
  }

  bool is_key_of(const Index& index, const std::string& attribute) const {
    return attribute == table_.partition_key || attribute == table_.sort_key ||
           base::contains(index.partition, attribute) || base::contains(index.sort, attribute);
  }

  // Items are plain JSON, so that documents in them do not tell texts from numbers; they are left out.
  Result<void> read_items(const Node& root) {
    PARTITA_TRY_VALUE(items, list_or_empty(root, "items"));
    bool has_documents = false;
    for (const Node& item : items) {
      PARTITA_TRY(check_is_map(item, "an item"));
      const Node* tag = present(item, params_.type_field);
      const auto entity = std::ranges::find(table_.entities, tag ? tag->text : std::string(), &Entity::name);
      if (entity == table_.entities.end()) {
        note(item.place, fmt::format("an item has no {} that names a model; it is skipped", params_.type_field));
        continue;
      }
      Node values = documents::empty_map(item.place);
      for (const Member& member : item.members) {
        const Field* field = entity->field(member.name);
        if (!field) continue;
        if (field->kind == model::FieldKind::Document)
          has_documents = true;
        else
          values.members.push_back(member);
      }
      PARTITA_TRY_VALUE(sample, own::read_sample(values, *entity));
      entity->samples.push_back(std::move(sample));
    }
    if (has_documents) note(root.place, "lists and maps of the items are not kept");
    return {};
  }

  Result<void> read_queries(const Node& queries) {
    PARTITA_TRY(check_is_map(queries, "queries"));
    for (const Member& member : queries.members) PARTITA_TRY(read_query(member));
    if (!queries.members.empty())
      note(queries.place,
           "queries have values in place of fields; they are taken as reads by the fields of their keys");
    return {};
  }

  // The comparison of a sort key, or nullopt for another operation.
  static std::optional<std::string> comparison_of(std::string_view operation) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kComparisons = {
        {{"Equal", "="},
         {"Less than", "<"},
         {"Less than or equal", "<="},
         {"Greater than or equal", ">="},
         {"Greater than", ">"},
         {"Begins with", "begins_with"},
         {"Between", "between"}}};
    for (const auto& [name, comparison] : kComparisons)
      if (name == operation) return std::string(comparison);
    return std::nullopt;
  }

  Result<void> read_query(const Member& member) {
    const Node& node = member.value;
    const std::string what = fmt::format("the query {}", member.name);
    PARTITA_TRY(check_is_map(node, what));
    Pattern pattern{.name = member.name, .place = member.place};
    PARTITA_TRY_VALUE(type, text_or_empty(node, "type"));
    PARTITA_TRY_VALUE(index, text_or_empty(node, "index"));
    PARTITA_TRY_VALUE(entity_name, text_or_empty(node, "model"));
    PARTITA_TRY_VALUE(operation, text_or_empty(node, "operation"));
    if (base::lower(index) != "primary") pattern.index = index_named(index);
    if (type == "Scan") pattern.operation = PatternOperation::Scan;
    if (const Node* limit = present(node, "limit")) {
      PARTITA_TRY_VALUE(most, as_integer(*limit, "limit"));
      pattern.limit = static_cast<double>(most);
    }
    PARTITA_TRY_VALUE(filters, list_or_empty(node, "filters"));
    for (const Node& filter : filters) {
      PARTITA_TRY_VALUE(field, needed_text(filter, "a filter", "field"));
      PARTITA_TRY_VALUE(comparison, text_or_empty(filter, "operation"));
      pattern.filter.push_back({field, comparison_of(comparison).value_or(base::lower(comparison))});
    }
    const Entity* entity = table_.entity(entity_name);
    if (!entity_name.empty() && !entity) {
      std::vector<std::string_view> names;
      for (const Entity& one : table_.entities) names.push_back(one.name);
      PARTITA_TRY(check_known(node.find("model")->place, "model", entity_name, names));
    }
    pattern.table = entity ? std::string() : table_.name;
    if (entity) {
      pattern.entities = {entity->name};
      add_keys(*entity, operation, pattern);
    }
    model_.patterns.push_back(std::move(pattern));
    return {};
  }

  // The tools that write queries do not agree with schemas on the case of indexes' names.
  std::string index_named(const std::string& name) const {
    for (const Index& index : table_.indexes)
      if (base::lower(index.name) == base::lower(name)) return index.name;
    return name;
  }

  static void add_keys(const Entity& entity, const std::string& operation, Pattern& pattern) {
    const EntityKey* key = pattern.index.empty() ? &entity.primary : nullptr;
    for (const EntityKey& one : entity.indexes)
      if (one.index == pattern.index) key = &one;
    if (!key || pattern.operation == PatternOperation::Scan) return;
    pattern.by = template_fields(key->partition);
    const std::string comparison = comparison_of(operation).value_or("");
    for (const std::string& field : template_fields(key->sort)) {
      if (base::contains(pattern.by, field)) continue;
      if (comparison == "=") pattern.by.push_back(field);
      if (comparison.empty() || comparison == "=" || !pattern.range.empty()) continue;
      pattern.range = field;
      pattern.range_comparison = comparison;
    }
  }

  Params params_;
  std::vector<std::string> untyped_;
  Table table_;
  Model model_;
};

Result<Model> read_onetable(const Source& source) {
  if (!source.tree)
    return invalid(
        fmt::format("{}: this is neither JSON nor YAML; if it is a JavaScript module, print its schema with "
                    "JSON.stringify first",
                    source.path));
  return SchemaReader().read(*source.tree, source.path);
}

}  // namespace
}  // namespace onetable

extern const Reader k_onetable;
const Reader k_onetable{"onetable", "a schema of DynamoDB OneTable, as JSON or YAML", onetable::recognizes_onetable,
                        onetable::read_onetable};

}  // namespace partita::modelling
