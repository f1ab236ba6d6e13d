#include "modelling/design/keys/labels.h"

#include <algorithm>
#include <cctype>

#include "modelling/design/keys/extend_tables.h"
#include "modelling/design/questions/fields.h"

namespace partita::modelling::design {
namespace {

std::string upper_words(std::string_view name) {
  std::string out;
  bool was_lower = false;
  for (const char letter : name) {
    const auto byte = static_cast<unsigned char>(letter);
    if (!std::isalnum(byte)) {
      if (!out.empty() && out.back() != '_') out += '_';
      was_lower = false;
      continue;
    }
    if (std::isupper(byte) && was_lower) out += '_';
    was_lower = std::islower(byte) || std::isdigit(byte);
    out += static_cast<char>(std::toupper(byte));
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  return out.empty() ? "KEY" : out;
}

}  // namespace

std::string label_of_entity(const Questions& questions, const Entity& entity) {
  const std::string label = upper_words(entity.name);
  // The names decide, because the order of the file must not change the lengths of keys.
  const auto before = std::count_if(questions.subjects.begin(), questions.subjects.end(), [&](const Subject& other) {
    return other.entity.name < entity.name && upper_words(other.entity.name) == label;
  });
  return before == 0 ? label : label + "_" + std::to_string(before + 1);
}

std::string label_of_field(const Questions& questions, const Entity& entity, std::string_view field) {
  const Field* declared = entity.field(field);
  if (declared && !declared->references.empty()) {
    const SubjectPosition other = questions.subject(declared->references);
    if (other != kNone) return label_of_entity(questions, at(questions.subjects, other).entity);
  }
  // The shortest identity that ends with the field is the field's own entity.
  const Subject* owner = nullptr;
  for (const Subject& subject : questions.subjects) {
    const Field* there = subject.entity.field(field);
    if (subject.identity.back() != field || !there || !declared || there->kind != declared->kind) continue;
    if (!owner || subject.identity.size() < owner->identity.size()) owner = &subject;
  }
  if (!owner) return upper_words(field);
  const std::string literal = owner->table.empty() ? std::string() : literal_of_existing(*owner);
  return literal.empty() ? label_of_entity(questions, owner->entity) : literal;
}

std::string part_of_field(const Field& field) {
  switch (field.kind) {
    case model::FieldKind::Integer:
      return "{" + field.name + ":s019d}";
    case model::FieldKind::Unsigned:
    case model::FieldKind::Seconds:
      return "{" + field.name + ":020d}";
    default:
      return "{" + field.name + "}";
  }
}

bool fits_into_text(const Field& field) {
  switch (field.kind) {
    case model::FieldKind::Double:
    case model::FieldKind::Decimal:
    case model::FieldKind::Document:
    case model::FieldKind::Bytes:
      return false;
    default:
      return true;
  }
}

bool fits_into_key(const Field& field) {
  return field.kind != model::FieldKind::Bool && field.kind != model::FieldKind::Document &&
         field.kind != model::FieldKind::Double;
}

std::string_view kinds_in_place_of(model::FieldKind kind) {
  // It is a number to its reader.
  if (kind == model::FieldKind::Double) return "an integer of a smaller unit, or a string";
  return "a string or a number";
}

bool clash(const Field& field, const Field& other) {
  if (other.attribute != field.attribute || !other.stored) return false;
  return other.kind == model::FieldKind::Bool || other.kind == model::FieldKind::Document ||
         model::natural_type(other.kind) != model::natural_type(field.kind);
}

bool clash(const Questions& questions, const SubjectPositions& group, const Entity& entity,
           const std::vector<std::string>& fields) {
  for (const std::string& name : fields)
    for (const SubjectPosition position : group) {
      const Entity& other = at(questions, position).entity;
      if (other.name != entity.name && std::any_of(other.fields.begin(), other.fields.end(), [&](const Field& theirs) {
            return clash(*entity.field(name), theirs);
          }))
        return true;
    }
  return false;
}

bool all_fit(const Entity& entity, const std::vector<std::string>& fields, bool (*fits)(const Field&),
             Presence presence) {
  return std::all_of(fields.begin(), fields.end(), [&](const std::string& name) {
    const Field* field = entity.field(name);
    return field && (!field->optional || presence == Presence::Any) && fits(*field);
  });
}

}  // namespace partita::modelling::design
