#include "console/pattern_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/base64.h"
#include "value/number.h"

namespace partita::console {
namespace {

using model::FieldInfo;
using model::FieldKind;
using model::kNone;
using modelling::Operation;

std::string_view type_of(FieldKind kind) {
  switch (kind) {
    case FieldKind::Bytes:
      return "binary";
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Double:
    case FieldKind::Decimal:
    case FieldKind::Seconds:
      return "number";
    case FieldKind::Bool:
      return "boolean";
    case FieldKind::Enum:
      return "enum";
    case FieldKind::Time:
      return "time";
    case FieldKind::Date:
      return "date";
    case FieldKind::Document:
      return "document";
    default:
      return "string";
  }
}

PatternParameter parameter(const FieldInfo& field) {
  PatternParameter out{.name = std::string(field.name), .type = std::string(type_of(field.kind))};
  if (field.kind == FieldKind::Enum) {
    out.values.emplace();
    for (const model::EnumeratorInfo& one : field.enumerators) out.values->emplace_back(one.attribute);
  }
  return out;
}

Result<AttributeValue> enumerator(const FieldInfo& field, std::string_view text) {
  std::string known;
  for (const model::EnumeratorInfo& one : field.enumerators) {
    if (one.attribute == text || one.name == text) return AttributeValue::string(std::string(one.attribute));
    known += (known.empty() ? "" : ", ") + std::string(one.attribute);
  }
  return invalid(fmt::format("{} takes one of {}, not '{}'", field.name, known, text));
}

}  // namespace

std::vector<int> primary_key_fields(const model::EntityInfo& entity) {
  std::vector<int> fields;
  for (const auto& attributes : {entity.primary.partition, entity.primary.sort})
    for (const model::KeyAttribute& attribute : attributes)
      for (const model::KeyPart& part : attribute.value.parts)
        if (part.is_field() && std::find(fields.begin(), fields.end(), part.field) == fields.end())
          fields.push_back(part.field);
  return fields;
}

const model::EntityInfo* entity_of(const modelling::Proof& proof, const modelling::ProvenPattern& pattern) {
  if (pattern.served()) return pattern.info.entities.front();
  const modelling::Pattern& declared = *pattern.declared;
  if (!modelling::is_read(declared.operation) || declared.entities.empty()) return nullptr;
  const modelling::Table* table = proof.model().table_of(declared.entities.front(), declared.table);
  return table ? proof.entity(table->name, declared.entities.front()) : nullptr;
}

std::vector<PatternParameter> parameters_of(const modelling::Proof& proof, const modelling::ProvenPattern& pattern) {
  std::vector<PatternParameter> out;
  const model::EntityInfo* entity = entity_of(proof, pattern);
  if (!entity) return out;
  const modelling::Pattern& declared = *pattern.declared;
  const auto field = [entity](int position) -> const FieldInfo& {
    return entity->fields[static_cast<std::size_t>(position)];
  };
  if (declared.operation == Operation::BatchGet || declared.operation == Operation::TransactGet) {
    for (const int position : primary_key_fields(*entity)) out.push_back(parameter(field(position)));
    return out;
  }
  if (!pattern.served()) return out;
  for (const int position : pattern.info.by) out.push_back(parameter(field(position)));
  const model::Plan& plan = pattern.info.plan;
  const int range = plan.bucket_field != kNone ? plan.bucket_field : plan.range_field;
  if (range != kNone) {
    out.push_back(parameter(field(range)));
    out.back().range = true;
    out.back().optional = plan.bucket_field == kNone;
  }
  for (const FilterParameter& condition : filter_parameters(pattern)) {
    if (!condition.has_operand()) continue;
    out.push_back(parameter(*condition.field));
    out.back().optional = true;
  }
  return out;
}

std::vector<FilterParameter> filter_parameters(const modelling::ProvenPattern& pattern) {
  using Kind = model::Predicate::Kind;
  static const std::map<std::string_view, Kind> kKinds = {{"=", Kind::Equal},
                                                          {"<>", Kind::NotEqual},
                                                          {"<", Kind::Less},
                                                          {"<=", Kind::LessOrEqual},
                                                          {">", Kind::Greater},
                                                          {">=", Kind::GreaterOrEqual},
                                                          {"contains", Kind::Contains},
                                                          {"begins_with", Kind::BeginsWith},
                                                          {"exists", Kind::Exists},
                                                          {"not_exists", Kind::NotExists}};
  std::vector<FilterParameter> out;
  // A filter of a collection would be for one of its members only.
  if (!pattern.served() || pattern.info.entities.size() != 1) return out;
  const model::EntityInfo& entity = *pattern.info.entities.front();
  const model::Plan& plan = pattern.info.plan;
  for (const modelling::FilterCondition& condition : pattern.declared->filter) {
    const auto kind = kKinds.find(condition.comparison);
    const int position = entity.field(condition.field);
    if (kind == kKinds.end() || position == kNone) continue;
    const auto& by = pattern.info.by;
    const model::FieldInfo* const field = &entity.fields[static_cast<std::size_t>(position)];
    const bool is_taken = std::find(by.begin(), by.end(), position) != by.end() || position == plan.range_field ||
                          position == plan.bucket_field ||
                          std::any_of(out.begin(), out.end(), [&](const auto& one) { return one.field == field; });
    if (!is_taken && field->kind != FieldKind::Document) out.push_back({field, kind->second});
  }
  return out;
}

Result<AttributeValue> value_of(const FieldInfo& field, std::string_view text) {
  switch (field.kind) {
    case FieldKind::Bytes: {
      auto bytes = base::decode_base64(text);
      if (!bytes) return invalid(fmt::format("{} takes bytes in base64, not '{}'", field.name, text));
      return AttributeValue::binary(std::move(*bytes));
    }
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Double:
    case FieldKind::Decimal:
    case FieldKind::Seconds: {
      const auto number = value::Number::parse(text);
      if (!number) return invalid(fmt::format("{} takes a number, not '{}'", field.name, text));
      return AttributeValue::number(number->to_text());
    }
    case FieldKind::Bool:
      if (text == "true" || text == "false") return AttributeValue(text == "true");
      return invalid(fmt::format("{} takes true or false, not '{}'", field.name, text));
    case FieldKind::Enum:
      return enumerator(field, text);
    case FieldKind::Document:
      return invalid(fmt::format("{} is a document, which no key can have", field.name));
    default:
      return AttributeValue::string(std::string(text));
  }
}

}  // namespace partita::console
