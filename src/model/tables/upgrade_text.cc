// Texts of upgrades for people.
#include <fmt/format.h>
#include <partita/model/upgrade.h>

namespace partita::model {
namespace {

std::string items(std::int64_t count) { return fmt::format("{} {}", count, count == 1 ? "item" : "items"); }

void add_left_alone(const ItemCounts& counts, std::string& text) {
  if (counts.unknown > 0)
    text += fmt::format("left unchanged, because they belong to no entity of the model: {}\n", items(counts.unknown));
  if (counts.unreadable > 0)
    text +=
        fmt::format("left unchanged, although they are not as their entity requires: {}\n", items(counts.unreadable));
}

}  // namespace

std::string_view to_text(UpgradeStep::Kind kind) {
  using Kind = UpgradeStep::Kind;
  switch (kind) {
    case Kind::CreateTable:
      return "create the table";
    case Kind::DropIndex:
      return "drop index";
    case Kind::ReplaceIndex:
      return "drop and add index";
    case Kind::RewriteItems:
      return "rewrite";
    case Kind::MoveItems:
      return "move";
    case Kind::AddIndex:
      return "add index";
    case Kind::EnableTtl:
      return "enable time to live by";
    case Kind::DisableTtl:
      return "disable time to live by";
    case Kind::Impossible:
      return "the model needs a new table";
  }
  return "unknown";
}

std::string to_text(const UpgradeStep& step) {
  using Kind = UpgradeStep::Kind;
  std::string text = fmt::format("{}: {}", step.table, to_text(step.kind));
  if (step.kind == Kind::RewriteItems || step.kind == Kind::MoveItems) text += ' ' + items(step.items);
  if (!step.subject.empty()) text += ' ' + step.subject;
  if (!step.detail.empty()) text += fmt::format(" ({})", step.detail);
  return text;
}

std::string to_text(const UpgradePlan& plan) {
  std::string text;
  for (const UpgradeStep& step : plan.steps) text += to_text(step) + '\n';
  if (plan.steps.empty()) text += "nothing to do\n";
  add_left_alone(plan.items, text);
  return text;
}

std::string to_text(const UpgradeReport& report) {
  std::string text;
  for (const UpgradeStep& step : report.done) text += "done: " + to_text(step) + '\n';
  for (const UpgradeStep& step : report.left) text += "left: " + to_text(step) + '\n';
  if (report.done.empty() && report.left.empty()) text += "nothing to do\n";
  add_left_alone(report.items, text);
  return text;
}

}  // namespace partita::model
