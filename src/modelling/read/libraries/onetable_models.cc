// Models of a OneTable schema: fields, and the value templates of key attributes, "account#${id}".
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/contains.h"
#include "base/text.h"
#include "modelling/read/infer/infer_fields.h"
#include "modelling/read/libraries/onetable.h"
#include "modelling/read/template_text.h"

namespace partita::modelling::onetable {
namespace {

using model::FieldKind;

constexpr int kDeepestInlining = 4;
constexpr std::array<std::string_view, 11> kTypes = {"array",  "arraybuffer", "binary", "boolean", "buffer",    "date",
                                                     "number", "object",      "set",    "string",  "typedarray"};

class ModelReader {
 public:
  ModelReader(const Table& table, const Params& params, std::vector<std::string>& notes,
              std::vector<std::string>& untyped)
      : table_(table), params_(params), notes_(notes), untyped_(untyped) {}

  Result<Entity> read(const Member& member) {
    entity_.name = member.name;
    entity_.place = member.place;
    PARTITA_TRY(check_is_map(member.value, fmt::format("the model {}", member.name)));
    for (const Member& field : member.value.members) PARTITA_TRY(read_field(field));
    for (const auto& [name, value] : values_) {
      PARTITA_TRY_VALUE(text, to_template(value.first, value.second));
      templates_[name] = std::move(text);
    }
    PARTITA_TRY(add_keys(member.place));
    for (const auto& [name, text] : templates_)
      if (entity_.field(name)) entity_.computed.push_back({name, template_fields(text)});
    add_timestamps();
    note_if_unique();
    return std::move(entity_);
  }

 private:
  void note(const Place& place, std::string_view what) { notes_.push_back(located(place, what)); }
  std::string of_entity(const std::string& field) const { return fmt::format("{} of {}", field, entity_.name); }

  bool is_key_attribute(const std::string& attribute) const {
    if (attribute == table_.partition_key || attribute == table_.sort_key) return true;
    return std::ranges::any_of(table_.indexes, [&](const Index& index) {
      return base::contains(index.partition, attribute) || base::contains(index.sort, attribute);
    });
  }

  Result<void> read_field(const Member& member) {
    const Node& node = member.value;
    PARTITA_TRY(check_members(
        node, of_entity(member.name),
        {"type",     "value",     "required", "default",   "enum",    "unique", "validate",    "generate", "uuid",
         "ttl",      "encode",    "crypt",    "map",       "hidden",  "nulls",  "filter",      "schema",   "items",
         "isoDates", "reference", "scope",    "timestamp", "partial", "fixed",  "description", "readonly", "query"}));
    Field field{.name = member.name, .attribute = member.name, .optional = true, .place = member.place};
    PARTITA_TRY_VALUE(attribute, text_or_empty(node, "map"));
    if (!attribute.empty()) field.attribute = attribute;
    PARTITA_TRY_VALUE(value, text_or_empty(node, "value"));
    if (!value.empty()) {
      values_[field.name] = {value, member.place};
      if (is_key_attribute(field.attribute)) {
        made_[field.attribute] = field.name;
        return {};
      }
    }
    if (field.attribute.find('.') != field.attribute.npos)
      note(member.place, fmt::format("{} is packed into a map, as {}; it is taken as an attribute of its own",
                                     of_entity(field.name), field.attribute));
    PARTITA_TRY(read_kind(node, field));
    if (!present(node, "type") && !present(node, "value") && !present(node, "generate") && !present(node, "uuid") &&
        !present(node, "enum") && !present(node, "encode") && field.kind == FieldKind::String)
      untyped_.push_back(of_entity(field.name));
    PARTITA_TRY(read_presence(node, field));
    PARTITA_TRY(read_extras(node, field));
    if (field.name == params_.type_field) return {};  // the tag
    entity_.fields.push_back(std::move(field));
    return {};
  }

