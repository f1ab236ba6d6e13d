#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/generate/model_facts.h"
#include "modelling/generate/typescript/ts_parts.h"
#include "modelling/generate/typescript/ts_text.h"
#include "modelling/generate/update_needs.h"

namespace partita::modelling::typescript {
namespace {

using model::FieldKind;

std::string document_type(DocumentType type) {
  switch (type) {
    case DocumentType::Map:
      return "DocumentMap";
    case DocumentType::List:
      return "readonly DocumentValue[]";
    case DocumentType::StringSet:
      return "ReadonlySet<string>";
    case DocumentType::NumberSet:
      return "ReadonlySet<number | bigint | Decimal>";
    case DocumentType::BinarySet:
      return "ReadonlySet<Uint8Array>";
    case DocumentType::Any:
      break;
  }
  return "DocumentValue";
}

// Types that a value of the kind has beside its own, for comments.
std::string form_of(FieldKind kind) {
  switch (kind) {
    case FieldKind::Date:
      return "A date such as 2026-01-05.";
    case FieldKind::Uuid:
      return "A UUID in small letters.";
    case FieldKind::Ulid:
      return "A ULID.";
    case FieldKind::Seconds:
      return "Seconds since 1970.";
    default:
      return {};
  }
}

class EntityWriter {
 public:
  EntityWriter(const TsModel& model, const ProvenTable& table, const Entity& entity)
      : model_(model), table_(*table.declared), entity_(entity), made_(model.of(table_, entity.name)) {
    const auto at = std::ranges::find(table_.entities, entity.name, &Entity::name) - table_.entities.begin();
    info_ = &table.info->at(table.positions[static_cast<std::size_t>(at)]);
    info_table_ = table.info;
    key_ = ts_key_fields(entity);
  }

  std::string write() {
    std::string out;
    for (const Field& field : entity_.fields)
      if (const auto name = made_.enums.find(field.name); name != made_.enums.end())
        out += ts_union_line(fmt::format("export type {} = ", name->second), enumerators(field), ";") + '\n';
    out += item() + '\n' + key() + '\n' + stored() + '\n' + input() + '\n' + changes() + '\n' + types();
    return out;
  }

 private:
  static std::vector<std::string> enumerators(const Field& field) {
    std::vector<std::string> out;
    for (const Enumerator& one : field.enumerators) out.push_back(one.name);
    return out;
  }

  std::string item() const {
    std::string out =
        ts_doc({entity_.description.empty() ? fmt::format("An item {} of the table {}.", entity_.name, table_.name)
                                            : entity_.description});
    out += fmt::format("export interface {} {{\n", made_.type);
    for (const Field& field : entity_.fields) {
      if (field.attribute.empty()) continue;
      out += ts_doc({field.description.empty() ? form_of(field.kind) : field.description}, 2);
      const std::string& type = made_.types.at(field.name);
      out += fmt::format("  readonly {}{}: {}{};\n", ts_property(field.name), may_be_absent(field) ? "?" : "", type,
                         may_be_absent(field) ? " | undefined" : "");
    }
    if (entity_.other_attributes)
      out +=
          "  /** Attributes that no field names, as they are stored. */\n  readonly otherAttributes?: AttributeMap | "
          "undefined;\n";
    return out + "}\n";
  }

  std::string templates() const {
    std::vector<std::string> texts;
    const auto add = [&](const std::string& attribute, const std::vector<std::string>& parts) {
      for (const std::string& part : parts) texts.push_back(fmt::format("{} = \"{}\"", attribute, part));
    };
    add(table_.partition_key, entity_.primary.partition);
    add(table_.sort_key, entity_.primary.sort);
    return fmt::format("{}", fmt::join(texts, ", "));
  }

  std::string key() const {
    return ts_doc({fmt::format("The primary key: {}.", templates())}) +
           ts_picked(made_.type + "Key", "Pick", made_.type, key_);
  }

  // Those that create() and put() need not be given: empty sets, and fields with a default.
  static bool may_be_left_out(const Field& field) {
    return ((is_set(field) && field.optional) || field.has_default) && !may_be_absent(field);
  }

  // The fields that attributes store, which conditions may name.
  std::string stored() const {
    std::vector<std::string> others;
    for (const Field& field : entity_.fields)
      if (!field.stored && !field.attribute.empty()) others.push_back(field.name);
    if (entity_.other_attributes) others.emplace_back("otherAttributes");
    const std::string name = made_.type + "Stored";
    return ts_doc({"The fields that conditions may name."}) +
           (others.empty() ? fmt::format("export type {} = {};\n", name, made_.type)
                           : ts_picked(name, "Omit", made_.type, others));
  }

  std::string input() const {
    std::vector<std::string> kept, left_out;
    for (const Field& field : entity_.fields) {
      if (is_kept(entity_, field.name))
        kept.push_back(field.name);
      else if (may_be_left_out(field))
        left_out.push_back(field.name);
    }
    std::vector<std::string> missing = kept;
    missing.insert(missing.end(), left_out.begin(), left_out.end());
    std::string out = ts_doc({kept.empty() ? "The fields of a new item."
                                           : "The fields of a new item, without those that the package keeps."});
    if (missing.empty()) return out + fmt::format("export type {0}Input = {0};\n", made_.type);
    if (left_out.empty()) return out + ts_picked(made_.type + "Input", "Omit", made_.type, missing);
    const std::string head = fmt::format("export type {0}Input = Omit<{0}, {1}> &", made_.type, ts_union(missing));
    const std::string tail = fmt::format("Partial<Pick<{}, {}>>;\n", made_.type, ts_union(left_out));
    return out + head + (head.size() + tail.size() <= kTsLineBytes ? " " : "\n  ") + tail;
  }

