// Schemas of ElectroDB, as JSON.stringify prints them: one entity, a list of entities, or a service, which is a map of
// entities. Keys are composed as ElectroDB does (github.com/tywalch/electrodb, entity.js): the partition key is
// "$service#label_value...", the sort key "$entity_version#label_value...", with the collections before the entity.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "modelling/read/infer/infer_fields.h"
#include "modelling/read/reader.h"
#include "modelling/read/template_text.h"
#include "modelling/read/tree.h"

namespace partita::modelling {
namespace electrodb {
namespace {

constexpr std::string_view kTypes[] = {"string", "number", "boolean", "list", "map", "set", "any", "binary"};

bool is_schema(const Node& node) {
  const Node* model = node.find("model");
  return model && model->find("entity") && model->find("service") && node.find("attributes") && node.find("indexes");
}

// The schemas in the file; empty if it has no schema.
std::vector<const Node*> schemas_of(const Node& root) {
  if (is_schema(root)) return {&root};
  std::vector<const Node*> schemas;
  for (const Node& item : root.items)
    if (is_schema(item)) schemas.push_back(&item);
  const Node* entities = root.find("entities");
  for (const Member& member : (entities ? *entities : root).members) {
    // An instance of Entity has its schema in a member.
    const Node* inside = member.value.find("schema");
    if (is_schema(member.value))
      schemas.push_back(&member.value);
    else if (inside && is_schema(*inside))
      schemas.push_back(inside);
  }
  return schemas;
}

bool recognizes_electrodb(const Source& source) { return source.tree && !schemas_of(*source.tree).empty(); }

std::string in_case(std::string text, const std::string& casing) {
  if (casing == "none") return text;
  for (char& c : text) {
    if (casing == "upper" && c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    if (casing != "upper" && c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

// The template with its literals in the casing, and its fields as they are.
std::string literals_in_case(const std::string& text, const std::string& casing) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find('{', at), text.size());
    const std::size_t close = std::min(text.find('}', open), text.size() - 1);
    out += in_case(text.substr(at, open - at), casing);
    if (open < text.size()) out += text.substr(open, close + 1 - open);
    at = open < text.size() ? close + 1 : text.size();
  }
  return out;
}

struct KeyPart {
  std::string field = {};  // the attribute that holds the key
  std::vector<std::string> composite = {};
  std::string written = {};  // a template in ElectroDB's form, or empty
  std::string casing = {};
  bool is_present = false;
};

struct Access {
  std::string name = {};
  std::string index = {};  // empty: the table
  std::string scope = {};
  std::vector<std::string> collections = {};
  bool is_clustered = false;
  KeyPart pk = {}, sk = {};
  Place place = {};
};

class SchemaReader {
 public:
  SchemaReader(const Node& schema, Table& table, Model& model) : schema_(schema), table_(table), model_(model) {}

  Result<void> read() {
    PARTITA_TRY(
        check_members(schema_, "the schema", {"model", "attributes", "indexes", "filters", "settings", "table"}));
    for (const std::string_view name : {"filters", "settings"})
      if (const Node* one = present(schema_, name))
        note(one->place, fmt::format("{} are of ElectroDB's program and are not kept", name));
    const Node& head = *schema_.find("model");
    PARTITA_TRY_VALUE(name, needed_text(head, "model", "entity"));
    PARTITA_TRY_VALUE(service, needed_text(head, "model", "service"));
    PARTITA_TRY_VALUE(version, text_or_empty(head, "version"));
    entity_.name = std::move(name);
    entity_.place = schema_.place;
    service_ = std::move(service);
    version_ = version.empty() ? "1" : std::move(version);
    PARTITA_TRY(read_attributes(*schema_.find("attributes")));
    PARTITA_TRY_VALUE(accesses, read_accesses(*schema_.find("indexes")));
    for (const Access& access : accesses)
      if (access.index.empty()) PARTITA_TRY(add_primary(access));
    if (entity_.primary.partition.empty())
      return fault(schema_.find("indexes")->place,
                   fmt::format("{} has no index without a member 'index', which is the primary one", entity_.name));
    require_primary_fields();
    for (const Access& access : accesses)
      if (!access.index.empty()) PARTITA_TRY(add_index(access));
    if (is_cased_)
      note(schema_.place, fmt::format("ElectroDB writes the values in the keys of {} in lower case unless casing is "
                                      "none; templates keep the case of values",
                                      entity_.name));
    for (const Access& access : accesses) add_patterns(access);
    table_.entities.push_back(std::move(entity_));
    return {};
  }

 private:
  void note(const Place& place, std::string_view what) { model_.notes.push_back(located(place, what)); }

  // ---- attributes

  Result<void> read_attributes(const Node& attributes) {
    PARTITA_TRY(check_is_map(attributes, "attributes"));
    std::vector<std::string> untyped;
    for (const Member& member : attributes.members) {
      Field field{.name = member.name, .attribute = member.name, .optional = true, .place = member.place};
      PARTITA_TRY(read_attribute(member.value, field, untyped));
      entity_.fields.push_back(std::move(field));
    }
    if (!untyped.empty())
      note(attributes.place,
           fmt::format("attributes of {} without a type are taken for strings: {}; JSON.stringify leaves out "
                       "types that are functions",
                       entity_.name, fmt::join(untyped, ", ")));
    return {};
  }

  Result<void> read_attribute(const Node& node, Field& field, std::vector<std::string>& untyped) {
    const std::string what = fmt::format("{} of {}", field.name, entity_.name);
    if (node.is_scalar()) return read_type(node, node, field);  // name: "string"
    PARTITA_TRY(check_members(node, what,
                              {"type", "required", "default", "field", "label", "padding", "readOnly", "hidden",
                               "items", "watch", "get", "set", "cast", "validate", "properties", "condition"}));
    PARTITA_TRY_VALUE(attribute, text_or_empty(node, "field"));
    if (!attribute.empty()) field.attribute = std::move(attribute);
    PARTITA_TRY_VALUE(label, text_or_empty(node, "label"));
    if (!label.empty()) labels_[field.name] = std::move(label);
    PARTITA_TRY_VALUE(required, flag_or_false(node, "required"));
    if (required || present(node, "default")) field.optional = false;
    const Node* type = present(node, "type");
    if (!type) {
      untyped.push_back(field.name);
      return {};
    }
    PARTITA_TRY(read_type(*type, node, field));
    if (const Node* padding = present(node, "padding")) {
      PARTITA_TRY_VALUE(length, text_or_empty(*padding, "length"));
      PARTITA_TRY_VALUE(character, text_or_empty(*padding, "char"));
      if (field.kind == model::FieldKind::Decimal && character == "0" && !length.empty() && length.size() < 3) {
        field.kind = model::FieldKind::Integer;
        formats_[field.name] = fmt::format(":0{}d", length);
      } else {
        note(padding->place, fmt::format("the padding of {} has no counterpart among key templates", what));
      }
    }
    return {};
  }

  Result<void> read_type(const Node& type, const Node& node, Field& field) {
    if (type.is_list()) {
      PARTITA_TRY_VALUE(texts, as_texts(type, "type"));
      field.kind = model::FieldKind::Enum;
      for (const std::string& text : texts) {
        const std::string name = clean_name(text);
        field.enumerators.push_back({name.empty() ? "value_" + base::hex(text) : name, text, text});
      }
      return {};
    }
    PARTITA_TRY_VALUE(name, as_text(type, "type"));
    PARTITA_TRY(check_known(type.place, "type of attributes", name, kTypes));
    if (name == "number") field.kind = model::FieldKind::Decimal;
    if (name == "boolean") field.kind = model::FieldKind::Bool;
    if (name == "binary") field.kind = model::FieldKind::Bytes;
    if (name != "list" && name != "map" && name != "set" && name != "any") return {};
    field.kind = model::FieldKind::Document;
    field.document = name == "list" ? DocumentType::List : name == "map" ? DocumentType::Map : DocumentType::Any;
    const Node* items = present(node, "items");
    if (name == "set")
      field.document = items && items->text == "number" ? DocumentType::NumberSet : DocumentType::StringSet;
    return {};
  }

  // ---- indexes

  Result<KeyPart> read_part(const Node& access, std::string_view name) {
    KeyPart part;
    const Node* node = present(access, name);
    if (!node) return part;
    PARTITA_TRY(check_members(*node, name, {"field", "composite", "facets", "template", "casing", "cast"}));
    part.is_present = true;
    PARTITA_TRY_VALUE(field, needed_text(*node, name, "field"));
    part.field = std::move(field);
    PARTITA_TRY_VALUE(written, text_or_empty(*node, "template"));
    part.written = std::move(written);
    PARTITA_TRY_VALUE(casing, text_or_empty(*node, "casing"));
    part.casing = std::move(casing);
    const Node* composite = present(*node, "composite");
    if (!composite) composite = present(*node, "facets");  // its name in older versions
    if (composite) {
      PARTITA_TRY_VALUE(names, as_texts(*composite, "composite"));
      part.composite = std::move(names);
    } else if (!part.written.empty()) {
      composite = present(*node, "template");
      for (const std::string& one : template_fields(from_written(part.written))) part.composite.push_back(one);
    }
    for (const std::string& one : part.composite)
      if (!entity_.field(one))
        return fault(composite->place, fmt::format("{} has no attribute '{}'", entity_.name, one));
    return part;
  }

  Result<std::vector<Access>> read_accesses(const Node& indexes) {
    PARTITA_TRY(check_is_map(indexes, "indexes"));
    std::vector<Access> accesses;
    for (const Member& member : indexes.members) {
      const std::string what = fmt::format("the index {}", member.name);
      PARTITA_TRY(check_members(member.value, what,
                                {"index", "pk", "sk", "collection", "type", "scope", "condition", "project"}));
      Access access{.name = member.name, .place = member.place};
      PARTITA_TRY_VALUE(index, text_or_empty(member.value, "index"));
      PARTITA_TRY_VALUE(scope, text_or_empty(member.value, "scope"));
      PARTITA_TRY_VALUE(type, text_or_empty(member.value, "type"));
      access.index = std::move(index);
      access.scope = std::move(scope);
      access.is_clustered = type == "clustered";
      if (const Node* collection = present(member.value, "collection")) {
        if (collection->is_scalar()) {
          access.collections = {collection->text};
        } else {
          PARTITA_TRY_VALUE(names, as_texts(*collection, "collection"));
          access.collections = std::move(names);
        }
      }
      PARTITA_TRY(needed(member.value, what, "pk"));
      PARTITA_TRY_VALUE(pk, read_part(member.value, "pk"));
      PARTITA_TRY_VALUE(sk, read_part(member.value, "sk"));
      access.pk = std::move(pk);
      access.sk = std::move(sk);
      if (const Node* project = present(member.value, "project"); project && project->text != "all")
        note(project->place, fmt::format("the projection of {} is not kept", what));
      if (present(member.value, "condition")) note(member.place, fmt::format("the condition of {} is not kept", what));
      accesses.push_back(std::move(access));
    }
    return accesses;
  }

  // "U#${userId}" as "U#{userId}".
  static std::string from_written(const std::string& written) {
    std::string text;
    for (std::size_t i = 0; i < written.size(); ++i)
      if (written[i] != '$' || i + 1 == written.size() || written[i + 1] != '{') text += written[i];
    return text;
  }

  std::string part_of(const std::string& name) const {
    const auto format = formats_.find(name);
    return fmt::format("{{{}{}}}", name, format == formats_.end() ? "" : format->second);
  }

  std::string template_of(const KeyPart& part, const std::string& prefix, const std::string& postfix) {
    for (const Field& field : entity_.fields)
      if (field.attribute == part.field) return "{" + field.name + "}";
    if (!part.written.empty()) {
      if (part.casing != "none") is_cased_ = true;
      std::string text = literals_in_case(from_written(part.written), part.casing);
      for (const auto& [name, format] : formats_) text = replace_field(text, name, part_of(name));
      return text;
    }
    if (part.casing != "none") is_cased_ = true;
    std::string text = in_case(prefix, part.casing);
    for (const std::string& name : part.composite) {
      const auto label = labels_.find(name);
      text += in_case(fmt::format("#{}_", label == labels_.end() ? name : label->second), part.casing) + part_of(name);
    }
    return text + in_case(postfix, part.casing);
  }

  // The templates of both keys, by ElectroDB's rules.
  std::pair<std::string, std::string> templates_of(const Access& access) {
    std::string pk = "$" + service_, sk, postfix;
    if (!access.collections.empty()) sk = fmt::format("${}", fmt::join(access.collections, "#"));
    const std::string own = fmt::format("{}{}_{}", access.collections.empty() ? "$" : "#", entity_.name, version_);
    if (access.is_clustered)
      postfix = own;
    else
      sk += own;
    if (!access.sk.is_present) pk += sk + postfix;
    if (!access.scope.empty()) pk += "_" + access.scope;
    return {template_of(access.pk, pk, ""), access.sk.is_present ? template_of(access.sk, sk, postfix) : ""};
  }

  Result<void> add_primary(const Access& access) {
    const std::string sort = access.sk.is_present ? access.sk.field : std::string();
    if (!table_.partition_key.empty() && (table_.partition_key != access.pk.field || table_.sort_key != sort))
      return fault(access.place,
                   fmt::format("{} has the primary key {}, {}, and an entity before it has {}, {}; read "
                               "entities of different tables from different files",
                               entity_.name, access.pk.field, sort, table_.partition_key, table_.sort_key));
    table_.partition_key = access.pk.field;
    table_.sort_key = sort;
    const auto [pk, sk] = templates_of(access);
    entity_.primary = {.partition = {pk}, .place = access.place};
    if (!sk.empty()) entity_.primary.sort = {sk};
    return {};
  }

  Result<void> add_index(const Access& access) {
    if (!table_.index(access.index)) {
      Index index{.name = access.index, .place = access.place};
      if (access.pk.field == table_.partition_key)
        index.scope = model::IndexScope::Local;
      else
        index.partition = {access.pk.field};
      if (access.sk.is_present) index.sort = {access.sk.field};
      table_.indexes.push_back(std::move(index));
    }
    const auto [pk, sk] = templates_of(access);
    EntityKey key{.index = access.index, .partition = {pk}, .place = access.place};
    if (!sk.empty()) key.sort = {sk};
    for (const std::vector<std::string>* composite : {&access.pk.composite, &access.sk.composite})
      for (const std::string& name : *composite)
        if (entity_.field(name)->optional) key.sparse = true;
    entity_.indexes.push_back(std::move(key));
    return {};
  }

  void require_primary_fields() {
    for (const std::vector<std::string>* templates : {&entity_.primary.partition, &entity_.primary.sort})
      for (const std::string& name : template_fields(*templates))
        for (Field& field : entity_.fields)
          if (field.name == name) field.optional = false;
  }

  // ElectroDB makes a query of each index, a get of the primary one, and a query of each collection.
  void add_patterns(const Access& access) {
    Pattern query{.name = fmt::format("{}.{}", entity_.name, access.name),
                  .table = table_.name,
                  .entities = {entity_.name},
                  .by = access.pk.composite,
                  .index = access.index,
                  .place = access.place};
    if (access.index.empty()) {
      Pattern get = query;
      get.name = entity_.name + ".get";
      get.by.insert(get.by.end(), access.sk.composite.begin(), access.sk.composite.end());
      if (!get.by.empty()) model_.patterns.push_back(std::move(get));
    }
    // Without fields in the sort key, the query of the table is the get. A partition key without fields is that of a
    // list of all items.
    if (!access.index.empty() || !access.sk.composite.empty()) model_.patterns.push_back(std::move(query));
    for (const std::string& collection : access.collections) {
      const auto known = std::ranges::find(model_.patterns, "collection " + collection, &Pattern::name);
      if (known != model_.patterns.end()) {
        known->entities.push_back(entity_.name);
        continue;
      }
      model_.patterns.push_back({.name = "collection " + collection,
                                 .table = table_.name,
                                 .entities = {entity_.name},
                                 .by = access.pk.composite,
                                 .whole = true,
                                 .index = access.index,
                                 .place = access.place});
    }
  }

  const Node& schema_;
  Table& table_;
  Model& model_;
  Entity entity_ = {};
  std::string service_ = {}, version_ = {};
  std::map<std::string, std::string> labels_ = {};   // by field
  std::map<std::string, std::string> formats_ = {};  // by field, of padded numbers
  bool is_cased_ = false;
};

Result<Model> read_electrodb(const Source& source) {
  if (!source.tree)
    return invalid(
        fmt::format("{}: this is not JSON; print the schema of ElectroDB with JSON.stringify first", source.path));
  const std::vector<const Node*> schemas = schemas_of(*source.tree);
  if (schemas.empty())
    return fault(source.tree->place,
                 "a schema of ElectroDB needs model (with entity and service), attributes and indexes");
  Model model;
  Table table{.type_attribute = "__edb_e__", .place = source.tree->place};
  PARTITA_TRY_VALUE(named, text_or_empty(*schemas.front(), "table"));
  PARTITA_TRY_VALUE(of_root, text_or_empty(*source.tree, "table"));
  PARTITA_TRY_VALUE(service, text_or_empty(*schemas.front()->find("model"), "service"));
  table.name = !named.empty() ? named : !of_root.empty() ? of_root : service;
  if (named.empty() && of_root.empty())
    model.notes.push_back(
        located(source.tree->place, fmt::format("the schema does not name its table; it is called {} after "
                                                "the service, and \"table\" beside \"model\" names it",
                                                table.name)));
  model.name = service;
  for (const Node* schema : schemas) PARTITA_TRY(SchemaReader(*schema, table, model).read());
  model.tables.push_back(std::move(table));
  model.notes.push_back(
      located(source.tree->place,
              "the reads are those that ElectroDB makes of indexes and collections; a schema says nothing "
              "about writes and frequencies"));
  return model;
}

}  // namespace
}  // namespace electrodb

extern const Reader k_electrodb;
const Reader k_electrodb{"electrodb", "schemas of ElectroDB, as JSON", electrodb::recognizes_electrodb,
                         electrodb::read_electrodb};

}  // namespace partita::modelling
