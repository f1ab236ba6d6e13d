#include "modelling/run/run_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "model/core/spell.h"
#include "modelling/picture/plain_text.h"
#include "modelling/write/plain_tree.h"

namespace partita::modelling::run {
namespace {

constexpr std::string_view kIndent = "          ";
constexpr std::size_t kLongestItem = 160;
constexpr std::size_t kLongestStoredItem = 400;  // with its keys

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string units_text(double units) { return fmt::format("{} {}", units, units == 1 ? "unit" : "units"); }

// The text is cut between characters.
std::string shortened(std::string text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  text.resize(most);
  return text + "...";
}

std::string json_line(const AttributeMap& attributes) {
  std::string text = to_json_line(plain_tree(attributes));
  text.pop_back();
  return text;
}

// "Query" or "4 x Query", or "GetItem + UpdateItem".
std::string operations(const PatternRun& run) {
  std::string text;
  for (std::size_t at = 0; at < run.requests.size();) {
    std::size_t end = at;
    while (end < run.requests.size() && run.requests[end].operation == run.requests[at].operation) ++end;
    text += text.empty() ? "" : " + ";
    if (end - at > 1) text += fmt::format("{} x ", end - at);
    text += run.requests[at].operation;
    at = end;
  }
  return text.empty() ? "no request" : text;
}

class Lines {
 public:
  explicit Lines(const ReportOptions& options) : options_(options) {}

  std::string write(const ModelRun& run) {
    write_tables(run);
    for (const std::string& fault : run.faults) out_ += fmt::format("fault     {}\n", printable(fault));
    for (const bool reads : {true, false}) {
      const bool any = std::any_of(run.patterns.begin(), run.patterns.end(),
                                   [&](const PatternRun& one) { return is_read(one.pattern->operation) == reads; });
      if (any) out_ += reads ? "\nREADS\n" : "\nWRITES\n";
      for (const PatternRun& one : run.patterns)
        if (is_read(one.pattern->operation) == reads) write_pattern(one);
    }
    write_end(run);
    return std::move(out_);
  }

 private:
  void line(std::string_view text) { out_ += fmt::format("{}{}\n", kIndent, text); }

  void write_tables(const ModelRun& run) {
    out_ += fmt::format("On {}:\n", options_.place);
    for (const TableRun& table : run.tables) {
      if (!table.refused.empty()) {
        out_ += fmt::format("  {}: refused: {}\n", printable(table.name), printable(table.refused));
        continue;
      }
      std::string items;
      if (table.given > 0) items = fmt::format("{} of the model", counted(table.given, "item", "items"));
      if (table.made_up > 0)
        items += fmt::format("{}{} made up", items.empty() ? "" : ", ",
                             items.empty() ? counted(table.made_up, "item", "items") : fmt::to_string(table.made_up));
      out_ += fmt::format("  {}: {}\n", printable(table.name), items.empty() ? "no items" : items);
    }
  }

  void write_pattern(const PatternRun& run) {
    out_ += fmt::format("{:<8}  {}\n", to_text(run.outcome), printable(run.pattern->name));
    if (!run.reason.empty()) line(printable(run.reason));
    if (!run.cure.empty()) line(printable(run.cure));
    if (run.outcome == Outcome::Refused || run.outcome == Outcome::Skipped) return write_notes(run);
    write_given(run);
    if (is_read(run.pattern->operation))
      write_read(run);
    else
      write_write(run);
    write_notes(run);
  }

  void write_notes(const PatternRun& run) {
    for (const std::string& note : run.notes) line(fmt::format("note: {}", printable(note)));
    if (options_.requests)
      for (const SentRequest& request : run.requests)
        line(fmt::format("{} {}", request.operation, printable(request.json)));
  }

  void write_given(const PatternRun& run) {
    std::string text;
    for (const auto& [name, value] : run.given) {
      const bool compares = name.find(' ') != std::string::npos;
      text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", name, compares ? " " : " = ", model::spell(value));
    }
    if (!text.empty()) line(fmt::format("given {}", printable(text)));
  }

  void write_read(const PatternRun& run) {
    for (const std::string& one : summary_of_read(run)) line(one);
    write_items(run.items, options_.items);
    if (run.expected.empty() && run.outcome != Outcome::Wrong) return;
    line(fmt::format("the lists have {}:", counted(run.expected.size(), "item", "items")));
    write_items(run.expected, run.expected.size());
  }