  bool can_change(const Field& field) const {
    return !field.attribute.empty() && !base::contains(key_, field.name) && !is_kept(entity_, field.name);
  }

  std::string changes() const {
    std::string out = ts_doc({"The fields that an update may set. null removes an optional one."}) +
                      fmt::format("export interface {}Changes {{", made_.type);
    const std::string head = out;
    for (const Field& field : entity_.fields)
      if (can_change(field))
        out += fmt::format("  readonly {}: {}{};\n", ts_property(field.name), made_.types.at(field.name),
                           may_be_absent(field) ? " | null" : "");
    if (out == head) return out + "}\n";
    out.insert(head.size(), "\n");
    return out + "}\n";
  }

  template <class Is>
  std::vector<std::string> names(Is is) const {
    std::vector<std::string> out;
    for (const Field& field : entity_.fields)
      if (can_change(field) && field.stored && is(field)) out.push_back(field.name);
    return out;
  }

  static std::string needs(const char* member, const std::vector<UpdateNeed>& all) {
    if (all.empty()) return fmt::format("  readonly {}: never;\n", member);
    const auto text_of = [](const UpdateNeed& need) {
      return fmt::format("{{ readonly of: {}; readonly known: {} }}", ts_union(need.of), ts_union(need.known));
    };
    if (all.size() == 1) {
      std::string line = fmt::format("  readonly {}: {};\n", member, text_of(all.front()));
      if (line.size() <= kTsLineBytes + 1) return line;
      return fmt::format("  readonly {}: {{\n    readonly of: {};\n    readonly known: {};\n  }};\n", member,
                         ts_union(all.front().of), ts_union(all.front().known));
    }
    std::vector<std::string> texts;
    for (const UpdateNeed& need : all) texts.push_back(text_of(need));
    const std::string joined = fmt::format("{};\n", fmt::join(texts, " | "));
    std::string out = fmt::format("  readonly {}:", member);
    if (out.size() + 1 + joined.size() <= kTsLineBytes + 1) return fmt::format("{} {}", out, joined);
    if (4 + joined.size() <= kTsLineBytes + 1) return fmt::format("{}\n    {}", out, joined);
    for (const std::string& text : texts) out += fmt::format("\n    | {}", text);
    return out + ";\n";
  }

  std::string types() const {
    std::string out = fmt::format("export interface {}Types extends EntityTypes {{\n", made_.type);
    for (const auto& [member, suffix] : {std::pair<const char*, const char*>{"item", ""},
                                         {"stored", "Stored"},
                                         {"input", "Input"},
                                         {"key", "Key"},
                                         {"changes", "Changes"}})
      out += fmt::format("  readonly {}: {}{};\n", member, made_.type, suffix);
    std::vector<std::string> whole;
    for (const Field& field : entity_.fields)
      if (can_change(field) && !field.optional && !field.has_default) whole.push_back(field.name);
    std::string line = whole.empty()
                           ? "  readonly whole: object;\n"
                           : fmt::format("  readonly whole: Pick<{}Changes, {}>;\n", made_.type, ts_union(whole));
    if (line.size() > kTsLineBytes + 1)
      line = fmt::format("  readonly whole: Pick<\n    {}Changes,\n    {}\n  >;\n", made_.type, ts_union(whole));
    out += line;
    const auto is_number = [](const Field& field) {
      return field.kind == FieldKind::Integer || field.kind == FieldKind::Unsigned || field.kind == FieldKind::Double ||
             field.kind == FieldKind::Decimal || field.kind == FieldKind::Seconds;
    };
    const auto is_list = [](const Field& field) {
      return field.kind == FieldKind::Document && field.document == DocumentType::List;
    };
    out += ts_union_line("  readonly numbers: ", names(is_number), ";");
    out += ts_union_line("  readonly lists: ", names(is_list), ";");
    out += ts_union_line("  readonly sets: ", names(is_set), ";");
    out += needs("needs", update_needs(*info_table_, *info_));
    out += needs("unique", unique_needs(*info_));
    const bool versioned = !entity_.version.empty();
    out += fmt::format("  readonly versioned: {};\n", versioned);
    return out + fmt::format("  readonly batches: {};\n}}\n", !versioned && entity_.unique.empty());
  }

  const TsModel& model_;
  const Table& table_;
  const Entity& entity_;
  const TsEntity& made_;
  const model::EntityInfo* info_ = nullptr;
  const model::TableInfo* info_table_ = nullptr;
  std::vector<std::string> key_;
};

}  // namespace

std::string ts_field_type(const TsModel& model, const Table& table, const Entity& entity, const Field& field) {
  switch (field.kind) {
    case FieldKind::String:
    case FieldKind::Date:
    case FieldKind::Uuid:
    case FieldKind::Ulid:
      return "string";
    case FieldKind::Bytes:
      return "Uint8Array";
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Seconds:
      return model.options.bigint ? "bigint" : "number";
    case FieldKind::Double:
      return "number";
    case FieldKind::Decimal:
      return "Decimal";
    case FieldKind::Bool:
      return "boolean";
    case FieldKind::Enum:
      return model.of(table, entity.name).enums.at(field.name);
    case FieldKind::Time:
      return "Date";
    case FieldKind::Document:
      break;
  }
  return is_vector(table, field) ? "readonly number[]" : document_type(field.document);
}

std::string ts_entity(const TsModel& model, const ProvenTable& table, const Entity& entity) {
  return EntityWriter(model, table, entity).write();
}

}  // namespace partita::modelling::typescript
