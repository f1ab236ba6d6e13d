#include "modelling/lint/key_cures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "base/text.h"
#include "modelling/read/template_text.h"

namespace partita::modelling::lint {
namespace {

using model::Mistake;

// A trial proves the model once more.
constexpr std::size_t kMostEntities = 60;

using EditOfEntity = std::function<void(Entity& entity)>;

bool is_same(const Refusal& one, const Refusal& other) {
  return one.mistake == other.mistake && one.table == other.table && one.entity == other.entity &&
         one.index == other.index && one.pattern == other.pattern &&
         (one.mistake != Mistake::SameKeyShape || one.particulars == other.particulars);
}

// The number of the model's mistakes after the edit, or the most of all numbers if `cured` is still among them.
std::size_t mistakes_after(const Proof& proof, const std::string& table, const std::string& entity,
                           const EditOfEntity& edit, const Refusal* cured) {
  constexpr std::size_t kNotCured = static_cast<std::size_t>(-1);
  std::size_t entities = 0;
  for (const Table& one : proof.model().tables) entities += one.entities.size();
  if (entities > kMostEntities) return kNotCured;
  Model changed;
  changed.tables = proof.model().tables;
  changed.patterns = proof.model().patterns;
  for (Table& one : changed.tables)
    for (Entity& two : one.entities)
      if (one.name == table && two.name == entity) edit(two);
  const auto after = prove(std::make_shared<const Model>(std::move(changed)));
  const auto is_left = [&](const Refusal& one) { return cured && is_same(one, *cured); };
  return std::ranges::any_of(after->refusals(), is_left) ? kNotCured : after->refusals().size();
}

bool cures(const Proof& proof, const Refusal& refusal, const std::string& entity, const EditOfEntity& edit) {
  // Of several pairs of entities with the same keys only the first one is a mistake.
  const std::size_t allowed = proof.refusals().size() - (refusal.mistake == Mistake::SameKeyShape ? 0 : 1);
  return mistakes_after(proof, refusal.table, entity, edit, &refusal) <= allowed;
}

std::vector<EntityKey*> keys_of(Entity& entity) {
  std::vector<EntityKey*> keys = {&entity.primary};
  for (EntityKey& key : entity.indexes) keys.push_back(&key);
  return keys;
}

EntityKey* key_of(Entity& entity, const std::string& index) {
  for (EntityKey* key : keys_of(entity))
    if (key->index == index) return key;
  return nullptr;
}

bool is_punctuation(std::string_view text) {
  return std::ranges::none_of(text, [](char c) {
    return base::is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) > 0x7F;
  });
}

// The template with a '#' behind each field. It replaces the text that joined the field to the next one.
std::string with_delimiters(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t close = text.find('}', at);
    if (close == text.npos) return out + text.substr(at);
    out += text.substr(at, close + 1 - at);
    at = close + 1;
    if (at == text.size() || text[at] == '#') continue;
    const std::size_t end = std::min(text.find('{', at), text.size());
    std::string_view literal(text.data() + at, end - at);
    while (!literal.empty() && is_punctuation(literal.substr(0, 1))) literal.remove_prefix(1);
    out += '#';
    out += literal;
    at = end;
  }
  return out;
}

std::string cure_of_touching_fields(const Proof& proof, const Refusal& refusal, const Entity& entity) {
  std::vector<std::string> written;
  const auto edit = [&](Entity& one) {
    written.clear();
    for (EntityKey* key : keys_of(one))
      for (std::vector<std::string>* templates : {&key->partition, &key->sort})
        for (std::string& text : *templates) {
          std::string separated = with_delimiters(text);
          if (separated != text) written.push_back('"' + separated + '"');
          text = std::move(separated);
        }
  };
  if (!cures(proof, refusal, entity.name, edit) || written.empty()) return {};
  return fmt::format("Write {}", fmt::join(written, " and "));
}

std::string cure_of_optional_field(const Proof& proof, const Refusal& refusal, const Entity& entity) {
  std::vector<std::string> fields;
  const auto require = [&](Entity& one) {
    fields.clear();
    const EntityKey* key = key_of(one, refusal.index);
    if (!key) return;
    for (const std::vector<std::string>* templates : {&key->partition, &key->sort})
      for (const std::string& name : template_fields(*templates))
        for (Field& field : one.fields)
          if (field.name == name && field.optional) {
            field.optional = false;
            fields.push_back(name);
          }
  };
  std::string cure;
  if (cures(proof, refusal, entity.name, require) && !fields.empty())
    cure = fmt::format("Make {} required", fmt::join(fields, " and "));
  const auto leave_out = [&](Entity& one) {
    if (EntityKey* key = key_of(one, refusal.index)) key->sparse = true;
  };
  if (refusal.index.empty() || !cures(proof, refusal, entity.name, leave_out)) return cure;
  return fmt::format(
      "{}{} sparse: true in in: {{{}: {{...}}}} of {}, if items without it are not meant to be in the index", cure,
      cure.empty() ? "Say" : ", or say", refusal.index, entity.name);
}

