#include "modelling/diff/compare_patterns.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"

namespace partita::modelling::diff {
namespace {

using StepKind = model::UpgradeStep::Kind;
using model::kNone;

const ProvenPattern* find_pattern_named(const Proof& proof, const std::string& name) {
  for (const ProvenPattern& pattern : proof.patterns())
    if (pattern.declared->name == name) return &pattern;
  return nullptr;
}

bool is_refused(const Proof& proof, const Pattern& pattern) {
  return std::any_of(proof.refusals().begin(), proof.refusals().end(),
                     [&](const Refusal& refusal) { return refusal.pattern == pattern.name; });
}

// The changes of the values for which all calls of a pattern ask.
void compare_constants(const Pattern& was, const Pattern& now, ModelDiff& out) {
  const auto add = [&](const std::string& text, const char* why) {
    out.changes.push_back(
        {now.table, {}, fmt::format("the pattern \"{}\" {}", now.name, text), Safety::Careful, why, {}});
  };
  for (const When& one : now.where) {
    const std::string* before = constant_of(was, one.field);
    if (before && *before == one.equals) continue;
    const bool was_given = base::contains(was.by, one.field);
    add(fmt::format("asks for {} = {} in all calls{}", one.field, one.equals,
                    before      ? fmt::format(", and asked for {}", *before)
                    : was_given ? std::string(", and each call gave it")
                                : std::string()),
        "the answer has other items, and a generated function has another parameter list");
  }
  for (const When& one : was.where)
    if (!constant_of(now, one.field))
      add(fmt::format("asks no more for {} = {} in all calls", one.field, one.equals),
          "the answer has other items, or each call gives the value");
}

}  // namespace

void compare_patterns(const Proof& was, const Proof& now, ModelDiff& out) {
  for (const ProvenPattern& pattern : now.patterns()) {
    const std::string& name = pattern.declared->name;
    const ProvenPattern* before = find_pattern_named(was, name);
    if (is_refused(now, *pattern.declared)) {
      if (before && !is_refused(was, *before->declared))
        out.changes.push_back({{},
                               {},
                               fmt::format("the pattern \"{}\" is not served any more", name),
                               Safety::Unsafe,
                               "the later model has no plan for it, or refuses it",
                               "`partita model lint` says why, and how to serve it."});
      continue;
    }
    if (before) compare_constants(*before->declared, *pattern.declared, out);
    if (!pattern.served() || pattern.info.plan.index == kNone) continue;
    const std::string index(pattern.info.table->at(pattern.info.plan.index).name);
    const bool waits = std::any_of(out.steps.begin(), out.steps.end(), [&](const DiffStep& step) {
      return step.step.table == pattern.info.table->name && step.step.subject == index &&
             (step.step.kind == StepKind::AddIndex || step.step.kind == StepKind::ReplaceIndex);
    });
    if (waits)
      out.changes.push_back({std::string(pattern.info.table->name),
                             {},
                             fmt::format("the pattern \"{}\" reads {}", name, index),
                             Safety::Careful,
                             "it can be called only when the index is ACTIVE",
                             {}});
  }
}

}  // namespace partita::modelling::diff
