#include "modelling/design/models/appraise.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "documents/node.h"
#include "modelling/core/left_out.h"
#include "modelling/design/keys/serves.h"
#include "modelling/design/questions/fields.h"
#include "modelling/lint/compiler_rules.h"

namespace partita::modelling::design {
namespace {

bool is_planned_read(const Pattern& pattern) {
  return pattern.operation == PatternOperation::Read && !pattern.entities.empty();
}

bool is_refused(const Proof& proof, const std::string& pattern) {
  return std::any_of(proof.refusals().begin(), proof.refusals().end(),
                     [&](const Refusal& refusal) { return refusal.pattern == pattern; });
}

bool is_read_of(const Model& model, const std::string& pattern) {
  return std::any_of(model.patterns.begin(), model.patterns.end(),
                     [&](const Pattern& one) { return one.name == pattern && is_planned_read(one); });
}

bool is_existing_index(const Questions& questions, const model::TableInfo& table, const model::IndexInfo& index) {
  const Table* existing = questions.existing ? questions.existing->model().table(table.name) : nullptr;
  return existing && existing->index(index.name);
}

// Whether the declared size of the items says that they have more than the named fields.
bool has_unnamed_bytes(const Shapes& shapes, const model::EntityInfo& entity) {
  const ItemShape* shape = shapes.find(entity);
  if (!shape) return false;
  return shape->declared->other_attributes ||
         std::any_of(shape->attributes.begin(), shape->attributes.end(),
                     [](const SizedAttribute& one) { return one.name.empty() && one.bytes > 0; });
}

// Whether the answer has all items, and all of each item, that the read of the questions asks for. The pattern of the
// model demands its index, so the proof does not ask.
bool answers_all(const Questions& questions, PatternPosition pattern, const ProvenPattern& proven,
                 const Shapes& shapes) {
  const Pattern& read = at(questions.patterns, pattern);
  const model::IndexPosition index = proven.info.plan.index;
  if (index == model::kNone || questions.is_existing(read)) return true;
  const std::vector<IndexGap> missing = left_out(proven.info);
  if (!std::all_of(missing.begin(), missing.end(), [&](const IndexGap& one) {
        return !one.equals.empty() &&
               is_where(questions, pattern, {std::string(one.field_name()), std::string(one.equals)});
      }))
    return false;
  const model::IndexInfo& info = proven.info.table->at(index);
  if (!read.wanted.empty() || info.projection == ProjectionType::All) return true;
  // Such a read wants all of the item. A new index may have everything, so a narrow one is never the answer, because
  // otherwise it would be a candidate only if another read wants less. An existing one suffices if it has all fields,
  // unless the items have attributes that no field names.
  return is_existing_index(questions, *proven.info.table, info) &&
         std::none_of(proven.info.entities.begin(), proven.info.entities.end(),
                      [&](const model::EntityInfo* entity) { return has_unnamed_bytes(shapes, *entity); });
}

// The refusal with its place, its rule and the cure. The design chooses the keys, so a refusal that is left concerns
// the questions: a write, or an entity's fields.
std::string text_of(const Refusal& refusal) {
  const lint::Rule* rule = lint::rule_of(refusal.mistake);
  if (!rule) return refusal.particulars;
  return located(refusal.place, fmt::format("{}: {} ({}). {}", rule->title, refusal.particulars, rule->id, rule->cure));
}

}  // namespace

Appraiser::Appraiser(const Questions& questions, Tables tables, const PriceList& prices, PriceMemory* memory)
    : questions_(questions),
      tables_(std::move(tables)),
      prices_(prices),
      patterns_of_(questions.subjects.size()),
      own_memory_(memory ? nullptr : std::make_unique<PriceMemory>()),
      memory_(memory ? *memory : *own_memory_),
      keys_(questions, tables_, memory_) {
  for (const auto i : positions_of(questions.patterns)) {
    const Pattern& pattern = at(questions.patterns, i);
    std::set<SubjectPosition> here;
    for (const std::string& name : pattern.entities) here.insert(questions.subject(name));
    for (const Action& action : pattern.actions) here.insert(questions.subject(action.entity));
    for (const SubjectPosition subject : here) patterns_of_[subject].push_back(i);
  }
}

Extent Appraiser::extent_of(SubjectPositions subjects) const {
  std::sort(subjects.begin(), subjects.end());
  std::set<PatternPosition> patterns;
  for (const SubjectPosition subject : subjects)
    for (const PatternPosition pattern : at(patterns_of_, subject)) patterns.insert(pattern);
  Extent out{.subjects = std::move(subjects)};
  out.patterns.assign(patterns.begin(), patterns.end());
  return out;
}

std::shared_ptr<const Proof> Appraiser::proof_of(const Choice& choice, const SubjectPositions& subjects) const {
  return prove(assemble(questions_, tables_, choice, extent_of(subjects)).model);
}

PatternPositions Appraiser::writes_of(const Extent& extent) const {
  PatternPositions out;
  for (const PatternPosition pattern : extent.patterns)
    if (!is_planned_read(at(questions_.patterns, pattern))) out.push_back(pattern);
  return out;
}

Keeping Appraiser::keeping(const Choice& choice, const SubjectPositions& subjects) const {
  Extent extent = extent_of(subjects);
  extent.patterns = writes_of(extent);
  PriceKeys::Place place = keys_.place_of(choice, extent.subjects, extent.patterns);
  if (const Keeping* known = place.keeping()) return *known;
  ++priced_;
  memory_.count_priced();
  const Assembled parts = assemble(questions_, tables_, choice, extent);
  const auto proof = prove(parts.model);
  const Keeping out = priced_model(questions_, proof, bill_of_model(proof, prices_, {}), parts.index_names);
  place.keep(out);
  return out;
}

Priced Appraiser::price(const Choice& choice, const SubjectPositions& subjects) const {
  Extent extent = extent_of(subjects);
  const PatternPositions writes = writes_of(extent);
  PriceKeys::Place place = keys_.place_of(choice, extent.subjects, writes);
  Priced out;
  const Keeping* keeping = place.keeping();
  if (keeping) static_cast<Keeping&>(out) = *keeping;
  PatternPositions unknown;  // reads
  for (const PatternPosition pattern : extent.patterns) {
    if (!is_planned_read(at(questions_.patterns, pattern))) continue;
    const std::optional<ReadPrice>* known = place.read(pattern);
    if (!known)
      unknown.push_back(pattern);
    else if (*known)
      out.reads.emplace(pattern, **known);
  }
  if (keeping && unknown.empty()) return out;
  // Reads whose prices are known need not be in the model.
  extent.patterns = unknown;
  if (!keeping) extent.patterns.insert(extent.patterns.end(), writes.begin(), writes.end());
  std::sort(extent.patterns.begin(), extent.patterns.end());
  ++priced_;
  memory_.count_priced();
  const Assembled parts = assemble(questions_, tables_, choice, extent);
  const auto proof = prove(parts.model);
  Priced found = priced_model(questions_, proof, bill_of_model(proof, prices_, {}), parts.index_names);
  if (!keeping) {
    place.keep(found);
    static_cast<Keeping&>(out) = found;
  }
  for (const PatternPosition pattern : unknown) {
    const auto read = found.reads.find(pattern);
    place.keep(pattern, read == found.reads.end() ? std::nullopt : std::optional(read->second));
    if (read != found.reads.end()) out.reads.insert(*read);
  }
  return out;
}

std::vector<std::string> refusals_of_writes(const Proof& proof) {
  std::vector<std::string> out;
  for (const Refusal& refusal : proof.refusals())
    if (refusal.pattern.empty() || !is_read_of(proof.model(), refusal.pattern)) out.push_back(text_of(refusal));
  return out;
}

Priced priced_model(const Questions& questions, const std::shared_ptr<const Proof>& proof, const Bill& bill,
                    const std::vector<std::string>& index_names) {
  const Model& model = proof->model();
  Priced out;
  if (const auto refusals = refusals_of_writes(*proof); !refusals.empty()) {
    out.is_possible = false;
    out.refusal = refusals.back();
  }
  for (const TableBill& table : bill.tables) out.usd += table.storage_usd + table.stream_usd + table.recovery_usd;
  for (std::size_t i = 0; i < bill.patterns.size(); ++i) {
    const Pattern& pattern = model.patterns[i];
    const ProvenPattern& proven = proof->patterns()[i];
    if (!is_planned_read(pattern)) {
      out.usd += bill.patterns[i].usd;
    } else if (proven.served() && !is_refused(*proof, pattern.name)) {
      const auto declared = std::find_if(questions.patterns.begin(), questions.patterns.end(),
                                         [&](const Pattern& one) { return one.name == pattern.name; });
      // The pattern is of a table that no question concerns.
      if (declared == questions.patterns.end()) continue;
      const PatternPosition position = position_of(questions.patterns, declared);
      if (!answers_all(questions, position, proven, *bill.units.shapes)) continue;
      const model::IndexPosition index = proven.info.plan.index;
      const std::string name = index == model::kNone ? std::string() : std::string(proven.info.table->at(index).name);
      out.reads[position] = {bill.patterns[i].usd, !name.empty() && contains(index_names, name), name};
    }
  }
  return out;
}

}  // namespace partita::modelling::design
