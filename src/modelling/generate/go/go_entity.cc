#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "modelling/generate/go/go_parts.h"
#include "modelling/generate/go/go_text.h"
#include "modelling/generate/model_facts.h"

namespace partita::modelling::go {
namespace {

using model::FieldKind;
using Rows = std::vector<std::pair<std::string, std::string>>;

// A comment of a field that says its form, or that it is kept.
std::string field_doc(const GoField& field) {
  std::string out = field.declared->description;
  const auto add = [&](std::string_view sentence) { out += (out.empty() ? "" : " ") + std::string(sentence); };
  if (out.empty()) {
    if (field.declared->kind == FieldKind::Date) add("A date such as 2026-01-05.");
    if (field.declared->kind == FieldKind::Uuid) add("A UUID in small letters.");
    if (field.declared->kind == FieldKind::Ulid) add("A ULID.");
    if (field.declared->kind == FieldKind::Seconds) add("Seconds since 1970.");
  }
  if (field.is_kept) add("Each write sets it by itself.");
  return out;
}

class EntityWriter {
 public:
  explicit EntityWriter(const GoEntity& entity) : entity_(entity) {}

  std::string write() const {
    std::string out = fmt::format("// ---- {}\n\n", fmt::join(prose(entity_.declared->name), " "));
    for (const GoField& field : entity_.fields)
      if (field.declared->kind == FieldKind::Enum) out += enumeration(field) + '\n';
    out += item() + '\n' + key() + '\n';
    if (!entity_.unique.empty()) out += unique() + '\n';
    return out + described() + '\n' + codec();
  }

 private:
  // A name of the model as words of a comment.
  static std::vector<std::string> prose(const std::string& name) { return words_in(name); }

  std::string enumeration(const GoField& field) const {
    DistinctNames names;
    Rows rows;
    for (const Enumerator& one : field.declared->enumerators)
      rows.emplace_back(names.distinct(field.type + go_exported(one.name)),
                        fmt::format("{} = {}", field.type, go_literal(one.name)));
    std::string out =
        go_doc({fmt::format("{} is the field {} of {}.", field.type, field.declared->name, entity_.declared->name)}) +
        fmt::format("type {} string\n\n// The values of {}.\nconst (\n", field.type, field.type);
    out += go_columns(rows, "\t");
    return out + fmt::format(")\n\nvar {} = rt.Enums[{}]()\n", field.codec, field.type);
  }

  // A comment above a field ends the columns.
  template <class Row>
  static std::string struct_of(const std::vector<GoField>& fields, Row row) {
    std::string out;
    std::vector<GoRow> rows;
    for (const GoField& field : fields) {
      if (const std::string doc = go_doc({field_doc(field)}, "\t"); !doc.empty()) {
        out += go_struct_rows(rows) + doc;
        rows.clear();
      }
      rows.push_back(row(field));
    }
    return out + go_struct_rows(rows);
  }

  std::string item() const {
    const std::string text =
        entity_.declared->description.empty()
            ? fmt::format("is an item {} of the table {}.", entity_.declared->name, entity_.table->name)
            : "is an item " + entity_.declared->name + ". " + entity_.declared->description;
    std::string out =
        go_doc({fmt::format("{} {}", entity_.type, text)}) + fmt::format("type {} struct {{\n", entity_.type);
    out += struct_of(entity_.fields, go_item_row);
    if (entity_.declared->other_attributes)
      out +=
          "\t// Attributes that no field names, as they are stored.\n\tOtherAttributes rt.AttributeMap `json:\"-\"`\n";
    return out + "}\n";
  }

  // A put of an item that was read keeps the time at which it was made.
  static std::string created(const GoField& field) {
    const std::string is_given = field.type == "time.Time" ? fmt::format("!item.{}.IsZero()", field.name)
                                                           : fmt::format("item.{} != 0", field.name);
    return fmt::format("\t\tif {} {{\n\t\t\trt.Encode(e, {}, {}, item.{})\n\t\t}}\n", is_given, field.at, field.codec,
                       field.name);
  }

  std::vector<GoField> key_fields() const {
    std::vector<GoField> out;
    for (const GoField& field : entity_.fields)
      if (field.is_key) out.push_back(field);
    return out;
  }

  std::string key() const {
    std::vector<std::string> texts;
    const auto add = [&](const std::string& attribute, const std::vector<std::string>& parts) {
      for (const std::string& part : parts) texts.push_back(fmt::format("{} = \"{}\"", attribute, part));
    };
    add(entity_.table->partition_key, entity_.declared->primary.partition);
    add(entity_.table->sort_key, entity_.declared->primary.sort);
    return go_doc({fmt::format("{}Key is the primary key: {}.", entity_.type, fmt::join(texts, ", "))}) +
           fmt::format("type {}Key struct {{\n", entity_.type) +
           struct_of(key_fields(),
                     [](const GoField& field) {
                       return GoRow{field.name, field.type, go_json_tag(field.declared->name)};
                     }) +
           "}\n";
  }