  Result<void> read_kind(const Node& node, Field& field) {
    PARTITA_TRY_VALUE(written, text_or_empty(node, "type"));
    PARTITA_TRY_VALUE(is_timestamp, flag_or_false(node, "timestamp"));
    const bool is_kept_time =
        is_timestamp || (!field.name.empty() && (field.name == params_.created || field.name == params_.updated));
    const std::string type = !written.empty() ? base::lower(written) : is_kept_time ? "date" : "string";
    if (!written.empty()) PARTITA_TRY(check_known(node.find("type")->place, "type of fields", type, kTypes));
    if (type == "number") field.kind = FieldKind::Decimal;
    if (type == "boolean") field.kind = FieldKind::Bool;
    if (type == "binary" || type == "buffer" || type == "arraybuffer" || type == "typedarray")
      field.kind = FieldKind::Bytes;
    if (type == "array" || type == "object" || type == "set") {
      field.kind = FieldKind::Document;
      field.document = type == "array"    ? DocumentType::List
                       : type == "object" ? DocumentType::Map
                                          : DocumentType::StringSet;
    }
    PARTITA_TRY_VALUE(iso_dates, flag_or_false(node, "isoDates"));
    if (type == "date") {
      field.kind = params_.iso_dates || iso_dates ? FieldKind::Time : FieldKind::Integer;
      if (field.kind == FieldKind::Integer) field.description = "milliseconds since 1970";
    }
    PARTITA_TRY_VALUE(ttl, flag_or_false(node, "ttl"));
    if (ttl) {
      field.kind = FieldKind::Seconds;
      field.description.clear();
      entity_.ttl = field.name;
    }
    PARTITA_TRY_VALUE(generate, text_or_empty(node, "generate"));
    PARTITA_TRY_VALUE(uuid, text_or_empty(node, "uuid"));
    for (const std::string& made : {generate, uuid}) {
      if (made == "ulid") field.kind = FieldKind::Ulid;
      if (made == "uuid" || (made == "true" && &made != &generate)) field.kind = FieldKind::Uuid;
    }
    if (const Node* values = present(node, "enum"); values && field.kind == FieldKind::String) {
      PARTITA_TRY_VALUE(texts, as_texts(*values, "enum"));
      field.kind = FieldKind::Enum;
      for (const std::string& text : texts) field.enumerators.push_back({enumerator_name(text), text, text});
    }
    return {};
  }

  static std::string enumerator_name(const std::string& text) {
    const std::string name = clean_name(text);
    return name.empty() ? "value_" + base::hex(text) : name;
  }

  Result<void> read_presence(const Node& node, Field& field) {
    PARTITA_TRY_VALUE(required, flag_or_false(node, "required"));
    if (required || present(node, "default") || present(node, "generate") || present(node, "uuid") ||
        present(node, "value"))
      field.optional = false;
    return {};
  }

  Result<void> read_extras(const Node& node, Field& field) {
    PARTITA_TRY_VALUE(unique, flag_or_false(node, "unique"));
    if (unique) entity_.unique.push_back({field.name});
    PARTITA_TRY_VALUE(crypt, flag_or_false(node, "crypt"));
    if (crypt) note(field.place, fmt::format("{} is stored encrypted, which is not kept", of_entity(field.name)));
    if (const Node* encode = present(node, "encode")) {
      note(encode->place,
           fmt::format("{} is a part of another attribute; no attribute of its own holds it", of_entity(field.name)));
      field.stored = false;
    }
    if (const Node* scope = present(node, "scope"))
      note(scope->place, fmt::format("the scope in which {} is unique is not kept", of_entity(field.name)));
    if (const Node* validate = present(node, "validate");
        validate && validate->is_scalar() && field.description.empty())
      field.description = fmt::format("matches {}", validate->text);
    PARTITA_TRY_VALUE(description, text_or_empty(node, "description"));
    if (!description.empty()) field.description = std::move(description);
    PARTITA_TRY_VALUE(reference, text_or_empty(node, "reference"));
    field.references = reference.substr(0, reference.find(':'));
    return {};
  }

  // ---- templates

  // "account#${id}", "${number:6:0}" and "${_type}" as templates of ours.
  Result<std::string> to_template(const std::string& value, const Place& place) {
    std::string text;
    for (std::size_t at = 0; at < value.size();) {
      const std::size_t open = value.find("${", at);
      text.append(value, at, open == value.npos ? value.npos : open - at);
      if (open == value.npos) break;
      const std::size_t close = value.find('}', open);
      if (close == value.npos) return fault(place, fmt::format("'{}' has a ${{ without its }}; add the brace", value));
      text += part_of(std::string_view(value).substr(open + 2, close - open - 2), place);
      at = close + 1;
    }
    return text;
  }

  std::string part_of(std::string_view inside, const Place& place) {
    const std::string name(inside.substr(0, inside.find(':')));
    if (name == params_.type_field) return entity_.name;
    if (inside.size() == name.size()) return "{" + name + "}";
    const std::string_view rest = inside.substr(name.size() + 1);
    const std::string_view size = rest.substr(0, rest.find(':'));
    const std::string_view pad = size.size() == rest.size() ? "0" : rest.substr(size.size() + 1);
    const bool digits = !size.empty() && size.size() < 3 && std::ranges::all_of(size, base::is_digit);
    const auto field = std::ranges::find(entity_.fields, name, &Field::name);
    const bool number =
        field != entity_.fields.end() && (field->kind == FieldKind::Decimal || field->kind == FieldKind::Integer);
    if (digits && pad == "0" && number) {
      field->kind = FieldKind::Integer;  // a padded value is a whole number
      return fmt::format("{{{}:0{}d}}", name, size);
    }
    note(place, fmt::format("the padding of ${{{}}} has no counterpart among key templates, which pad whole numbers "
                            "with zeros",
                            inside));
    return "{" + std::string(inside) + "}";
  }

