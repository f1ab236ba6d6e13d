#include "modelling/lint/finding_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "modelling/write/tree.h"

namespace partita::modelling::lint {
namespace {

std::string location(const Place& place) {
  if (!place.file) return "model";
  return place.line > 0 ? fmt::format("{}:{}", *place.file, place.line) : *place.file;
}

std::size_t count(const std::vector<Finding>& findings, Severity severity) {
  return static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(),
                                                [&](const Finding& finding) { return finding.severity == severity; }));
}

std::string counted(std::size_t number, std::string_view what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

std::string sentence(std::string text) {
  if (!text.empty() && !text.ends_with('.')) text += '.';
  return text;
}

Tree text_or_null(const std::string& text) { return text.empty() ? Tree() : tree_text(text); }

Tree location_tree(const Finding& finding) {
  Tree physical = tree_map();
  physical.add("artifactLocation", tree_map())
      .add("uri", tree_text(finding.place.file ? *finding.place.file : "model"));
  physical.add("region", tree_map()).add("startLine", tree_number(std::int64_t{std::max(1, finding.place.line)}));
  Tree out = tree_map();
  out.add("physicalLocation", std::move(physical));
  return out;
}

Tree rule_tree(const Rule& rule) {
  Tree out = tree_map();
  out.add("id", tree_text(rule.id));
  out.add("shortDescription", tree_map()).add("text", tree_text(rule.title));
  out.add("fullDescription", tree_map()).add("text", tree_text(rule.why));
  out.add("help", tree_map()).add("text", tree_text(rule.cure));
  out.add("defaultConfiguration", tree_map()).add("level", tree_text(to_text(rule.severity)));
  return out;
}

}  // namespace

std::string to_lines(const std::vector<Finding>& findings) {
  std::string out;
  // Findings of one rule with one cost and one cure are together, and the cost and the cure come once below them.
  const auto is_like = [](const Finding& a, const Finding& b) {
    return a.rule == b.rule && a.severity == b.severity && a.cost == b.cost && a.cure == b.cure;
  };
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const Finding& first = findings[i];
    const auto is_like_first = [&](const Finding& one) { return is_like(one, first); };
    if (std::any_of(findings.begin(), findings.begin() + static_cast<std::ptrdiff_t>(i), is_like_first)) continue;
    std::size_t members = 0;
    for (const Finding& finding : findings) {
      if (!is_like_first(finding)) continue;
      ++members;
      out += fmt::format("{}: {} {}: {}\n", location(finding.place), to_text(*finding.severity), finding.rule->id,
                         finding.message);
    }
    const std::string of = members == 1 ? "" : fmt::format(" of these {}", members);
    if (!first.cost.empty()) out += fmt::format("    cost{}: {}\n", of, sentence(first.cost));
    if (!first.cure.empty()) out += fmt::format("    cure{}: {}\n", of, sentence(first.cure));
  }
  if (findings.empty()) return "no findings\n";
  return out + fmt::format("{}, {}, {}\n", counted(count(findings, Severity::Error), "error"),
                           counted(count(findings, Severity::Warning), "warning"),
                           counted(count(findings, Severity::Note), "note"));
}

std::string to_json(const std::vector<Finding>& findings) {
  Tree out = tree_map();
  Tree& list = out.add("findings", tree_list());
  for (const Finding& finding : findings) {
    Tree& one = list.push(tree_map());
    one.add("rule", tree_text(finding.rule->id));
    one.add("severity", tree_text(to_text(*finding.severity)));
    one.add("file", finding.place.file ? tree_text(*finding.place.file) : Tree());
    one.add("line", finding.place.line > 0 ? tree_number(std::int64_t{finding.place.line}) : Tree());
    one.add("table", text_or_null(finding.table));
    one.add("index", text_or_null(finding.index));
    one.add("entity", text_or_null(finding.entity));
    one.add("pattern", text_or_null(finding.pattern));
    one.add("message", tree_text(finding.message));
    one.add("cost", text_or_null(finding.cost));
    one.add("cure", text_or_null(finding.cure));
  }
  out.add("errors", tree_number(static_cast<std::int64_t>(count(findings, Severity::Error))));
  out.add("warnings", tree_number(static_cast<std::int64_t>(count(findings, Severity::Warning))));
  out.add("notes", tree_number(static_cast<std::int64_t>(count(findings, Severity::Note))));
  return documents::to_json(out);
}

std::string to_sarif(const std::vector<Finding>& findings, std::string_view version) {
  std::vector<const Rule*> rules;
  for (const Rule* rule : all_rules())
    if (std::any_of(findings.begin(), findings.end(), [&](const Finding& one) { return one.rule == rule; }))
      rules.push_back(rule);
  Tree out = tree_map();
  out.add("$schema", tree_text("https://json.schemastore.org/sarif-2.1.0.json"));
  out.add("version", tree_text("2.1.0"));
  Tree& run = out.add("runs", tree_list()).push(tree_map());
  Tree& driver = run.add("tool", tree_map()).add("driver", tree_map());
  driver.add("name", tree_text("partita model lint"));
  driver.add("version", tree_text(version));
  Tree& rule_list = driver.add("rules", tree_list());
  for (const Rule* rule : rules) rule_list.push(rule_tree(*rule));
  Tree& results = run.add("results", tree_list());
  for (const Finding& finding : findings) {
    Tree& result = results.push(tree_map());
    result.add("ruleId", tree_text(finding.rule->id));
    result.add("ruleIndex", tree_number(static_cast<std::int64_t>(std::find(rules.begin(), rules.end(), finding.rule) -
                                                                  rules.begin())));
    result.add("level", tree_text(to_text(*finding.severity)));
    result.add("message", tree_map())
        .add("text", tree_text(fmt::format("{} Cost: {} Cure: {}", sentence(finding.message), sentence(finding.cost),
                                           sentence(finding.cure))));
    result.add("locations", tree_list()).push(location_tree(finding));
  }
  return documents::to_json(out);
}

std::string explain(const Rule& rule) {
  return fmt::format("{} ({}): {}\n\n{}\n\nCost: {}\nCure: {}\n", rule.id, to_text(rule.severity), rule.title, rule.why,
                     sentence(std::string(rule.cost)), sentence(std::string(rule.cure)));
}

std::string to_json(const std::vector<const Rule*>& rules) {
  Tree out = tree_map();
  Tree& list = out.add("rules", tree_list());
  for (const Rule* rule : rules) {
    Tree& one = list.push(tree_map());
    one.add("rule", tree_text(rule->id));
    one.add("severity", tree_text(to_text(rule->severity)));
    one.add("title", tree_text(rule->title));
    one.add("why", tree_text(rule->why));
    one.add("cost", tree_text(rule->cost));
    one.add("cure", tree_text(rule->cure));
  }
  return documents::to_json(out);
}

}  // namespace partita::modelling::lint
