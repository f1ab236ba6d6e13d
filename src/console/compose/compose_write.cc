#include "console/compose/compose_write.h"

#include <fmt/format.h>

#include <charconv>

#include "base/clock.h"
#include "base/contains.h"
#include "console/compose/scripted_database.h"
#include "console/compose/write_effect.h"
#include "console/patterns/field_text.h"
#include "console/patterns/pattern_parts.h"
#include "modelling/run/send_writes.h"

namespace partita::console {
namespace {

using model::WriteRequest;
using modelling::Action;
using modelling::run::field_of;

// Makes the request of one item from its texts.
class ItemReader {
 public:
  ItemReader(const modelling::Pattern& pattern, const Part& part, const ItemTexts& texts)
      : pattern_(pattern), part_(part), entity_(*part.where.entity), texts_(texts) {}

  Result<WriteRequest> read() {
    PARTITA_TRY(check_names());
    request_ = modelling::run::begin_request(pattern_, *part_.action, part_.where);
    for (const PartField& one : part_.fields) PARTITA_TRY(read_field(one));
    PARTITA_TRY(read_version());
    if (request_.kind == WriteRequest::Kind::Update && request_.changes.empty())
      return invalid(fmt::format("Give a field of {} that the update changes", entity_.name));
    return std::move(request_);
  }

 private:
  Result<void> check_names() const {
    enum class TextOf { Given, Changed };
    const auto check = [&](const std::string& name, TextOf text_of) -> Result<void> {
      const bool is_given = text_of == TextOf::Given;
      for (const PartField& one : part_.fields)
        if ((one.role == Role::Given) == is_given && field_of(entity_, one.field).name == name) return {};
      return invalid(
          fmt::format("{} takes no {}value of {}.{}", pattern_.name, is_given ? "given " : "", entity_.name, name));
    };
    for (const auto& [name, text] : texts_.values) PARTITA_TRY(check(name, TextOf::Changed));
    for (const auto& [name, text] : texts_.given) PARTITA_TRY(check(name, TextOf::Given));
    for (const std::string& name : texts_.remove) PARTITA_TRY(check(name, TextOf::Changed));
    if (texts_.version && !part_.takes_version)
      return invalid(fmt::format("{} takes no version of {}", pattern_.name, entity_.name));
    return {};
  }

  Result<void> read_field(const PartField& one) {
    const model::FieldInfo& field = field_of(entity_, one.field);
    const std::string name(field.name);
    const auto& texts = one.role == Role::Given ? texts_.given : texts_.values;
    const auto text = texts.find(name);
    if (one.role == Role::Set && base::contains(texts_.remove, name)) {
      if (text != texts.end()) return invalid(fmt::format("{} is both set and removed", name));
      request_.changes.push_back({.kind = model::Change::Kind::Remove, .field = one.field});
      return {};
    }
    if (text == texts.end()) {
      if (one.role == Role::Given && one.optional) request_.given.set(field.attribute, AttributeValue());
      if (one.optional) return {};
      return invalid(fmt::format("{} needs a value for {}.{}", pattern_.name, entity_.name, name));
    }
    PARTITA_TRY_VALUE(value, whole_value_of(field, text->second));
    switch (one.role) {
      case Role::Key:
      case Role::Field:
        request_.values.set(field.attribute, std::move(value));
        break;
      case Role::Set:
        request_.changes.push_back({.field = one.field, .value = std::move(value)});
        break;
      case Role::Given:
        request_.given.set(field.attribute, std::move(value));
        break;
    }
    return {};
  }

  Result<void> read_version() {
    if (part_.action->version_unchecked && entity_.version != model::kNone) request_.any_version = true;
    if (!part_.takes_version) return {};
    const std::string_view name = field_of(entity_, entity_.version).name;
    if (!texts_.version) {
      if (part_.version_is_optional) return {};
      return invalid(fmt::format("{} needs the {} that {} has", pattern_.name, name, entity_.name));
    }
    std::int64_t version = 0;
    const std::string& text = *texts_.version;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), version);
    if (error != std::errc() || end != text.data() + text.size())
      return invalid(fmt::format("{} takes a whole number, not '{}'", name, text));
    request_.expected_version = version;
    return {};
  }

  const modelling::Pattern& pattern_;
  const Part& part_;
  const model::EntityInfo& entity_;
  const ItemTexts& texts_;
  WriteRequest request_;
};

Result<std::vector<WriteRequest>> read_items(const modelling::Pattern& pattern, const std::vector<Part>& parts,
                                             const std::vector<PartTexts>& texts) {
  std::vector<WriteRequest> requests;
  if (texts.size() > parts.size())
    return invalid(fmt::format("{} has {} parts, not {}", pattern.name, parts.size(), texts.size()));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].action->kind == Action::Kind::Get) continue;
    const std::size_t items = i < texts.size() ? texts[i].items.size() : 0;
    if (!parts[i].where.entity) return invalid(fmt::format("The model has no entity {}", parts[i].action->entity));
    if (!parts[i].many && items != 1)
      return invalid(fmt::format("{} takes one {}, not {}", pattern.name, parts[i].where.entity->name, items));
    for (std::size_t item = 0; item < items; ++item) {
      PARTITA_TRY_VALUE(request, ItemReader(pattern, parts[i], texts[i].items[item]).read());
      requests.push_back(std::move(request));
    }
  }
  if (requests.empty()) return invalid(fmt::format("{} needs an item", pattern.name));
  return requests;
}

}  // namespace

Result<ComposePatternAnswer> compose_write(const modelling::Proof& proof, const modelling::ProvenPattern& pattern,
                                           const ComposePatternRequest& request) {
  const modelling::Pattern& declared = *pattern.declared;
  PARTITA_TRY_VALUE(writes, read_items(declared, parts_of(proof, declared), request.parts));
  ComposePatternAnswer answer;
  answer.now_ms = request.now_ms.value_or(base::SystemClock().now_ms());
  answer.seed = request.seed ? *request.seed : new_seed();
  auto database = std::make_shared<ScriptedDatabase>(ScriptedDatabase::Options{.answers = request.answers});
  answer.effects = effects_of(session_over(database, *answer.seed, *answer.now_ms), declared, writes);
  const auto sent = modelling::run::send_writes(session_over(database, *answer.seed, *answer.now_ms),
                                                declared.operation, std::move(writes));
  answer.requests = database->requests();
  if (database->waits()) return answer;
  // A request that the model layer refuses before it asks the database is a mistake of the form.
  if (!sent && answer.requests.empty()) return unexpected(sent.error());
  answer.outcome = Outcome{.is_done = sent.has_value()};
  if (!sent) answer.outcome->failure = {std::string(describe(sent.error().code).name), sent.error().message};
  return answer;
}

}  // namespace partita::console