  void write_items(const std::vector<ShownItem>& items, std::size_t most) {
    for (std::size_t i = 0; i < std::min(items.size(), most); ++i)
      line(fmt::format("  {} {}", printable(items[i].entity),
                       printable(shortened(json_line(items[i].fields), kLongestItem))));
    if (most > 0 && items.size() > most) line(fmt::format("  and {} more", items.size() - most));
  }

  static std::string units_of(const PatternRun& run) {
    std::map<std::string, double> indexes;
    for (const SentRequest& request : run.requests)
      for (const auto& [index, units] : request.units_of_indexes) indexes[index] += units;
    double rest = run.capacity_units();
    std::string text;
    for (const auto& [index, units] : indexes) {
      rest -= units;
      text += fmt::format(", {} {}", index, units);
    }
    if (text.empty()) return units_text(run.capacity_units());
    return fmt::format("{} (the table {}{})", units_text(run.capacity_units()), rest, text);
  }

  void write_write(const PatternRun& run) {
    line(fmt::format("{}, {}, {:.2f} ms", operations(run), units_of(run), run.milliseconds));
    for (const std::string& update : run.updates) line(printable(update));
    for (const ItemChange& change : run.changes) write_change(change);
  }

  // Shows all of a new or a removed item, and only the changed attributes of another one.
  void write_change(const ItemChange& change) {
    const std::string_view what = !change.before ? "created" : !change.after ? "removed" : "changed";
    if (!change.before || !change.after) {
      const AttributeMap& item = change.before ? *change.before : change.after ? *change.after : change.key;
      return line(fmt::format("{} {} {}", what, printable(change.entity),
                              printable(shortened(json_line(item), kLongestStoredItem))));
    }
    line(fmt::format("{} {} {}", what, printable(change.entity), printable(json_line(change.key))));
    std::set<std::string> names;
    for (const auto* item : {&change.before, &change.after})
      for (const auto& [name, value] : **item) names.insert(name);
    for (const std::string& name : names) write_attribute(name, *change.before, *change.after);
  }

  void write_attribute(const std::string& name, const AttributeMap& before, const AttributeMap& after) {
    const AttributeValue *was = before.find(name), *is = after.find(name);
    if (name == model::kWriteIdAttribute || (was && is && *was == *is)) return;
    const auto spelled = [](const AttributeValue* value) {
      return value ? shortened(model::spell(*value), kLongestItem) : std::string("absent");
    };
    line(printable(fmt::format("  {:<12} {} -> {}", name, spelled(was), spelled(is))));
  }

  void write_end(const ModelRun& run) {
    out_ += '\n';
    for (const model::Finding& finding : run.findings)
      out_ += printable(fmt::format("{} {} {}: {}", model::to_text(finding.kind), finding.entity,
                                    model::spell(finding.key), finding.detail)) +
              '\n';
    std::string text =
        fmt::format("{} of {} right", run.count(Outcome::Right), counted(run.patterns.size(), "pattern", "patterns"));
    for (const Outcome outcome : {Outcome::Wrong, Outcome::Failed, Outcome::Refused, Outcome::Skipped})
      if (const std::size_t count = run.count(outcome); count > 0)
        text += fmt::format(", {} {}", count, to_text(outcome));
    out_ += fmt::format(
        "{}; {} verified, {}\n", text, counted(static_cast<std::size_t>(run.verified), "item", "items"),
        run.findings.empty() ? "each as the model says" : counted(run.findings.size(), "finding", "findings"));
  }