std::string cure_of_count(const Proof& proof, const Refusal& refusal, const Table& table, const Entity& entity) {
  const Index* index = table.index(refusal.index);
  const std::size_t wanted = index ? index->sort.size() : table.sort_key.empty() ? 0 : 1;
  const std::string where =
      index ? fmt::format("the key of {} in {}", entity.name, index->name) : fmt::format("the key of {}", entity.name);
  const auto remove = [&](Entity& one) {
    if (EntityKey* key = key_of(one, refusal.index)) key->sort.resize(std::min(key->sort.size(), wanted));
  };
  if (cures(proof, refusal, entity.name, remove))
    return wanted == 0 ? fmt::format("Leave sort out of {}, because there is no sort key", where)
                       : fmt::format("Give {} only {} templates in sort", where, wanted);
  const auto add = [&](Entity& one) {
    if (EntityKey* key = key_of(one, refusal.index); key && key->sort.size() < wanted) key->sort.push_back(one.name);
  };
  if (wanted == 1 && cures(proof, refusal, entity.name, add))
    return fmt::format("Add sort: \"{}\" to {}", entity.name, where);
  return {};
}

// The particulars name both entities: "ONE and OTHER both have keys like".
std::string cure_of_same_keys(const Proof& proof, const Refusal& refusal, const Table& table) {
  for (auto entity = table.entities.rbegin(); entity != table.entities.rend(); ++entity) {
    const std::string& names = refusal.particulars;
    if (!names.starts_with(entity->name + " and ") && names.find(" and " + entity->name + " both ") == names.npos)
      continue;
    for (const bool in_sort : {true, false}) {
      std::string written;
      const auto edit = [&](Entity& one) {
        std::vector<std::string>& templates = in_sort ? one.primary.sort : one.primary.partition;
        if (templates.empty()) return;
        // The literal would make a text of the field's own value.
        if (!sole_field(templates.front()).empty() &&
            table.attribute_types.contains(in_sort ? table.sort_key : table.partition_key) &&
            table.attribute_types.at(in_sort ? table.sort_key : table.partition_key) != ScalarAttributeType::S)
          return;
        templates.front() = one.name + "#" + templates.front();
        written = fmt::format("{}: \"{}\"", in_sort ? "sort" : "partition", templates.front());
      };
      if (cures(proof, refusal, entity->name, edit) && !written.empty())
        return fmt::format("Give {} the key with {}", entity->name, written);
    }
  }
  return {};
}

}  // namespace

std::string cure_of_key(const Proof& proof, const Refusal& refusal) {
  const Table* table = proof.model().table(refusal.table);
  if (!table) return {};
  if (refusal.mistake == Mistake::SameKeyShape) return cure_of_same_keys(proof, refusal, *table);
  const Entity* entity = table->entity(refusal.entity);
  if (!entity) return {};
  switch (refusal.mistake) {
    case Mistake::FieldsTouch:
    case Mistake::LiteralAfterField:
      return cure_of_touching_fields(proof, refusal, *entity);
    case Mistake::OptionalInKey:
      return cure_of_optional_field(proof, refusal, *entity);
    case Mistake::KeyMismatch:
      return cure_of_count(proof, refusal, *table, *entity);
    default:
      return {};
  }
}

std::string key_with_field(const Proof& proof, const Table& table, const Entity& entity, const Field& field) {
  std::string written;
  const auto edit = [&](Entity& one) {
    if (one.primary.sort.size() != 1) return;
    const bool is_signed = field.kind == model::FieldKind::Integer || field.kind == model::FieldKind::Seconds;
    one.primary.sort.front() += fmt::format("#{{{}{}}}", field.name,
                                            is_signed                                  ? ":s019d"
                                            : field.kind == model::FieldKind::Unsigned ? ":020d"
                                                                                       : "");
    written = one.primary.sort.front();
  };
  const std::size_t after = mistakes_after(proof, table.name, entity.name, edit, nullptr);
  return after <= proof.refusals().size() ? written : std::string();
}

}  // namespace partita::modelling::lint
