#include <fmt/format.h>
#include <partita/model/export_model.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/core/key_condition.h"
#include "modelling/cost/access.h"
#include "modelling/docs/describe_parts.h"
#include "modelling/docs/pattern_requests.h"
#include "modelling/docs/value_text.h"
#include "modelling/lint/compiler_rules.h"

namespace partita::modelling::docs {
namespace {

std::string units_text(double read, double write) {
  std::string text;
  if (read > 0) text = amount_text(read) + " RU";
  if (write > 0) text += (text.empty() ? "" : " + ") + amount_text(write) + " WU";
  return text;
}

std::string entities_of(const Pattern& pattern) {
  std::vector<std::string> names = pattern.entities;
  for (const Action& action : pattern.actions)
    if (!base::contains(names, action.entity)) names.push_back(action.entity);
  return listed(names);
}

const Table* table_of(const Model& model, const std::string& table, const std::string& entity) {
  return table.empty() ? model.table_of(entity) : model.table(table);
}

// The tables and indexes that a pattern names, without units.
std::vector<DocAccess> places_of(const Model& model, const ProvenPattern& pattern) {
  const Pattern& declared = *pattern.declared;
  std::vector<DocAccess> places;
  const auto add = [&](const std::string& table, const std::string& index) {
    const bool known = std::any_of(places.begin(), places.end(),
                                   [&](const DocAccess& one) { return one.table == table && one.index == index; });
    if (!known) places.push_back({.table = table, .index = index});
  };
  if (pattern.served()) {
    const model::IndexPosition index = pattern.info.plan.index;
    add(std::string(pattern.info.table->name),
        index == model::kNone ? std::string() : std::string(pattern.info.table->at(index).name));
    return places;
  }
  for (const Action& action : declared.actions)
    if (const Table* table = table_of(model, action.table.empty() ? declared.table : action.table, action.entity))
      add(table->name, {});
  for (const std::string& entity : declared.entities)
    if (const Table* table = table_of(model, declared.table, entity))
      add(table->name, table->index(declared.index) ? declared.index : std::string());
  if (declared.entities.empty() && declared.actions.empty() && model.table(declared.table)) add(declared.table, {});
  return places;
}

// The entries that a write changes in indexes belong to its table.
void add_units(std::vector<DocAccess>& places, const PatternUnits& units, bool is_write) {
  for (DocAccess& place : places) {
    double read = 0, write = 0;
    for (const Access& access : units.accesses) {
      if (access.table->name != place.table) continue;
      const std::string_view index =
          access.index == model::kNone ? std::string_view() : access.table->at(access.index).name;
      if (!is_write && index != place.index) continue;
      (access.write ? write : read) += access.all_units();
    }
    place.units = units_text(read, write);
  }
}

DocPattern describe_pattern(const Proof& proof, const ProvenPattern& pattern, const PatternUnits& units) {
  const Pattern& declared = *pattern.declared;
  const bool is_priced = units.not_priced.empty();
  DocPattern out{.name = declared.name,
                 .description = declared.description,
                 .write = !is_read(declared.operation),
                 .entities = entities_of(declared),
                 .accesses = places_of(proof.model(), pattern)};
  if (pattern.served()) {
    out.key_condition = key_condition_of(pattern);
    out.requests = requests_of_read(pattern, is_priced ? std::optional(units.read_units()) : std::nullopt);
  } else if (declared.operation != PatternOperation::Read && declared.operation != PatternOperation::Search) {
    out.requests = requests_of_call(proof, declared);
  }
  if (const auto items = items_of(pattern)) {
    out.items = amount_text(*items);
    if (out.accesses.size() == 1) out.accesses.front().items = counted(*items, "item");
  }
  if (is_priced) {
    out.units = units_text(units.read_units(), units.write_units());
    add_units(out.accesses, units, out.write);
  }
  out.how = is_priced ? units.how : "No units: " + units.not_priced + '.';
  if (declared.per_second) out.frequency = amount_text(*declared.per_second) + "/s";
  for (const DocAccess& one : out.accesses) {
    if (!out.place.empty()) out.place += ", ";
    out.place += one.index.empty() ? one.table : one.table + " / " + one.index;
  }
  return out;
}

std::string sentence(std::string text) {
  if (!text.empty() && text.back() != '.') text += '.';
  return text;
}

// The title of the rule names the fault, and the message its place. The message may lack a full stop.
std::string reason_of(const lint::Finding& finding) {
  const std::string prefix = '"' + finding.pattern + "\": ";
  const bool has_prefix = !finding.pattern.empty() && finding.message.starts_with(prefix);
  return sentence(
      fmt::format("{}: {}", finding.rule->title, has_prefix ? finding.message.substr(prefix.size()) : finding.message));
}

// Refusals of patterns go to these, the others to the page's own list.
void add_refusals(const Proof& proof, Document& document) {
  lint::Findings findings;
  lint::check_refusals(proof, findings);
  for (const lint::Finding& finding : findings.take()) {
    const auto pattern = std::find_if(document.patterns.begin(), document.patterns.end(), [&](const DocPattern& one) {
      return !finding.pattern.empty() && one.name == finding.pattern && one.refused.empty();
    });
    if (pattern != document.patterns.end()) {
      pattern->refused = reason_of(finding);
      pattern->cure = sentence(finding.cure);
    } else if (finding.pattern.empty()) {
      document.mistakes.push_back(reason_of(finding) + ' ' + sentence(finding.cure));
    }
  }
  for (std::size_t i = 0; i < document.patterns.size(); ++i) {
    const ProvenPattern& proven = proof.patterns()[i];
    const PatternOperation operation = proven.declared->operation;
    DocPattern& pattern = document.patterns[i];
    if ((operation == PatternOperation::Read || operation == PatternOperation::Search) && !proven.served() &&
        pattern.refused.empty())
      pattern.refused = "The keys of its entity cannot be read, so it has no plan.";
    if (!pattern.refused.empty()) pattern.units.clear();
  }
}

void note_users(Document& document) {
  for (std::size_t i = 0; i < document.patterns.size(); ++i) {
    if (!document.patterns[i].refused.empty()) continue;
    for (const DocAccess& access : document.patterns[i].accesses)
      for (DocTable& table : document.tables) {
        if (table.name != access.table) continue;
        if (access.index.empty()) table.patterns.push_back(i);
        for (DocIndex& index : table.indexes)
          if (index.name == access.index) index.patterns.push_back(i);
      }
  }
}

}  // namespace

void describe_patterns(const std::shared_ptr<const Proof>& proof, Document& document) {
  const ModelUnits units = units_of_model(proof);
  for (std::size_t i = 0; i < proof->patterns().size(); ++i) {
    const ProvenPattern& pattern = proof->patterns()[i];
    DocPattern out = describe_pattern(*proof, pattern, units.patterns[i]);
    out.label = pattern.declared->id.empty() ? fmt::format("{}", i + 1) : pattern.declared->id;
    out.anchor = anchor_of("pattern", out.name, i + 1);
    document.patterns.push_back(std::move(out));
  }
  add_refusals(*proof, document);
  note_users(document);
  document.assumptions = units.assumptions.sentences();
}

}  // namespace partita::modelling::docs
