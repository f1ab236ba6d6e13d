#include "fork_report.h"

#include <fmt/format.h>

#include "documents/tree.h"
#include "model/core/spell.h"
#include "modelling/core/text_table.h"

namespace partita::tools {
namespace {

using documents::Tree;
using movement::FieldRule;
using movement::ForkReport;
using movement::Treatment;
using movement::Treatments;

template <class Take>
void each_rule(const std::string& name, const Treatment& treatment, FieldRule around, const Take& take) {
  const FieldRule rule = treatment.rule.value_or(around);
  take(name, rule, treatment.rule.has_value());
  for (const auto& [member, inner] : treatment.members) each_rule(name + '.' + member, inner, rule, take);
}

template <class Take>
void each_rule(const Treatments& treatments, const Take& take) {
  for (const movement::EntityTreatment& entity : treatments.entities())
    for (std::size_t i = 0; i < entity.fields.size(); ++i)
      if (!entity.info->fields[i].attribute.empty())
        each_rule(fmt::format("{}.{}", treatments.name_of(entity), entity.info->fields[i].name), entity.fields[i],
                  FieldRule::Keep, take);
}

std::string place_text(const movement::Remainder& place) {
  return fmt::format("{}{} {} {}: a value of {}", place.table, place.index.empty() ? "" : "/" + place.index,
                     place.key.empty() ? "(an item with an original value in its key)" : model::spell(place.key),
                     place.path, place.field);
}

Tree number(std::uint64_t value) { return documents::tree_number(static_cast<std::int64_t>(value)); }

Tree tables_of(const ForkReport& report) {
  Tree tables = documents::tree_list();
  for (const movement::ForkedTable& one : report.tables) {
    Tree table = documents::tree_map();
    table.add("table", documents::tree_text(one.table));
    table.add("itemsRead", number(one.read));
    table.add("itemsInFork", number(one.stored));
    table.add("itemsNotInSample", number(one.not_chosen));
    table.add("itemsOfNoEntity", number(one.unknown));
    table.add("itemsRefused", number(one.refused));
    tables.push(std::move(table));
  }
  return tables;
}

Tree search_of(const ForkReport& report) {
  Tree search = documents::tree_map();
  search.add("originalValues", number(report.values));
  search.add("comparedWithTheirOwnFieldOnly", number(report.short_values));
  search.add("notSearchedBecauseTheModelHasThem", number(report.known_values));
  search.add("itemsAndIndexEntries", number(report.entries));
  search.add("placesFound", number(report.remains));
  Tree places = documents::tree_list();
  for (const movement::Remainder& place : report.first) places.push(documents::tree_text(place_text(place)));
  if (report.remains > 0) search.add("firstPlaces", std::move(places));
  return search;
}

}  // namespace

std::string rules_text(const Treatments& treatments) {
  modelling::TextTable table({{"field"}, {"rule"}, {""}});
  each_rule(treatments, [&](const std::string& name, FieldRule rule, bool is_said) {
    table.add({name, std::string(movement::to_text(rule)), is_said ? "" : "no rule was given"});
  });
  return table.text();
}

std::string to_text(const ForkReport& report) {
  std::string out;
  for (const movement::ForkedTable& one : report.tables) {
    out += fmt::format("{}: {} items read, {} in the fork", one.table, one.read, one.stored);
    if (one.not_chosen > 0) out += fmt::format(", {} not in the sample", one.not_chosen);
    if (one.unknown > 0) out += fmt::format(", {} left out because they belong to no entity", one.unknown);
    if (one.refused > 0) out += fmt::format(", {} left out because the model cannot write them", one.refused);
    out += '\n';
    for (const std::string& why : one.why_refused) out += fmt::format("  left out: {}\n", why);
    if (one.stored < one.copied)
      out += fmt::format("  {} items have the same primary key as another one, by their fields\n",
                         one.copied - one.stored);
  }
  for (const auto& [name, count] : report.left_out)
    out += fmt::format("attribute {} left out of {} items, because no field names it\n", name, count);
  for (const std::string& member : report.unmatched)
    out += fmt::format("the rule of {} holds for nothing, because no item has such a member\n", member);
  if (report.known_values > 0)
    out +=
        fmt::format("{} original values are texts of the model, so they are not searched for\n", report.known_values);
  if (report.dangling > 0)
    out += fmt::format("{} item collections that items refer to are not in the fork\n", report.dangling);
  out += fmt::format("{} original values searched for in {} items and index entries", report.values, report.entries);
  if (report.remains == 0) return out + ": none is there\n";
  out += fmt::format(": {} places have one\n", report.remains);
  for (const movement::Remainder& place : report.first) out += "  " + place_text(place) + '\n';
  if (report.remains > report.first.size()) out += fmt::format("  and {} more\n", report.remains - report.first.size());
  return out;
}

std::string certificate(const ForkReport& report, const Treatments& treatments, const CertificateFacts& facts) {
  Tree out = documents::tree_map();
  out.add("fork", documents::tree_text(report.remains == 0 ? "no original value was found" : "original values remain"));
  out.add("time", documents::tree_text(facts.time));
  out.add("source", documents::tree_text(facts.source));
  out.add("model", documents::tree_text(facts.model));
  out.add("modelSha256", documents::tree_text(facts.model_sha256));
  out.add("keyFingerprint", documents::tree_text(report.fingerprint));
  out.add("keyOfAFile", documents::tree_flag(facts.is_repeatable));
  out.add("sample", documents::tree_number(facts.share));
  Tree rules = documents::tree_map();
  Tree without = documents::tree_list();
  each_rule(treatments, [&](const std::string& name, FieldRule rule, bool is_said) {
    if (is_said)
      rules.add(name, documents::tree_text(movement::to_text(rule)));
    else
      without.push(documents::tree_text(name));
  });
  out.add("rules", std::move(rules));
  out.add("keptWithoutARule", std::move(without));
  Tree left_out = documents::tree_map();
  for (const auto& [name, count] : report.left_out) left_out.add(name, number(count));
  out.add("attributesLeftOut", std::move(left_out));
  out.add("rulesWithoutAnyValue", documents::tree_texts(report.unmatched));
  out.add("tables", tables_of(report));
  out.add("referencesToCollectionsThatAreNotThere", number(report.dangling));
  out.add("search", search_of(report));
  return to_json(out);
}

}  // namespace partita::tools
