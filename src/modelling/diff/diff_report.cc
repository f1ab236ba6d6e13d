#include "modelling/diff/diff_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "modelling/picture/plain_text.h"
#include "modelling/write/tree.h"

namespace partita::modelling::diff {
namespace {

constexpr std::string_view kDiffIndent = "              ";

std::string number_text(double number) {
  if (number >= 1e9) return fmt::format("{:.3g} billion", number / 1e9);
  if (number >= 1e6) return fmt::format("{:.3g} million", number / 1e6);
  return fmt::format("{:.0f}", number);
}

std::string share_text(double share) {
  if (share >= 1) return "every item";
  return share * 100 < 1 ? "less than 1 % of the items" : fmt::format("{:.0f} % of the items", share * 100);
}

std::optional<double> write_price(double units, const DiffReportOptions& options) {
  if (!options.prices || !options.prices->has(PriceOf::write_request_million)) return std::nullopt;
  return units / 1e6 * options.prices->usd(PriceOf::write_request_million);
}

class DiffLines {
 public:
  explicit DiffLines(const DiffReportOptions& options) : options_(options) {}

  std::string write(const ModelDiff& diff) {
    if (diff.empty() && diff.notes.empty()) return "The models are the same.\n";
    if (!diff.steps.empty()) out_ += "STEPS, in the order of an upgrade\n";
    std::size_t number = 0;
    for (const DiffStep& step : diff.steps) write_step(step, ++number);
    if (!diff.changes.empty()) out_ += fmt::format("{}CHANGES\n", diff.steps.empty() ? "" : "\n");
    for (const DiffChange& change : diff.changes) write_change(change);
    if (!diff.notes.empty()) out_ += '\n';
    for (const std::string& note : diff.notes) out_ += fmt::format("note: {}\n", printable(note));
    out_ += fmt::format("\n{} safe, {} careful, {} unsafe\n", diff.count(Safety::Safe), diff.count(Safety::Careful),
                        diff.count(Safety::Unsafe));
    if (diff.scan_read_units && !diff.steps.empty())
      out_ +=
          fmt::format("An upgrade also reads every item once: {} read units.\n", number_text(*diff.scan_read_units));
    return std::move(out_);
  }

 private:
  void line(std::string_view text) {
    if (!text.empty()) out_ += fmt::format("{}{}\n", kDiffIndent, printable(text));
  }

  void write_step(const DiffStep& step, std::size_t number) {
    const bool counted = step.step.kind == model::UpgradeStep::Kind::RewriteItems ||
                         step.step.kind == model::UpgradeStep::Kind::MoveItems;
    std::string text = fmt::format("{}: {}", step.step.table, model::to_text(step.step.kind));
    if (counted)
      text += step.step.items > 0 ? fmt::format(" {} items", number_text(double(step.step.items))) : " items";
    if (!step.step.subject.empty()) text += ' ' + step.step.subject;
    if (!step.step.detail.empty()) text += fmt::format(" ({})", step.step.detail);
    out_ += fmt::format("{:>3}  {:<9}{}\n", number, to_text(step.safety), printable(text));
    for (const ChangedItems& items : step.entities) line(text_of(items));
    if (step.write_units && *step.write_units > 0) {
      const auto price = write_price(*step.write_units, options_);
      line(fmt::format("{} write units{}", number_text(*step.write_units),
                       price ? fmt::format(", {:.2f} USD on demand", *price) : ""));
    } else if (!step.entities.empty() && !step.write_units) {
      line("not priced, because the model does not say how many items there are (count)");
    }
    line(step.why);
    line(step.cure);
  }

