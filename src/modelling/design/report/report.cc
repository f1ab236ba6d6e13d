#include "modelling/design/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/contains.h"
#include "modelling/core/copies.h"
#include "modelling/core/key_condition.h"
#include "modelling/cost/units.h"
#include "modelling/design/models/appraise.h"
#include "modelling/diff/diff_report.h"
#include "modelling/lint/names.h"
#include "modelling/simulate/simulate.h"

namespace partita::modelling::design {
namespace {

constexpr std::size_t kMostConsidered = 3;

std::string index_name(const model::TableInfo& table, model::IndexPosition index) {
  return index == model::kNone ? std::string() : std::string(table.at(index).name);
}

std::vector<std::string> names_of(const model::EntityInfo& entity, const std::vector<model::FieldPosition>& fields) {
  std::vector<std::string> out;
  for (const model::FieldPosition field : fields) out.emplace_back(entity.at(field).name);
  return out;
}

const model::EntityKey* key_of(const model::EntityInfo& entity, model::IndexPosition index) {
  if (index == model::kNone) return &entity.primary;
  for (const model::EntityKey& key : entity.indexes)
    if (key.index == index) return &key;
  return nullptr;
}

// The number of shards over which the key's partitions are spread.
int shards_of(std::span<const model::KeyAttribute> attributes) {
  int out = 1;
  for (const model::KeyAttribute& attribute : attributes)
    for (const model::KeyPart& part : attribute.value.parts)
      if (part.format == model::KeyFormat::Shard) out = std::max<int>(out, part.shards);
  return out;
}

// The fields of a partition key that a call gives. No call gives the field of a shard, because all shards are asked.
std::vector<std::string> given_fields(const model::EntityInfo& entity,
                                      std::span<const model::KeyAttribute> attributes) {
  std::vector<model::FieldPosition> out;
  for (const model::KeyAttribute& attribute : attributes)
    for (const model::KeyPart& part : attribute.value.parts)
      if (part.is_field() && part.format != model::KeyFormat::Shard && !base::contains(out, part.field))
        out.push_back(part.field);
  return names_of(entity, out);
}

// Why the key serves the read: the fields that the call gives, and the use of the key's order.
std::string reason_of(const ProvenPattern& pattern) {
  const model::PatternInfo& info = pattern.info;
  const model::EntityInfo& entity = *info.entities[0];
  const model::EntityKey* key = key_of(entity, info.plan.index);
  if (key == nullptr) return "it holds the items of the read";
  if (info.plan.operation == model::PlanOperation::GetItem) return "the call gives the whole primary key";
  const std::vector<std::string> fields = given_fields(entity, key->partition);
  std::vector<std::string> given, demanded;
  for (const std::string& field : fields) {
    const std::string* constant = constant_of(*pattern.declared, field);
    constant ? demanded.push_back(fmt::format("{} = {}", field, *constant)) : given.push_back(field);
  }
  std::string out = fields.empty()  ? "all items of the read share its partition key"
                    : given.empty() ? fmt::format("all calls ask for its partition key ({})", joined(demanded))
                                    : fmt::format("the call gives its partition key ({})", joined(given));
  if (!given.empty() && !demanded.empty()) out += fmt::format(", and all calls ask for {}", joined(demanded));
  if (const int shards = shards_of(key->partition); shards > 1)
    out += fmt::format(", in {} shards that are all asked", shards);
  if (info.entities.size() > 1) out += ", under which the items of all these entities lie together";
  if (info.plan.range_field != model::kNone)
    out += fmt::format(", and its sort key is in the order of {}", entity.at(info.plan.range_field).name);
  else if (info.plan.sort == model::SortCondition::Equal || info.plan.sort == model::SortCondition::Prefix)
    out += ", and its sort key begins with what the call gives besides";
  if (key->when.field != model::kNone)
    out += fmt::format("; only items whose {} is {} are in it", entity.at(key->when.field).name, key->when.equals);
  return out;
}

void add_explanation(const Design& design, PatternPosition pattern, ReportedRead& read) {
  const auto served =
      std::find_if(design.reads.begin(), design.reads.end(), [&](const Served& one) { return one.pattern == pattern; });
  if (served == design.reads.end()) return;
  read.why += fmt::format(". {}", served->reason);
  if (!served->load.empty()) read.why += fmt::format(" {}", served->load);
  while (read.why.ends_with('.')) read.why.pop_back();
  for (const Considered& one : served->considered) {
    if (one.chosen) continue;
    if (read.considered.size() < kMostConsidered)
      read.considered.push_back({one.key, one.total_usd()});
    else
      ++read.further;
  }
}

ReportedRead describe_read(const ProvenPattern& proven, const PatternBill& bill) {
  const model::PatternInfo& info = proven.info;
  return {.name = proven.declared->name,
          .table = std::string(info.table->name),
          .index = index_name(*info.table, info.plan.index),
          .operation = info.plan.operation == model::PlanOperation::GetItem ? "GetItem" : "Query",
          .key_condition = key_condition_of(proven),
          .requests = model::request_count(info),
          .units = bill.units->read_units(),
          .usd = bill.usd,
          .why = reason_of(proven)};
}

// A read whose kind says how it works.
ReportedRead describe_other_read(const Model& model, const Pattern& pattern, const PatternBill& bill) {
  const Table* table = model.table_of(pattern.entities[0], pattern.table);
  ReportedRead out{.name = pattern.name,
                   .table = table ? table->name : std::string(),
                   .units = bill.units->read_units(),
                   .usd = bill.usd};
  switch (pattern.operation) {
    case PatternOperation::BatchGet:
      out.operation = "BatchGetItem";
      break;
    case PatternOperation::TransactGet:
      out.operation = "TransactGetItems";
      break;
    case PatternOperation::Scan:
      out.operation = "Scan";
      break;
    default:
      out.operation = "Query";
  }
  const bool is_scan = pattern.operation == PatternOperation::Scan;
  out.key_condition = is_scan ? "no key condition" : fmt::format("the primary key of each {}", pattern.entities[0]);
  out.why = is_scan ? "the questions ask for all items" : "the call knows the primary keys of all its items";
  return out;
}

std::vector<ReportedIndex> describe_indexes(const Proof& proof, const Bill& bill, const PriceList& prices) {
  std::vector<ReportedIndex> out;
  for (std::size_t t = 0; t < proof.tables().size(); ++t) {
    const model::TableInfo& table = *proof.tables()[t].info;
    for (std::size_t i = 0; i < table.indexes.size(); ++i) {
      ReportedIndex one{.table = std::string(table.name), .name = std::string(table.indexes[i].name)};
      one.shards = std::max<int>(1, table.indexes[i].shards.count);
      for (const model::EntityInfo* entity : table.entities)
        if (const model::EntityKey* key = key_of(*entity, model::IndexPosition(i))) {
          one.entities.emplace_back(entity->name);
          one.shards = std::max(one.shards, shards_of(key->partition));
        }
      for (const ProvenPattern& pattern : proof.patterns())
        if (pattern.served() && pattern.info.table == &table && pattern.info.plan.index == model::IndexPosition(i))
          one.reads.push_back(pattern.declared->name);
      for (const PlaceBill& place : bill.tables[t].places)
        if (place.index == model::IndexPosition(i))
          one.usd = on_demand_usd(prices, 0, place.load.writes, bill.tables[t].table_class) +
                    storage_usd(prices, place.gigabytes, bill.tables[t].table_class);
      out.push_back(std::move(one));
    }
  }
  return out;
}

std::vector<std::string> patterns_that_set(const Model& model, const std::string& entity,
                                           const std::vector<std::string>& fields) {
  std::vector<std::string> out;
  for (const Pattern& pattern : model.patterns)
    for (const Action& action : pattern.actions) {
      const bool changes = std::any_of(action.set.begin(), action.set.end(),
                                       [&](const std::string& field) { return base::contains(fields, field); });
      if (action.entity == entity && action.kind == Action::Kind::Update && changes) {
        out.push_back(pattern.name);
        break;
      }
    }
  return out;
}

// Key attributes whose text is composed of fields that have attributes of their own.
void add_copies_in_keys(const Model& model, const model::EntityInfo& entity, std::vector<ReportedCopy>& out) {
  for (const model::EntityKey& key : entity.indexes)
    for (const auto& attributes : {key.partition, key.sort})
      for (const model::KeyAttribute& attribute : attributes) {
        if (attribute.natural) continue;
        ReportedCopy copy{.entity = std::string(entity.name), .attribute = std::string(attribute.attribute)};
        for (const model::FieldPosition field : lint::fields_of({&attribute, 1}))
          if (entity.at(field).stored) copy.fields.emplace_back(entity.at(field).name);
        if (copy.fields.empty()) continue;
        copy.writes = patterns_that_set(model, copy.entity, copy.fields);
        out.push_back(std::move(copy));
      }
}

std::vector<ReportedCopy> describe_copies(const Proof& proof) {
  std::vector<ReportedCopy> out;
  for (const ProvenTable& table : proof.tables())
    for (const Entity& entity : table.declared->entities) {
      for (const Field& field : entity.fields)
        if (!field.copy_of.empty())
          out.push_back({.entity = entity.name,
                         .attribute = field.attribute,
                         .fields = {field.copy_of},
                         .writes = patterns_that_set(proof.model(), entity.name, {field.name}),
                         .kept = field.kept});
      if (const model::EntityInfo* info = proof.entity(table.declared->name, entity.name))
        add_copies_in_keys(proof.model(), *info, out);
    }
  return out;
}

int shards_of_place(const Proof& proof, const SimulatedPlace& place) {
  const ProvenTable* table = proof.table(place.table->name);
  if (table == nullptr) return 1;
  int out = 1;
  for (const model::EntityInfo* entity : table->info->entities)
    if (const model::EntityKey* key = key_of(*entity, place.index)) out = std::max(out, shards_of(key->partition));
  if (place.index != model::kNone) out = std::max<int>(out, table->info->at(place.index).shards.count);
  return out;
}

std::vector<ReportedHotKey> describe_hot_keys(const std::shared_ptr<const Proof>& proof) {
  const Workload workload = make_workload(proof, {});
  if (workload.streams.empty()) return {};
  const SimulationResult result = simulate(workload, {.seconds = 1, .keeps_heat_map = false});
  std::vector<ReportedHotKey> out;
  for (std::size_t place = 0; place < workload.places.size(); ++place) {
    std::optional<ReportedHotKey> hottest;
    for (const HotKey& key : result.hot_keys) {
      const double use = share_of_partition(key.reads, key.writes);
      if (key.place != place || (hottest && hottest->use >= use)) continue;
      hottest = ReportedHotKey{.place = workload.places[place].name,
                               .label = key.label,
                               .reads = key.reads,
                               .writes = key.writes,
                               .use = use,
                               .shards = shards_of_place(*proof, workload.places[place])};
    }
    if (hottest) out.push_back(std::move(*hottest));
  }
  return out;
}

// One text for each key, so that designs can be compared. Names of indexes are left out, because they are not a part of
// a key.
std::set<std::string> keys_of(const Proof& proof) {
  std::set<std::string> out;
  for (const ProvenTable& table : proof.tables()) {
    for (const Entity& entity : table.declared->entities)
      for (const Field& field : entity.fields)
        if (!field.copy_of.empty())
          out.insert(fmt::format("{}: {}, a copy of {}", entity.name, field.name, field.copy_of));
    for (const model::EntityInfo* entity : table.info->entities) {
      const auto text = [&](const model::EntityKey& key) {
        std::string keys = lint::templates_of(key.partition);
        if (!key.sort.empty()) keys += " / " + lint::templates_of(key.sort);
        return keys;
      };
      out.insert(fmt::format("{}: primary key {}", entity->name, text(entity->primary)));
      for (const model::EntityKey& key : entity->indexes) {
        const model::IndexInfo& index = table.info->at(key.index);
        std::string line = fmt::format("{}: index key {}", entity->name, text(key));
        if (key.when.field != model::kNone) line += fmt::format(", only {}", key.when.equals);
        if (index.projection == ProjectionType::KeysOnly) line += ", keys only";
        if (index.projection == ProjectionType::Include)
          line += fmt::format(", with {}", fmt::join(index.include, ", "));
        out.insert(std::move(line));
      }
    }
  }
  return out;
}

std::vector<std::string> only_in_first(const std::set<std::string>& all, const std::set<std::string>& known) {
  std::vector<std::string> out;
  std::set_difference(all.begin(), all.end(), known.begin(), known.end(), std::back_inserter(out));
  return out;
}

// The reads that `other` serves in another way than `best`.
std::vector<std::string> served_otherwise(const Design& best, const Design& other) {
  std::vector<std::string> out;
  for (const Served& served : other.reads)
    if (std::none_of(best.reads.begin(), best.reads.end(),
                     [&](const Served& one) { return one.name == served.name && one.way == served.way; }))
      out.push_back(served.name);
  return out;
}

std::vector<ReportedDesign> describe_designs(const SearchResult& found) {
  std::vector<ReportedDesign> out;
  if (found.designs.empty()) return out;
  const std::set<std::string> best = keys_of(*found.designs[0].proof);
  for (const Design& design : found.designs) {
    ReportedDesign one{.usd = design.usd, .tables = design.model->tables.size()};
    for (const Table& table : design.model->tables) one.indexes += table.indexes.size();
    const std::set<std::string> keys = keys_of(*design.proof);
    one.otherwise = served_otherwise(found.designs[0], design);
    one.only_here = only_in_first(keys, best);
    one.only_in_best = only_in_first(best, keys);
    out.push_back(std::move(one));
  }
  return out;
}

// One sentence for each. The hot keys of one place have one together, because each shard of an index may be one.
std::vector<std::string> sentences_of(const std::vector<lint::Finding>& findings) {
  std::vector<std::string> out;
  std::set<std::string> hot_places;
  for (const lint::Finding& finding : findings) {
    const bool is_hot = finding.rule == &lint::k_P171;
    if (is_hot && !hot_places.insert(finding.table + "/" + finding.index).second) continue;
    const auto others = std::count_if(findings.begin(), findings.end(), [&](const lint::Finding& one) {
      return is_hot && one.rule == &lint::k_P171 && one.table == finding.table && one.index == finding.index;
    });
    out.push_back(fmt::format("{}{}: {}{}", finding.rule->id,
                              finding.severity == lint::Severity::Note ? ", a note" : "", finding.message,
                              others > 1 ? ", and others there have as much" : ""));
  }
  return out;
}

void describe_patterns(const Questions& questions, const Design& design, const Bill& bill, Report& report) {
  const Proof& proof = *design.proof;
  for (std::size_t i = 0; i < proof.patterns().size(); ++i) {
    const ProvenPattern& proven = proof.patterns()[i];
    const PatternBill& price = bill.patterns[i];
    if (!is_read(proven.declared->operation)) {
      report.writes.push_back(
          {proven.declared->name, price.units->write_units(), price.usd,
           price.not_priced.empty() ? price.units->how : fmt::format("not priced: {}", price.not_priced)});
      continue;
    }
    if (!proven.served()) {
      report.reads.push_back(describe_other_read(proof.model(), *proven.declared, price));
      continue;
    }
    ReportedRead read = describe_read(proven, price);
    const auto asked = std::find_if(questions.patterns.begin(), questions.patterns.end(),
                                    [&](const Pattern& one) { return one.name == read.name; });
    add_explanation(design, position_of(questions.patterns, asked), read);
    report.reads.push_back(std::move(read));
  }
}

}  // namespace

namespace {

void describe_extension(const Questions& questions, const Design& design, const PriceList& prices, const Bill& now,
                        Report& out) {
  const std::shared_ptr<const Proof>& was = questions.existing->proof;
  const Bill before = bill_of_model(was, prices, {});
  ReportedExtension one{.was_usd = usd_on_demand(before), .capacities = capacities_of(before, now)};
  // Also those of tables that no question concerns.
  const auto is_kept = [&](const ReportedRead& read) {
    return base::contains(was->model().patterns, read.name, &Pattern::name);
  };
  for (const ReportedRead& read : out.reads)
    if (is_kept(read)) one.kept.push_back(read.name);
  std::erase_if(out.reads, is_kept);
  for (const lint::Finding& finding : lint::run(*was))
    one.findings.push_back(fmt::format("{}: {}", finding.rule->id, finding.message));
  one.steps = diff::to_lines(diff::compare_models(was, design.proof), {prices});
  out.extension = std::move(one);
}

}  // namespace

namespace {

// Reads that demand a value, for which an index of these items alone was not a candidate, because a write that changes
// the value does not know the fields of its key.
std::vector<std::string> notes_of_given(const Questions& questions, const Design& design) {
  std::vector<std::string> out;
  for (const Served& served : design.reads) {
    if (served.pattern.number() >= questions.where.size()) continue;
    const Pattern& read = at(questions.patterns, served.pattern);
    const bool has_sparse = std::any_of(served.considered.begin(), served.considered.end(),
                                        [](const Considered& one) { return one.key.starts_with("a sparse index"); });
    for (const When& when : at(questions.where, served.pattern)) {
      std::vector<std::string> writes;
      for (const Pattern& write : questions.patterns)
        for (const Action& action : write.actions)
          if (action.kind == Action::Kind::Update && action.entity == read.entities[0] && action.given.empty() &&
              !action.read_first && base::contains(action.set, when.field))
            writes.push_back("\"" + write.name + "\"");
      std::vector<std::string> fields = read.by;
      if (!read.range.empty()) fields.push_back(read.range);
      if (has_sparse || writes.empty() || fields.empty()) continue;
      out.push_back(
          fmt::format("For \"{}\" no index of only the items whose {} is {} could be considered, because {} "
                      "changes it and knows no field of such a key. If the caller knows them, say given: [{}] "
                      "there.",
                      read.name, when.field, when.equals, joined(writes, " and "), joined(fields)));
    }
  }
  return out;
}

}  // namespace

Report make_report(const Answers& answers, const PriceList& prices) {
  const Questions& questions = answers.questions;
  const SearchResult& found = answers.found;
  constexpr double kBound = 1e-4;  // dollars; a difference that is only rounding
  Report out{.name = questions.name, .region = prices.region};
  out.candidates = found.candidates;
  out.bound = found.bound;
  out.timed_out = found.timed_out;
  out.notes = found.notes;
  for (const PatternPosition pattern : found.unserved)
    out.unserved.push_back(
        {at(questions.patterns, pattern).name, change_that_serves(questions, pattern, prices).value_or("")});
  if (out.unserved.empty() && found.designs.empty())
    out.notes.emplace_back(
        out.timed_out
            ? "each read has candidates, and no set of them was found that is proven and has no finding of lint; more "
              "time (--seconds) or fewer patterns may help"
            : "each read has candidates, but no set of them was found that is proven and has no finding of lint: fewer "
              "patterns, or lower rates, may help");
  if (!out.unserved.empty() || found.designs.empty()) return out;
  const std::shared_ptr<const Proof>& proof = found.designs[0].proof;
  const Bill bill = bill_of_model(proof, prices, {});
  out.assumptions = bill.units.assumptions.sentences();
  out.not_priced = bill.not_priced;
  out.designs = describe_designs(found);
  out.findings = sentences_of(found.designs[0].findings);
  for (std::string& note : notes_of_given(questions, found.designs[0])) out.notes.push_back(std::move(note));
  for (const std::string& note : found.designs[0].copies_left) out.notes.push_back(note);
  out.proven = !out.timed_out && out.gap() < kBound;
  describe_patterns(questions, found.designs[0], bill, out);
  for (const Answered& one : answers.ways) {
    out.answers.push_back({.name = one.pattern, .how = one.how, .considered = {}});
    for (const OtherWay& other : one.others)
      out.answers.back().considered.push_back({other.how, std::max(0.0, other.usd - out.usd()), other.is_exact});
  }
  out.indexes = describe_indexes(*proof, bill, prices);
  out.copies = describe_copies(*proof);
  if (has_kept_copies(proof->model())) out.copy_costs = costs_of_copies(*proof, prices);
  out.hot_keys = describe_hot_keys(proof);
  if (questions.existing) describe_extension(questions, found.designs[0], prices, bill, out);
  return out;
}

}  // namespace partita::modelling::design
