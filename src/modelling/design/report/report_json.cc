#include "modelling/design/report/report.h"
#include "modelling/write/tree.h"

namespace partita::modelling::design {
namespace {

Tree read_tree(const ReportedRead& read) {
  Tree out = tree_map();
  out.add("name", tree_text(read.name));
  out.add("table", tree_text(read.table));
  out.add("index", read.index.empty() ? Tree{} : tree_text(read.index));
  out.add("operation", tree_text(read.operation));
  out.add("key_condition", tree_text(read.key_condition));
  out.add("requests", tree_number(std::int64_t{read.requests}));
  out.add("read_units", tree_number(read.units));
  out.add("usd", tree_number(read.usd));
  out.add("why", tree_text(read.why));
  Tree& considered = out.add("considered", tree_list());
  for (const ReportedWay& way : read.considered) {
    Tree& one = considered.push(tree_map());
    one.add("how", tree_text(way.how));
    one.add("usd", tree_number(way.usd));
  }
  out.add("further", tree_number(static_cast<std::int64_t>(read.further)));
  return out;
}

Tree answer_tree(const ReportedAnswer& answer) {
  Tree out = tree_map();
  out.add("name", tree_text(answer.name));
  out.add("how", tree_text(answer.how));
  Tree& considered = out.add("considered", tree_list());
  for (const ReportedAnswer::Other& other : answer.considered) {
    Tree& one = considered.push(tree_map());
    one.add("how", tree_text(other.how));
    one.add("more_usd", tree_number(other.more_usd));
    one.add("exact", tree_flag(other.is_exact));
  }
  return out;
}

Tree write_tree(const ReportedWrite& write) {
  Tree out = tree_map();
  out.add("name", tree_text(write.name));
  out.add("write_units", tree_number(write.units));
  out.add("usd", tree_number(write.usd));
  out.add("how", tree_text(write.how));
  return out;
}

Tree index_tree(const ReportedIndex& index) {
  Tree out = tree_map();
  out.add("table", tree_text(index.table));
  out.add("name", tree_text(index.name));
  out.add("entities", tree_texts(index.entities));
  out.add("reads", tree_texts(index.reads));
  out.add("usd", tree_number(index.usd));
  out.add("shards", tree_number(std::int64_t{index.shards}));
  return out;
}

Tree copy_tree(const ReportedCopy& copy) {
  Tree out = tree_map();
  out.add("entity", tree_text(copy.entity));
  out.add("attribute", tree_text(copy.attribute));
  out.add("fields", tree_texts(copy.fields));
  out.add("writes", tree_texts(copy.writes));
  if (copy.kept != CopyKept::Patterns)
    out.add("kept", tree_text(copy.kept == CopyKept::Followed ? "followed" : "transaction"));
  return out;
}

Tree hot_tree(const ReportedHotKey& key) {
  Tree out = tree_map();
  out.add("place", tree_text(key.place));
  out.add("key", tree_text(key.label));
  out.add("read_units", tree_number(key.reads));
  out.add("write_units", tree_number(key.writes));
  out.add("use", tree_number(key.use));
  out.add("shards", tree_number(std::int64_t{key.shards}));
  return out;
}

Tree design_tree(const ReportedDesign& design) {
  Tree out = tree_map();
  out.add("usd", tree_number(design.usd));
  out.add("tables", tree_number(static_cast<std::int64_t>(design.tables)));
  out.add("indexes", tree_number(static_cast<std::int64_t>(design.indexes)));
  out.add("otherwise", tree_texts(design.otherwise));
  out.add("only_here", tree_texts(design.only_here));
  out.add("only_in_best", tree_texts(design.only_in_best));
  return out;
}

Tree capacity_tree(const ReportedCapacity& capacity) {
  Tree out = tree_map();
  out.add("table", tree_text(capacity.table));
  out.add("how", tree_text(capacity.how));
  out.add("was_usd", tree_number(capacity.was_usd));
  out.add("usd", tree_number(capacity.usd));
  out.add("lacks", tree_texts(capacity.lacks));
  return out;
}

Tree unserved_tree(const ReportedUnserved& read) {
  Tree out = tree_map();
  out.add("name", tree_text(read.name));
  out.add("change", read.change.empty() ? Tree{} : tree_text(read.change));
  return out;
}

Tree place_tree(const BesidePlace& place) {
  Tree out = tree_map();
  out.add("how", tree_text(place.how));
  out.add("units", tree_number(place.units));
  out.add("usd", tree_number(place.usd));
  return out;
}

Tree total_tree(const BesideTotal& total) {
  Tree out = tree_map();
  out.add("tables", tree_number(static_cast<std::int64_t>(total.tables)));
  out.add("indexes", tree_number(static_cast<std::int64_t>(total.indexes)));
  out.add("gigabytes", tree_number(total.gigabytes));
  out.add("storage_usd", tree_number(total.storage_usd));
  out.add("usd", tree_number(total.usd));
  return out;
}

Tree beside_tree(const Beside& beside) {
  Tree out = tree_map();
  out.add("name", tree_text(beside.name));
  Tree& patterns = out.add("patterns", tree_list());
  for (const BesidePattern& one : beside.patterns) {
    Tree& pattern = patterns.push(tree_map());
    pattern.add("name", tree_text(one.name));
    pattern.add("theirs", place_tree(one.theirs));
    pattern.add("ours", place_tree(one.ours));
  }
  out.add("theirs", total_tree(beside.theirs));
  out.add("ours", total_tree(beside.ours));
  out.add("only_theirs", tree_texts(beside.only_theirs));
  out.add("only_ours", tree_texts(beside.only_ours));
  return out;
}

template <class T>
Tree list_tree(const std::vector<T>& list, Tree (*tree_of)(const T&)) {
  Tree out = tree_list();
  for (const T& one : list) out.push(tree_of(one));
  return out;
}

}  // namespace

std::string report_json(const Report& report, std::string_view model) {
  Tree out = tree_map();
  out.add("name", tree_text(report.name));
  out.add("region", tree_text(report.region));
  out.add("usd", report.is_complete() ? tree_number(report.usd()) : Tree{});
  out.add("bound", report.is_complete() ? tree_number(report.bound) : Tree{});
  out.add("gap", report.is_complete() ? tree_number(report.gap()) : Tree{});
  out.add("proven", tree_flag(report.proven));
  out.add("timed_out", tree_flag(report.timed_out));
  out.add("candidates", tree_number(static_cast<std::int64_t>(report.candidates)));
  out.add("reads", list_tree(report.reads, read_tree));
  out.add("answers", list_tree(report.answers, answer_tree));
  out.add("writes", list_tree(report.writes, write_tree));
  out.add("indexes", list_tree(report.indexes, index_tree));
  out.add("copies", list_tree(report.copies, copy_tree));
  if (const auto& costs = report.copy_costs) {
    out.add("copies_usd", tree_number(costs->usd));
    if (costs->other_usd) out.add("copies_otherwise_usd", tree_number(*costs->other_usd));
  }
  out.add("hot_keys", list_tree(report.hot_keys, hot_tree));
  out.add("designs", list_tree(report.designs, design_tree));
  out.add("unserved", list_tree(report.unserved, unserved_tree));
  out.add("notes", tree_texts(report.notes));
  out.add("findings", tree_texts(report.findings));
  out.add("assumptions", tree_texts(report.assumptions));
  out.add("not_priced", tree_texts(report.not_priced));
  if (const auto& extension = report.extension) {
    Tree& one = out.add("extension", tree_map());
    one.add("was_usd", tree_number(extension->was_usd));
    one.add("more_usd", tree_number(report.usd() - extension->was_usd));
    one.add("capacities", list_tree(extension->capacities, capacity_tree));
    one.add("kept", tree_texts(extension->kept));
    one.add("findings", tree_texts(extension->findings));
    one.add("steps", tree_text(extension->steps));
  }
  if (report.beside) out.add("beside", beside_tree(*report.beside));
  if (!model.empty()) out.add("model", tree_text(model));
  return to_json(out);
}

}  // namespace partita::modelling::design