  static std::string text_of(const ChangedItems& items) {
    std::string text = fmt::format("{}: {}", items.entity, share_text(items.share));
    if (items.items) text += fmt::format(", {}", number_text(*items.items));
    if (!items.set.empty()) text += fmt::format("; sets {}", fmt::join(items.set, ", "));
    if (!items.removed.empty()) text += fmt::format("; removes {}", fmt::join(items.removed, ", "));
    if (items.sentinels_to_write > 0)
      text += fmt::format("; {:.3g} sentinels to write for each", items.sentinels_to_write);
    if (items.sentinels_to_remove > 0)
      text += fmt::format("; {:.3g} sentinels to remove for each", items.sentinels_to_remove);
    return text;
  }

  void write_change(const DiffChange& change) {
    std::string where = change.table;
    if (!change.entity.empty()) where += fmt::format("{}{}", where.empty() ? "" : " ", change.entity);
    out_ += fmt::format("     {:<9}{}{}\n", to_text(change.safety), where.empty() ? "" : printable(where) + ": ",
                        printable(change.what));
    line(change.why);
    line(change.cure);
  }

  const DiffReportOptions& options_;
  std::string out_;
};

// ---- JSON

Tree text_or_none(const std::string& text) { return text.empty() ? Tree() : tree_text(printable(text)); }
Tree number_or_none(const std::optional<double>& number) { return number ? tree_number(*number) : Tree(); }
Tree list_of_texts(const std::vector<std::string>& texts) {
  Tree tree = tree_list();
  for (const std::string& text : texts) tree.push(tree_text(printable(text)));
  return tree;
}

Tree tree_of_step(const DiffStep& step, const DiffReportOptions& options) {
  Tree tree = tree_map();
  tree.add("kind", tree_text(model::to_text(step.step.kind)));
  tree.add("table", tree_text(printable(step.step.table)));
  tree.add("subject", text_or_none(step.step.subject));
  tree.add("detail", text_or_none(step.step.detail));
  tree.add("safety", tree_text(to_text(step.safety)));
  tree.add("why", text_or_none(step.why));
  tree.add("cure", text_or_none(step.cure));
  Tree entities = tree_list();
  for (const ChangedItems& items : step.entities) {
    Tree& one = entities.push(tree_map());
    one.add("entity", tree_text(printable(items.entity)));
    one.add("share", tree_number(items.share));
    one.add("items", number_or_none(items.items));
    one.add("set", list_of_texts(items.set));
    one.add("removed", list_of_texts(items.removed));
    one.add("sentinels_to_write", tree_number(items.sentinels_to_write));
    one.add("sentinels_to_remove", tree_number(items.sentinels_to_remove));
  }
  tree.add("entities", std::move(entities));
  tree.add("items", tree_number(step.step.items));
  tree.add("write_units", number_or_none(step.write_units));
  tree.add("usd", number_or_none(step.write_units ? write_price(*step.write_units, options) : std::nullopt));
  return tree;
}

}  // namespace

std::string to_lines(const ModelDiff& diff, const DiffReportOptions& options) { return DiffLines(options).write(diff); }

std::string to_json(const ModelDiff& diff, const DiffReportOptions& options) {
  Tree tree = tree_map();
  Tree steps = tree_list();
  for (const DiffStep& step : diff.steps) steps.push(tree_of_step(step, options));
  tree.add("steps", std::move(steps));
  Tree changes = tree_list();
  for (const DiffChange& change : diff.changes) {
    Tree& one = changes.push(tree_map());
    one.add("table", text_or_none(change.table));
    one.add("entity", text_or_none(change.entity));
    one.add("what", tree_text(printable(change.what)));
    one.add("safety", tree_text(to_text(change.safety)));
    one.add("why", text_or_none(change.why));
    one.add("cure", text_or_none(change.cure));
  }
  tree.add("changes", std::move(changes));
  tree.add("notes", list_of_texts(diff.notes));
  tree.add("scan_read_units", number_or_none(diff.scan_read_units));
  for (const Safety safety : {Safety::Safe, Safety::Careful, Safety::Unsafe})
    tree.add(std::string(to_text(safety)), tree_number(static_cast<std::int64_t>(diff.count(safety))));
  return documents::to_json(tree);
}

}  // namespace partita::modelling::diff
