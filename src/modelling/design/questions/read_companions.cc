#include "modelling/design/questions/read_companions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "modelling/core/kind_names.h"
#include "modelling/core/nearest.h"
#include "modelling/design/questions/fields.h"
#include "modelling/design/questions/references.h"
#include "modelling/read/own/own_format.h"

namespace partita::modelling::design {
namespace {

// "customerId" and "customer_id" become "customer".
std::string without_id(const std::string& field) {
  for (const std::string_view end : {"_id", "Id", "ID"})
    if (field.size() > end.size() && field.ends_with(end)) return field.substr(0, field.size() - end.size());
  return field;
}

class CompanionReader {
 public:
  CompanionReader(const Place& place, const Pattern& pattern, const Questions& questions)
      : place_(place),
        questions_(questions),
        subject_(at(questions, questions.subject(pattern.entities[0]))),
        where_(fmt::format("with of the pattern \"{}\"", pattern.name)) {}

  Result<void> add(const std::string& text) {
    // Names may have dots too.
    std::size_t dot = text.find('.');
    for (std::size_t next = dot; next != std::string::npos; next = text.find('.', next + 1))
      if (const std::string head = text.substr(0, next);
          questions_.subject(head) != kNone || subject_.entity.field(head))
        dot = next;
    PARTITA_TRY_VALUE(one, companion(text.substr(0, dot)));
    const Entity& other = at(questions_, questions_.subject(one.entity)).entity;
    const std::string name = text.substr(dot + 1);
    if (!other.field(name)) {
      std::vector<std::string_view> known;
      for (const Field& field : other.fields) known.push_back(field.name);
      return fault(place_, fmt::format("{} names the field '{}', which {} does not have{}", where_, name, other.name,
                                       did_you_mean(name, known)));
    }
    if (contains(at(questions_, questions_.subject(one.entity)).identity, name))
      return fault(place_, fmt::format("{} names {}, which tells one {} from the others, so the items of {} have it "
                                       "already: leave it out",
                                       where_, text, other.name, subject_.entity.name));
    auto there = std::find_if(out_.begin(), out_.end(),
                              [&](const Companion& known) { return known.entity == one.entity && known.by == one.by; });
    if (there == out_.end()) there = out_.insert(out_.end(), std::move(one));
    if (contains(there->fields, name)) return fault(place_, fmt::format("{} names {} twice", where_, text));
    there->fields.push_back(name);
    return {};
  }

  std::vector<Companion> take() { return std::move(out_); }

 private:
  Result<Companion> companion(const std::string& head) const {
    if (questions_.subject(head) != kNone) return of_entity(at(questions_, questions_.subject(head)));
    if (const Field* field = subject_.entity.field(head)) return of_field(*field);
    std::vector<std::string_view> known;
    for (const Subject& one : questions_.subjects) known.push_back(one.entity.name);
    for (const Field& field : subject_.entity.fields) known.push_back(field.name);
    return fault(place_, fmt::format("{} names '{}', which is neither an entity nor a field of {}{}", where_, head,
                                     subject_.entity.name, did_you_mean(head, known)));
  }

  Result<Companion> of_entity(const Subject& other) const {
    const std::string& name = other.entity.name;
    const std::string& own = subject_.entity.name;
    const auto references = references_between(subject_, other);
    const bool has_names = !references.empty() && references[0] == other.identity;
    if (references.size() > 1 && !has_names) {
      std::vector<std::string> fields;
      for (const auto& by : references) fields.push_back(by[0]);
      return fault(place_, fmt::format("{}: {} refers to {} by {}: say which one is meant, as in {}.{}", where_, own,
                                       name, fmt::format("{}", fmt::join(fields, " and by ")), fields[0],
                                       other.entity.fields[0].name));
    }
    if (references.empty() && name == own)
      return fault(place_, fmt::format("{}: the items of {} do not say which other {} they mean: let one of its fields "
                                       "say references: {}",
                                       where_, own, name, name));
    if (references.empty())
      return fault(place_, fmt::format("{}: the items of {} do not say which {} they mean: give {} the field{} {}{}",
                                       where_, own, name, own, other.identity.size() == 1 ? "" : "s",
                                       fmt::format("{}", fmt::join(without(other.identity, fields_of_subject()), ", ")),
                                       other.identity.size() == 1
                                           ? fmt::format(", or let one of its fields say references: {}", name)
                                           : std::string()));
    return checked({.entity = name, .label = name, .by = references[0], .fields = {}}, other);
  }

  Result<Companion> of_field(const Field& field) const {
    const Subject* other = nullptr;
    for (const Subject& one : questions_.subjects) {
      const bool is_it = field.references.empty()
                             ? one.identity == Fields{field.name} && one.entity.name != subject_.entity.name
                             : field.references == one.entity.name;
      if (!is_it) continue;
      if (other)
        return fault(place_, fmt::format("{}: {} may refer to {} and to {}: say which one by references", where_,
                                         field.name, other->entity.name, one.entity.name));
      other = &one;
    }
    if (!other)
      return fault(place_, fmt::format("{}: {} of {} refers to no entity: name one in its details, as in {}: {{kind: "
                                       "{}, references: CUSTOMER}}",
                                       where_, field.name, subject_.entity.name, field.name, to_text(field.kind)));
    if (other->identity.size() != 1)
      return fault(place_, fmt::format("{}: {} alone does not identify {}, which needs {}: write {}.FIELD", where_,
                                       field.name, other->entity.name,
                                       fmt::format("{}", fmt::join(other->identity, " and ")), other->entity.name));
    return checked({.entity = other->entity.name, .label = without_id(field.name), .by = {field.name}, .fields = {}},
                   *other);
  }