  // An absent value is nil.
  std::string unique() const {
    std::vector<GoField> fields;
    for (const std::string& name : entity_.unique) fields.push_back(entity_.field(name));
    std::string out =
        go_doc({fmt::format("{}Unique has the stored values of the unique fields, on which a removal is conditional.",
                            entity_.type)}) +
        fmt::format("type {}Unique struct {{\n", entity_.type);
    const auto is_absent = [](const GoField& field) { return may_be_absent(*field.declared); };
    out += struct_of(fields, [&](const GoField& field) {
      return GoRow{field.name, (is_absent(field) ? "*" : "") + field.type,
                   go_json_tag(field.declared->name, is_absent(field) ? ",omitempty" : "")};
    });
    out += fmt::format(
        "}}\n\n// UniqueFacts returns the values for the library.\nfunc (u {}Unique) UniqueFacts() "
        "[]rt.Fact {{\n\treturn []rt.Fact{{\n",
        entity_.type);
    for (const GoField& field : fields)
      out += fmt::format("\t\trt.StoredFact({}Entity, {}, {}, {}u.{}),\n", entity_.small, field.at, field.codec,
                         is_absent(field) ? "" : "&", field.name);
    return out + "\t}\n}\n";
  }

  std::string described() const {
    return fmt::format("var {0}Table = &model.Tables[{1}]\n\nvar {0}Entity = &{0}Table.Entities[{2}]\n", entity_.small,
                       entity_.table_at, position());
  }

  std::string codec() const {
    const auto encode = [](const GoField& field, const char* of) {
      const std::string value = fmt::format("{}.{}", of, field.name);
      const char* function = "rt.Encode";
      std::string line;
      if (may_be_absent(*field.declared) && is_nil_if_absent(field))
        return fmt::format("\t\tif {1} != nil {{\n\t\t\trt.Encode(e, {0}, {2}, {1})\n\t\t}}\n", field.at, value,
                           field.codec);
      if (may_be_absent(*field.declared)) function = "rt.EncodeOptional";
      return fmt::format("\t\t{}(e, {}, {}, {})\n", function, field.at, field.codec, value);
    };
    std::string out = fmt::format("var {0}Codec = &rt.Codec[{1}, {1}Key]{{\n", entity_.small, entity_.type);
    out += fmt::format("\tTable: {0}Table, Entity: {0}Entity,\n", entity_.small);
    out += fmt::format("\tEncode: func(e *rt.Encoder, item *{}) {{\n", entity_.type);
    for (const GoField& field : entity_.fields)
      if (field.declared->name == entity_.declared->created_at)
        out += created(field);
      else if (!field.is_kept)
        out += encode(field, "item");
    if (entity_.declared->other_attributes) out += "\t\trt.EncodeOthers(e, item.OtherAttributes)\n";
    out += fmt::format("\t}},\n\tEncodeKey: func(e *rt.Encoder, key *{}Key) {{\n", entity_.type);
    for (const GoField& field : key_fields())
      out += fmt::format("\t\trt.Encode(e, {}, {}, key.{})\n", field.at, field.codec, field.name);
    out += fmt::format("\t}},\n\tDecode: func(d *rt.Decoder, item *{}) {{\n", entity_.type);
    for (const GoField& field : entity_.fields)
      out += fmt::format("\t\t{}(d, {}, {}, &item.{})\n", go_decoder(field), field.at, field.codec, field.name);
    if (entity_.declared->other_attributes) out += "\t\titem.OtherAttributes = rt.DecodeOthers(d)\n";
    return out + "\t},\n}\n";
  }

  std::size_t position() const {
    return static_cast<std::size_t>(std::ranges::find(entity_.table->entities, entity_.declared->name, &Entity::name) -
                                    entity_.table->entities.begin());
  }

  const GoEntity& entity_;
};

}  // namespace

GoRow go_item_row(const GoField& field) {
  return {field.name, go_item_type(field),
          go_json_tag(field.declared->name, may_be_absent(*field.declared) ? ",omitempty" : "")};
}

const char* go_decoder(const GoField& field) {
  if (!may_be_absent(*field.declared)) return "rt.Decode";
  return is_nil_if_absent(field) ? "rt.DecodePresent" : "rt.DecodeOptional";
}

std::string go_entity(const GoEntity& entity) { return EntityWriter(entity).write(); }

}  // namespace partita::modelling::go
