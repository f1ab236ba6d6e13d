#include "modelling/lint/compiler_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <partita/limits.h>

#include <cstdint>

#include "base/check.h"
#include "base/contains.h"
#include "modelling/lint/key_cures.h"
#include "modelling/lint/names.h"
#include "modelling/lint/proven_cures.h"

namespace partita::modelling::lint {
namespace {

using model::Mistake;

constexpr Rule kCompilerRules[] = {
#define PARTITA_COMPILER_RULE(id, title, why, cost, cure) {#id, Severity::Error, title, why, cost, cure},
#include "modelling/lint/compiler_rules.def"
#undef PARTITA_COMPILER_RULE
};

// The places of the rules in kCompilerRules, by their ids.
enum RulePlace : std::uint8_t {
#define PARTITA_COMPILER_RULE(id, title, why, cost, cure) id,
#include "modelling/lint/compiler_rules.def"
#undef PARTITA_COMPILER_RULE
};

const Pattern* find_pattern(const Model& model, const std::string& name) {
  for (const Pattern& pattern : model.patterns)
    if (pattern.name == name) return &pattern;
  return nullptr;
}

const Rule* rule_of_refusal(const Refusal& refusal, const Pattern* pattern) {
  // Two mistakes are each divided between two rules, by the demands of the pattern.
  if (pattern && refusal.mistake == Mistake::NoIndexServes && !pattern->index.empty()) return &kCompilerRules[P103];
  if (pattern && refusal.mistake == Mistake::RangeNotNext && pattern->range_comparison.empty())
    return &kCompilerRules[P106];
  return rule_of(refusal.mistake);
}

std::string suggested_part(const Entity& entity, const std::string& name) {
  const Field* field = entity.field(name);
  if (!field) return "{" + name + "}";
  const bool is_signed = field->kind == model::FieldKind::Integer || field->kind == model::FieldKind::Seconds;
  return fmt::format("{{{}{}}}", name, is_signed ? ":s019d" : field->kind == model::FieldKind::Unsigned ? ":020d" : "");
}

// The index that would serve the pattern, in the words of the file.
std::string suggested_index(const Model& model, const Pattern& pattern) {
  const Table* table = model.table_of(pattern.entities.front(), pattern.table);
  const Entity* entity = table ? table->entity(pattern.entities.front()) : nullptr;
  if (!entity || pattern.by.empty()) return {};
  std::string name = "by";
  std::string partition = entity->name;
  bool sparse = false;
  for (const std::string& field : pattern.by) {
    name += "_" + field;
    partition += "#" + suggested_part(*entity, field);
    sparse = sparse || (entity->field(field) && entity->field(field)->optional);
  }
  if (table->index(name)) name += "_" + (pattern.range.empty() ? "2" : pattern.range);
  const std::string sort =
      pattern.range.empty() ? std::string() : fmt::format(", sort: \"{}\"", suggested_part(*entity, pattern.range));
  return fmt::format(
      "Add the index {{name: {0}, partition: {0}_pk{1}}} to the table {2}, and to the entity {3} in: {{{0}: "
      "{{partition: \"{4}\"{5}{6}}}}}",
      name, sort.empty() ? "" : ", sort: " + name + "_sk", table->name, entity->name, partition, sort,
      sparse ? ", sparse: true" : "");
}

// The fields of the demanded index's partition key that the pattern does not give.
std::string missing_fields(const Proof& proof, const Pattern& pattern) {
  std::string out;
  for (const ProvenTable& table : proof.tables())
    for (const model::EntityInfo* entity : table.info->entities) {
      if (pattern.entities.empty() || entity->name != pattern.entities.front()) continue;
      const model::IndexPosition index = table.info->index(pattern.index);
      for (const model::EntityKey& key : entity->indexes) {
        if (key.index != index) continue;
        for (const model::FieldPosition field : fields_of(key.partition)) {
          const std::string name(entity->at(field).name);
          if (!base::contains(pattern.by, name)) out += (out.empty() ? "" : ", ") + name;
        }
      }
    }
  return out;
}

std::string scan_cost(const Model& model, const Pattern& pattern) {
  const Table* table = pattern.entities.empty() ? nullptr : model.table_of(pattern.entities.front(), pattern.table);
  double items = 0;
  if (table)
    for (const Entity& entity : table->entities) items += entity.count.value_or(0);
  if (items == 0) return {};
  return fmt::format("A Scan reads all {:.0f} items of the table {} for each call", items, table->name);
}

// The compiler's particulars name the cure of a program behind this.
std::string without_cure(std::string text) {
  const std::size_t cure = text.find(": add pt::on<");
  if (cure != std::string::npos) text.resize(cure);
  return text;
}

// The cure of a name or number that the service refuses, or an empty text.
std::string limit_of_name(Mistake mistake) {
  if (mistake == Mistake::BadName)
    return fmt::format("Give it a name of {} to {} letters, digits, '_', '.' and '-'.", limits::kLeastNameBytes,
                       limits::kMostNameBytes);
  if (mistake == Mistake::BadKeyName)
    return fmt::format("Give each key attribute a name of 1 to {} bytes.", limits::kKeyAttributeNameBytes);
  if (mistake == Mistake::IndexTwice) return "Give each index of the table a name of its own.";
  if (mistake == Mistake::BadAttributeName) return "Give the attribute a name of at least one byte.";
  return {};
}

// The template of an unpadded number, padded. The particulars name the field and quote the template.
std::string padded_template(const Model& model, const Refusal& refusal) {
  constexpr std::string_view kField = "the field ", kIn = " in \"";
  const std::string& text = refusal.particulars;
  const std::size_t begin = text.find(kField), in = text.find(kIn, begin);
  const std::size_t end = in == text.npos ? text.npos : text.find('"', in + kIn.size());
  const Table* table = model.table(refusal.table);
  const Entity* entity = table ? table->entity(refusal.entity) : nullptr;
  if (!entity || begin == text.npos || end == text.npos) return {};
  const std::string field = text.substr(begin + kField.size(), in - begin - kField.size());
  const std::string unpadded = "{" + field + "}";
  std::string padded = text.substr(in + kIn.size(), end - in - kIn.size());
  const std::size_t at = padded.find(unpadded);
  const std::string part = suggested_part(*entity, field);
  if (at == padded.npos || part == unpadded) return {};
  const std::string plain = std::string(padded).replace(at, unpadded.size(), fmt::format("{{{}:019d}}", field));
  padded.replace(at, unpadded.size(), part);
  return fmt::format("Pad the number: \"{}\"{}", padded,
                     part.find(":s") == part.npos ? "" : fmt::format(", or \"{}\" if it is never negative", plain));
}

Finding finding_of(const Proof& proof, const Refusal& refusal, const Pattern* pattern, const Rule& rule) {
  Finding out{.place = refusal.place,
              .table = refusal.table,
              .index = refusal.index,
              .entity = refusal.entity,
              .pattern = refusal.pattern,
              .message = without_cure(refusal.particulars),
              .cure = limit_of_name(refusal.mistake)};
  if (refusal.mistake == Mistake::IndexTwice)
    out.message = fmt::format("{} of the table {} is there twice", refusal.particulars, refusal.table);
  if (refusal.mistake == Mistake::UnpaddedNumber) out.cure = padded_template(proof.model(), refusal);
  if (!pattern) {
    if (std::string cure = cure_of_key(proof, refusal); !cure.empty()) out.cure = std::move(cure);
    return out;
  }
  if (std::string cure = proven_cure(proof, refusal, *pattern); !cure.empty()) out.cure = std::move(cure);
  if (&rule == &kCompilerRules[P103]) {
    const std::string missing = missing_fields(proof, *pattern);
    if (!missing.empty())
      out.message =
          fmt::format("\"{}\": the partition key of {} is also made of {}", pattern->name, pattern->index, missing);
    if (!missing.empty())
      out.cure = fmt::format("Say by: [{}{}{}], or read another index", fmt::join(pattern->by, ", "),
                             pattern->by.empty() ? "" : ", ", missing);
  } else if (refusal.mistake == Mistake::NoIndexServes) {
    out.cost = scan_cost(proof.model(), *pattern);
    out.cure = suggested_index(proof.model(), *pattern);
  } else if (&rule == &kCompilerRules[P106]) {
    // Another order of a key that other patterns read would take theirs.
    if (const std::string index = suggested_index(proof.model(), *pattern); !index.empty())
      out.cure = index + ", or put the field behind the given ones in a sort key";
  }
  return out;
}

}  // namespace

std::span<const Rule> compiler_rules() { return kCompilerRules; }

const Rule* rule_of(Mistake mistake) {
  switch (mistake) {
#define PARTITA_MISTAKE_RULE(mistake, id) \
  case Mistake::mistake:                  \
    return &kCompilerRules[id];
#include "modelling/lint/compiler_rules.def"
#undef PARTITA_MISTAKE_RULE
#define PARTITA_MISTAKE_OF_CALLS(mistake) case Mistake::mistake:
#include "modelling/lint/compiler_rules.def"
#undef PARTITA_MISTAKE_OF_CALLS
    case Mistake::None:
      return nullptr;
  }
  return nullptr;
}

void check_refusals(const Proof& proof, Findings& findings) {
  for (const Refusal& refusal : proof.refusals()) {
    const Pattern* pattern = find_pattern(proof.model(), refusal.pattern);
    const Rule* rule = rule_of_refusal(refusal, pattern);
    PARTITA_CHECK(rule);
    findings.add(*rule, finding_of(proof, refusal, pattern, *rule));
  }
}

}  // namespace partita::modelling::lint