  Result<Companion> checked(Companion one, const Subject& other) const {
    for (std::size_t i = 0; i < one.by.size(); ++i) {
      const Field& ours = *subject_.entity.field(one.by[i]);
      const Field& theirs = *other.entity.field(other.identity[i]);
      if (ours.kind != theirs.kind)
        return fault(place_, fmt::format("{}: {} of {} is of the kind {}, and {} of {} is of the kind {}, so the one "
                                         "cannot refer to the other: give both the same kind",
                                         where_, ours.name, subject_.entity.name, model::describe(ours.kind),
                                         theirs.name, other.entity.name, model::describe(theirs.kind)));
    }
    return one;
  }

  Fields fields_of_subject() const {
    Fields out;
    for (const Field& field : subject_.entity.fields) out.push_back(field.name);
    return out;
  }

  const Place& place_;
  const Questions& questions_;
  const Subject& subject_;
  std::string where_;
  std::vector<Companion> out_;
};

}  // namespace

Node plain_pattern(const Node& node) {
  Node out = node;
  std::erase_if(out.members, [](const Member& member) {
    return member.name == "where" || member.name == "with" || member.name == "requests";
  });
  return out;
}

Result<std::vector<std::string>> heads_of_with(const Node& pattern) {
  PARTITA_TRY_VALUE(texts, own::names_or_none(pattern, "with"));
  std::vector<std::string> out;
  for (const std::string& text : texts) {
    const std::size_t dot = text.find('.');
    if (dot == 0 || dot == std::string::npos || dot + 1 == text.size())
      return fault(pattern.find("with")->place,
                   fmt::format("with has '{}': write the entity, or the field that refers to it, and then the field "
                               "that is wanted, as in CUSTOMER.name or customerId.name",
                               text));
    out.push_back(text.substr(0, dot));
  }
  return out;
}

namespace {

// Fields that the items hold already, as copies that the questions describe, are wanted of the items.
void take_held(const Subject& subject, const Questions& questions, Pattern& read, std::vector<Companion>& with) {
  if (read.consistent) return;
  for (Companion& companion : with) {
    const Subject& other = at(questions, questions.subject(companion.entity));
    // Of several references it is not known which one a copy belongs to.
    if (references_between(subject, other).size() != 1) continue;
    std::erase_if(companion.fields, [&](const std::string& field) {
      const auto held = std::find_if(subject.entity.fields.begin(), subject.entity.fields.end(),
                                     [&](const Field& one) { return one.copy_of == companion.entity + "." + field; });
      if (held == subject.entity.fields.end()) return false;
      if (!read.wanted.empty() && !contains(read.wanted, held->name)) read.wanted.push_back(held->name);
      return true;
    });
  }
  std::erase_if(with, [](const Companion& one) { return one.fields.empty(); });
}

}  // namespace

Result<std::vector<Companion>> read_companions(const Node& node, const Questions& questions, Pattern& pattern) {
  const Node* with = present(node, "with");
  if (!with) return std::vector<Companion>();
  PARTITA_TRY(heads_of_with(node));
  if (pattern.operation != PatternOperation::Read || pattern.entities.size() != 1)
    return fault(with->place, fmt::format("with of the pattern \"{}\": only a read of one entity can have fields of "
                                          "other entities beside its items",
                                          pattern.name));
  CompanionReader reader(with->place, pattern, questions);
  PARTITA_TRY_VALUE(texts, own::names_or_none(node, "with"));
  for (const std::string& text : texts) PARTITA_TRY(reader.add(text));
  std::vector<Companion> out = reader.take();
  take_held(at(questions, questions.subject(pattern.entities[0])), questions, pattern, out);
  return out;
}

Result<int> read_requests(const Node& node, const Pattern& pattern, std::size_t companions) {
  const Node* member = present(node, "requests");
  if (!member) return companions > 0 ? 0 : 1;
  PARTITA_TRY_VALUE(count, as_integer(*member, "requests"));
  constexpr std::int64_t kMostRequests = 100;
  if (count < 1 || count > kMostRequests)
    return fault(member->place, fmt::format("requests of the pattern \"{}\" is {}, and a read takes from 1 to {}",
                                            pattern.name, count, kMostRequests));
  if (pattern.operation != PatternOperation::Read || (pattern.entities.size() < 2 && companions == 0))
    return fault(member->place, fmt::format("requests of the pattern \"{}\": only a read of several entities, or one "
                                            "with fields of other entities, can be divided",
                                            pattern.name));
  return static_cast<int>(count);
}

}  // namespace partita::modelling::design
