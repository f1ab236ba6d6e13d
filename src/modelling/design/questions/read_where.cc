#include "modelling/design/questions/read_where.h"

#include <fmt/format.h>
#include <partita/model/detail/stored_text.h>

#include "modelling/core/nearest.h"
#include "modelling/design/questions/check_fields.h"
#include "modelling/design/questions/fields.h"
#include "value/limits.h"

namespace partita::modelling::design {
namespace {

// The text that the attribute has if all calls demand this value of the field.
Result<std::string> read_constant(const Member& member, const Field& field, const std::string& where) {
  if (!member.value.is_scalar())
    return fault(member.place, fmt::format("{} demands {} of {}: ask for each value by a read of its own, or keep a "
                                           "field that is the same for all of them",
                                           where, member.value.is_null() ? "no value" : "several values", field.name));
  const std::string& text = member.value.text;
  if (field.kind == model::FieldKind::Enum) {
    std::vector<std::string_view> known;
    for (const Enumerator& one : field.enumerators) {
      if (one.attribute == text || one.name == text) return one.attribute;
      known.push_back(one.attribute);
    }
    return fault(member.place, fmt::format("{} demands '{}' of {}, which is none of its values{}", where, text,
                                           field.name, did_you_mean(text, known)));
  }
  if (field.kind != model::FieldKind::String && field.kind != model::FieldKind::Bool &&
      field.kind != model::FieldKind::Integer && field.kind != model::FieldKind::Unsigned)
    return fault(member.place,
                 fmt::format("{} demands a value of {}, which is {}, and only strings, enumerations, bools and whole "
                             "numbers have one value for all calls: ask by it (by), or keep a field of such a kind",
                             where, field.name, model::describe(field.kind)));
  if (!model::detail::is_stored_text({.name = field.name, .attribute = field.attribute, .kind = field.kind}, text))
    return fault(member.place,
                 fmt::format("{} demands '{}' of {}, which it never has: say {}", where, text, field.name,
                             field.kind == model::FieldKind::Bool ? "true or false"
                                                                  : "a whole number in its plain form, such as 12"));
  if (text.empty())
    return fault(member.place,
                 fmt::format("{} demands that {} is empty, and no key holds an empty text", where, field.name));
  if (text.size() > limits::kPartitionKeyBytes)
    return fault(member.place, fmt::format("{} demands a text of {} bytes of {}, and no key holds more than {}", where,
                                           text.size(), field.name, limits::kPartitionKeyBytes));
  return text;
}

}  // namespace

// {status: OPEN}. The text of an enumerator is that of its attribute, or its name.
Result<std::vector<When>> read_where(const Node& node, const Pattern& pattern, const Questions& questions) {
  std::vector<When> out;
  const Node* where = present(node, "where");
  if (!where) return out;
  PARTITA_TRY(check_is_map(*where, "where"));
  const std::string name = fmt::format("where of the pattern \"{}\"", pattern.name);
  if (!is_read(pattern.operation) || pattern.entities.size() != 1)
    return fault(where->place, name + ": only a read of one entity can demand values of its items");
  const Entity& entity = at(questions.subjects, questions.subject(pattern.entities[0])).entity;
  Faults faults;
  for (const Member& member : where->members) {
    if (!faults.accept(check_key_field(member.place, entity, member.name, name))) continue;
    const Field& field = *entity.field(member.name);
    auto text = read_constant(member, field, name);
    if (!faults.accept(text)) continue;
    if (contains(pattern.by, member.name))
      faults.accept(Result<void>(
          fault(member.place,
                fmt::format("{} demands a value of {}, which each call gives: take it out of by", name, field.name))));
    out.push_back({member.name, std::move(*text)});
  }
  PARTITA_TRY(faults.result());
  return out;
}

}  // namespace partita::modelling::design