  // The template of a key attribute, or nullopt if the model has no template for it.
  std::optional<std::string> template_of(const std::string& attribute) const {
    if (const auto made = made_.find(attribute); made != made_.end()) return inlined(templates_.at(made->second));
    for (const Field& field : entity_.fields)
      if (field.attribute == attribute) return "{" + field.name + "}";
    return std::nullopt;
  }

  // A template may use another key attribute, which is not a field of ours but a template itself.
  std::string inlined(std::string text) const {
    for (int depth = 0; depth < kDeepestInlining; ++depth)
      for (const std::string& name : template_fields(text))
        if (const auto other = templates_.find(name); other != templates_.end() && !entity_.field(name))
          text = replace_field(text, name, other->second);
    return text;
  }

  Result<void> add_keys(const Place& place) {
    const auto partition = template_of(table_.partition_key);
    if (!partition)
      return fault(place, fmt::format("the model {} has no field for the key attribute {}; give it a value template",
                                      entity_.name, table_.partition_key));
    entity_.primary = {.partition = {*partition}, .place = place};
    if (!table_.sort_key.empty()) {
      const auto sort = template_of(table_.sort_key);
      if (!sort)
        return fault(place, fmt::format("the model {} has no field for the key attribute {}; give it a value template",
                                        entity_.name, table_.sort_key));
      entity_.primary.sort = {*sort};
    }
    for (const std::vector<std::string>* templates : {&entity_.primary.partition, &entity_.primary.sort})
      for (const std::string& name : template_fields(*templates))
        for (Field& field : entity_.fields)
          if (field.name == name) field.optional = false;
    for (const Index& index : table_.indexes) add_index_key(index, place);
    return {};
  }

  void add_index_key(const Index& index, const Place& place) {
    EntityKey key{.index = index.name, .place = place};
    const bool local = index.scope == model::IndexScope::Local;
    for (const std::string& attribute : local ? std::vector<std::string>{table_.partition_key} : index.partition) {
      const auto text = template_of(attribute);
      if (!text) return;
      key.partition.push_back(*text);
    }
    for (const std::string& attribute : index.sort) {
      const auto text = template_of(attribute);
      if (!text) return;
      key.sort.push_back(*text);
    }
    for (const std::vector<std::string>* templates : {&key.partition, &key.sort})
      for (const std::string& name : template_fields(*templates))
        if (const Field* field = entity_.field(name); field && field->optional) key.sparse = true;
    entity_.indexes.push_back(std::move(key));
  }

  void add_timestamp(const std::string& name, std::string& member) {
    if (name.empty()) return;
    // Partita keeps times as texts only. Numbers are fields that the program sets.
    if (params_.iso_dates) member = name;
    if (entity_.field(name)) return;
    entity_.fields.push_back({.name = name,
                              .attribute = name,
                              .kind = params_.iso_dates ? FieldKind::Time : FieldKind::Integer,
                              .description = params_.iso_dates ? "" : "milliseconds since 1970",
                              .place = entity_.place});
  }
  void add_timestamps() {
    add_timestamp(params_.created, entity_.created_at);
    add_timestamp(params_.updated, entity_.updated_at);
  }

  void note_if_unique() {
    if (!entity_.unique.empty())
      note(entity_.place,
           fmt::format("OneTable reserves unique values of {} by items with other keys than Partita's", entity_.name));
  }

  const Table& table_;
  const Params& params_;
  std::vector<std::string>& notes_;
  std::vector<std::string>& untyped_;
  Entity entity_;
  std::map<std::string, std::pair<std::string, Place>> values_;  // the value templates, by field
  std::map<std::string, std::string> templates_;                 // the same in our form
  std::map<std::string, std::string> made_;                      // the field whose template makes a key attribute
};

}  // namespace

Result<Entity> read_model(const Member& member, const Table& table, const Params& params,
                          std::vector<std::string>& notes, std::vector<std::string>& untyped) {
  return ModelReader(table, params, notes, untyped).read(member);
}

}  // namespace partita::modelling::onetable