  const ReportOptions& options_;
  std::string out_;
};

// ---- JSON

Tree text_or_null(const std::string& text) { return text.empty() ? Tree() : tree_text(printable(text)); }

Tree printable_texts(const std::vector<std::string>& texts) {
  Tree tree = tree_list();
  for (const std::string& text : texts) tree.push(tree_text(printable(text)));
  return tree;
}

Tree shown_item(const ShownItem& item) {
  Tree tree = tree_map();
  tree.add("entity", tree_text(printable(item.entity)));
  tree.add("fields", plain_tree(item.fields));
  return tree;
}

Tree shown_items(const std::vector<ShownItem>& items) {
  Tree tree = tree_list();
  for (const ShownItem& item : items) tree.push(shown_item(item));
  return tree;
}

Tree sent_requests(const std::vector<SentRequest>& requests) {
  Tree tree = tree_list();
  for (const SentRequest& request : requests) {
    Tree& one = tree.push(tree_map());
    one.add("operation", tree_text(request.operation));
    one.add("index", text_or_null(request.index));
    one.add("evaluated", tree_number(request.evaluated_count));
    one.add("returned", tree_number(request.returned_count));
    one.add("units", tree_number(request.capacity_units));
    Tree& units = one.add("units_of_indexes", tree_map());
    std::map<std::string, double> sums;
    for (const auto& [index, of_index] : request.units_of_indexes) sums[index] += of_index;
    for (const auto& [index, of_index] : sums) units.add(index, tree_number(of_index));
    one.add("json", tree_text(printable(request.json)));
  }
  return tree;
}

Tree item_changes(const std::vector<ItemChange>& changes) {
  Tree tree = tree_list();
  for (const ItemChange& change : changes) {
    Tree& one = tree.push(tree_map());
    one.add("entity", tree_text(printable(change.entity)));
    one.add("key", plain_tree(change.key));
    one.add("before", change.before ? plain_tree(*change.before) : Tree());
    one.add("after", change.after ? plain_tree(*change.after) : Tree());
  }
  return tree;
}

Tree pattern_tree(const PatternRun& run) {
  Tree tree = tree_map();
  tree.add("name", tree_text(printable(run.pattern->name)));
  tree.add("outcome", tree_text(to_text(run.outcome)));
  tree.add("reason", text_or_null(run.reason));
  tree.add("cure", text_or_null(run.cure));
  tree.add("notes", printable_texts(run.notes));
  tree.add("given", plain_tree(run.given));
  tree.add("index", text_or_null(run.index));
  tree.add("key_condition", text_or_null(run.key_condition));
  tree.add("filter", text_or_null(run.filter));
  tree.add("backward", tree_flag(run.backward));
  tree.add("items", shown_items(run.items));
  tree.add("expected", run.outcome == Outcome::Wrong ? shown_items(run.expected) : Tree());
  tree.add("updates", printable_texts(run.updates));
  tree.add("changes", item_changes(run.changes));
  tree.add("requests", sent_requests(run.requests));
  tree.add("evaluated", tree_number(run.evaluated_count()));
  tree.add("units", tree_number(run.capacity_units()));
  tree.add("milliseconds", tree_number(run.milliseconds));
  return tree;
}

}  // namespace

std::string to_lines(const ModelRun& run, const ReportOptions& options) { return Lines(options).write(run); }

std::string to_json(const PatternRun& run) { return documents::to_json(pattern_tree(run)); }

std::string to_json_line(const ShownItem& item) { return documents::to_json_line(shown_item(item)); }

std::vector<std::string> summary_of_read(const PatternRun& run) {
  std::string text = fmt::format("{} of {}", operations(run), run.index.empty() ? "the table" : run.index);
  if (!run.key_condition.empty()) text += fmt::format(": {}", run.key_condition);
  if (run.backward) text += ", backward";
  std::vector<std::string> lines = {printable(text)};
  if (!run.filter.empty()) lines.push_back(printable(fmt::format("filter {}", run.filter)));
  lines.push_back(fmt::format("{}, {} evaluated, {}, {:.2f} ms", counted(run.items.size(), "item", "items"),
                              run.evaluated_count(), units_text(run.capacity_units()), run.milliseconds));
  return lines;
}

std::string to_json(const ModelRun& run) {
  Tree tree = tree_map();
  Tree& tables = tree.add("tables", tree_list());
  for (const TableRun& table : run.tables) {
    Tree& one = tables.push(tree_map());
    one.add("name", tree_text(printable(table.name)));
    one.add("refused", text_or_null(table.refused));
    one.add("given", tree_number(static_cast<std::int64_t>(table.given)));
    one.add("made_up", tree_number(static_cast<std::int64_t>(table.made_up)));
  }
  tree.add("faults", printable_texts(run.faults));
  Tree& patterns = tree.add("patterns", tree_list());
  for (const PatternRun& pattern : run.patterns) patterns.push(pattern_tree(pattern));
  Tree& findings = tree.add("findings", tree_list());
  for (const model::Finding& finding : run.findings) {
    Tree& one = findings.push(tree_map());
    one.add("kind", tree_text(model::to_text(finding.kind)));
    one.add("key", plain_tree(finding.key));
    one.add("entity", text_or_null(finding.entity));
    one.add("detail", tree_text(printable(finding.detail)));
  }
  tree.add("verified", tree_number(run.verified));
  for (const Outcome outcome : {Outcome::Right, Outcome::Wrong, Outcome::Failed, Outcome::Refused, Outcome::Skipped})
    tree.add(std::string(to_text(outcome)), tree_number(static_cast<std::int64_t>(run.count(outcome))));
  return documents::to_json(tree);
}

}  // namespace partita::modelling::run
