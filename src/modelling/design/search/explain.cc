#include "modelling/design/search/explain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/contains.h"
#include "modelling/design/questions/fields.h"

namespace partita::modelling::design {
namespace {

std::string words_of(const Options& options, const Path& path) {
  if (path.index != kNone) {
    const IndexForm& form = at(options.indexes, path.index).form;
    if (const std::string& existing = at(options.indexes, path.index).existing; !existing.empty())
      return fmt::format("the index {}, which is there already, by {}", existing, text_of(form));
    return fmt::format("{} index by {}",
                       form.local                ? "a local"
                       : path.entries.size() > 1 ? "a shared"
                       : form.when.empty()       ? "an"
                                                 : "a sparse",
                       text_of(form));
  }
  if (!path.existing.empty()) return fmt::format("the index {}, which is there already", path.existing);
  if (path.primary.size() > 1)
    return "one item collection of the table, by " + text_of(at(options.primary, path.primary[0]).form);
  return "the primary key " + text_of(at(options.primary, path.primary[0]).form);
}

double keeping_of_entries(const Options& options, const Path& path) {
  double out = 0;
  for (const EntryPosition entry : path.entries) out += at(options.entries, entry).usd;
  return out;
}

// The cheapest path of each key.
std::vector<Considered> considered(const Questions& questions, const Options& options, PatternPosition pattern,
                                   PathPosition chosen, const std::map<std::string, std::string>& loads) {
  std::vector<Considered> out;
  // A key without the shards that it needs is not a way to serve the read.
  const auto is_hot = [&](const Path& path) {
    if (path.index == kNone) return false;
    const IndexChoice& index = at(options.indexes, path.index);
    return index.form.shards == 1 && loads.contains(shard_need_of(questions, index.subjects[0], index.form));
  };
  for (const auto i : positions_of(options.paths)) {
    const Path& path = at(options.paths, i);
    if (path.pattern != pattern || (i != chosen && is_hot(path))) continue;
    Considered one{.key = words_of(options, path),
                   .by_index = path.index != kNone,
                   .chosen = i == chosen,
                   .read_usd = path.usd,
                   .keeping_usd = keeping_of_entries(options, path)};
    const auto there =
        std::find_if(out.begin(), out.end(), [&](const Considered& other) { return other.key == one.key; });
    if (there == out.end())
      out.push_back(std::move(one));
    else if (one.chosen || (!there->chosen && one.total_usd() < there->total_usd()))
      *there = std::move(one);
  }
  std::stable_sort(out.begin(), out.end(), [](const Considered& a, const Considered& b) {
    return a.total_usd() != b.total_usd() ? a.total_usd() < b.total_usd() : a.key < b.key;
  });
  return out;
}

std::string reason_of(const Served& served) {
  const bool primary_serves = std::any_of(served.considered.begin(), served.considered.end(),
                                          [](const Considered& one) { return !one.by_index; });
  if (served.is_existing_index)
    return "The index is there already, so the read adds nothing that must be written or stored.";
  if (served.index.empty()) return "The table's own key begins with what a call gives, so the read costs no index.";
  std::string out = primary_serves
                        ? "Primary keys that would serve the read cost other reads or writes more than the index does."
                        : "No primary key is given by what a call has, so an index must be.";
  if (!served.shares_with.empty())
    out += fmt::format(" The index also serves {} other read{}.", served.shares_with.size(),
                       served.shares_with.size() == 1 ? "" : "s");
  return out;
}

// The fields without which an item is not in the index, and which the read does not give. An order alone does not say
// that the items without its field are not wanted.
std::set<std::string> needed_by_index(const Questions& questions, PatternPosition pattern, const Proof& proof,
                                      const Served& served) {
  const Pattern& read = at(questions.patterns, pattern);
  const auto names = [&](const std::string& field) {
    if ((field == read.range && !read.range_comparison.empty()) || contains(read.by, field)) return true;
    return pattern.number() < questions.where.size() &&
           std::any_of(at(questions.where, pattern).begin(), at(questions.where, pattern).end(),
                       [&](const When& when) { return when.field == field; });
  };
  std::set<std::string> out;
  for (const ProvenTable& table : proof.tables()) {
    if (table.declared->name != served.table) continue;
    for (const model::EntityInfo* entity : table.info->entities) {
      if (!base::contains(read.entities, entity->name)) continue;
      for (const model::EntityKey& key : entity->indexes) {
        if (table.info->at(key.index).name != served.index) continue;
        for (const auto& attributes : {key.partition, key.sort})
          for (const model::KeyAttribute& attribute : attributes)
            for (const model::KeyPart& part : attribute.value.parts) {
              if (!part.is_field()) continue;
              const model::FieldInfo& field = entity->at(part.field);
              if (field.optional && !names(std::string(field.name))) out.emplace(field.name);
            }
      }
    }
  }
  return out;
}

}  // namespace

void explain(const Questions& questions, const Options& options, const Selection& selection,
             const std::map<std::string, std::string>& loads, Design& design) {
  design.index_usd.assign(selection.indexes.size(), 0);
  for (const EntryPosition entry : selection.entries) {
    const auto index = std::find(selection.indexes.begin(), selection.indexes.end(), at(options.entries, entry).index);
    at(design.index_usd, position_of(selection.indexes, index)) += at(options.entries, entry).usd;
  }
  for (const auto i : positions_of(questions.patterns)) {
    const PathPosition chosen = at(selection.paths, i);
    if (chosen == kNone) continue;
    const Path& path = at(options.paths, chosen);
    Served served{.pattern = i,
                  .name = at(questions.patterns, i).name,
                  .key = words_of(options, path),
                  .considered = considered(questions, options, i, chosen, loads)};
    served.way = way_of(questions, options, path);
    const std::string& entity = at(questions.patterns, i).entities[0];
    if (const Table* table = design.model->table_of(entity, at(questions.patterns, i).table))
      served.table = table->name;
    served.index = path.existing;
    served.is_existing_index = !path.existing.empty();
    if (path.index != kNone) {
      served.index = at(design.index_names, at(design.choice.serving, i).index);
      const IndexChoice& index = at(options.indexes, path.index);
      served.shards = index.form.shards;
      const auto load = loads.find(shard_need_of(questions, index.subjects[0], index.form));
      if (served.shards > 1 && load != loads.end()) served.load = load->second;
      for (const auto other : positions_of(selection.paths))
        if (other != i && at(selection.paths, other) != kNone &&
            at(options.paths, at(selection.paths, other)).index == path.index)
          served.shares_with.push_back(other);
    }
    served.reason = reason_of(served);
    if (const auto needed = needed_by_index(questions, i, *design.proof, served);
        !served.index.empty() && !needed.empty())
      served.reason +=
          fmt::format(" ATTENTION: the index holds only the items that have {}, so the answer lacks all others.",
                      fmt::join(needed, " and "));
    design.reads.push_back(std::move(served));
  }
}

}  // namespace partita::modelling::design
