#include "modelling/design/answer.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>

#include "modelling/design/fields.h"
#include "modelling/design/report.h"

namespace partita::modelling::design {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kEqual = 1e-6;     // dollars; of two designs that cost the same
constexpr double kNoDesign = 1e30;  // dollars; of no design
constexpr double kLeastTime = 0.1;  // seconds, of one search

// Fewer unserved reads come first, then a lower cost.
struct Value {
  std::size_t unserved = 0;
  double usd = 0;

  bool is_better(const Value& other) const {
    return unserved != other.unserved ? unserved < other.unserved : usd < other.usd - kEqual;
  }
};

class AnswerSearch {
 public:
  AnswerSearch(const Questions& questions, std::vector<Decision> decisions, const PriceList& prices,
               const SearchOptions& options)
      : questions_(questions),
        decisions_(std::move(decisions)),
        prices_(prices),
        options_(options),
        end_(Clock::now() +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.seconds))) {}

  expected<Answers, std::string> run() {
    const Ways first = first_ways();
    // A proposal must be there if the time ends, so the first search may take half of it.
    const auto found = search_leaf(first, options_.designs, options_.seconds / 2);
    if (!found) return unexpected(found.error());
    open_.push_back({.ways = Ways(decisions_.size(), kOpen)});
    while (!open_.empty() && seconds_left() > 0) {
      const auto next = std::min_element(open_.begin(), open_.end(), [](const Node& a, const Node& b) {
        return a.bound.is_better(b.bound) || (!b.bound.is_better(a.bound) && a.depth > b.depth);
      });
      const Node node = *next;
      open_.erase(next);
      if (!node.bound.is_better(leaves_[best_].value)) {
        closed_.push_back(node);
        continue;
      }
      expand(node);
    }
    return result();
  }

 private:
  struct Node {
    Ways ways = {};
    std::size_t depth = 0;
    Value bound = {};
  };
  struct Leaf {
    Ways ways = {};
    Questions questions = {};
    SearchResult found = {};
    Value value = {};
  };

  double seconds_left() const { return std::chrono::duration<double>(end_ - Clock::now()).count(); }

  // Of each decision the way that needs the fewest things to be there, as far as its read may take so many requests.
  Ways first_ways() const {
    Ways out(decisions_.size(), kOpen);
    for (std::size_t i = 0; i < decisions_.size(); ++i) do
        ++out[i];
      while (!is_allowed(questions_, decisions_, out) && out[i] + 1 < static_cast<int>(decisions_[i].ways.size()));
    return out;
  }

  // Searches with all ways decided. Returns the value, or the error of the search.
  expected<Value, std::string> search_leaf(const Ways& ways, int designs, double seconds) {
    Leaf leaf{.ways = ways, .questions = rewritten(questions_, decisions_, ways)};
    SearchOptions options = options_;
    options.designs = designs;
    options.seconds = std::max(kLeastTime, seconds);
    auto found = search(leaf.questions, prices_, options);
    if (!found) return unexpected(found.error());
    leaf.found = std::move(*found);
    const bool has_design = !leaf.found.designs.empty();
    leaf.value = {.unserved = leaf.found.unserved.size() + (has_design ? 0 : 1),
                  .usd = has_design ? leaf.found.designs[0].usd : kNoDesign};
    const Value value = leaf.value;
    // What the search did not look at may be cheaper.
    if (leaf.found.timed_out) closed_.push_back({ways, ways.size(), {leaf.value.unserved, leaf.found.bound}});
    leaves_.push_back(std::move(leaf));
    if (value.is_better(leaves_[best_].value)) best_ = leaves_.size() - 1;
    return value;
  }

  bool is_searched(const Ways& ways) const {
    return std::any_of(leaves_.begin(), leaves_.end(), [&](const Leaf& one) { return one.ways == ways; });
  }

  void expand(const Node& node) {
    for (int way = 0; way < static_cast<int>(decisions_[node.depth].ways.size()); ++way) {
      Node child{.ways = node.ways, .depth = node.depth + 1, .bound = node.bound};
      child.ways[node.depth] = way;
      if (!is_allowed(questions_, decisions_, child.ways)) continue;
      if (child.depth == decisions_.size()) {
        // A search that fails has no design to offer, so there is nothing to compare.
        if (!is_searched(child.ways)) (void)search_leaf(child.ways, 1, seconds_left());
        continue;
      }
      SearchOptions options = options_;
      options.designs = 1;
      options.seconds = std::max(kLeastTime, seconds_left());
      const auto found = search(rewritten(questions_, decisions_, child.ways), prices_, options);
      if (!found) continue;
      child.bound = {.unserved = found->unserved.size(), .usd = found->bound + least_of_open(child)};
      open_.push_back(std::move(child));
    }
  }

  // What the open decisions add at least. Copies of the same items are written once for all reads that want them.
  double least_of_open(const Node& node) const {
    struct Group {
      double requests = 0;
      std::optional<double> copy = {};
    };
    std::map<std::pair<std::string, std::string>, Group> groups;
    for (std::size_t i = 0; i < decisions_.size(); ++i) {
      const Decision& decision = decisions_[i];
      if (decision.companion < 0) continue;
      const Companion& companion = at(at(questions_.with, decision.pattern), decision.companion);
      Group& group = groups[{at(questions_.patterns, decision.pattern).entities[0],
                             companion.entity + "." + joined(companion.by, ".")}];
      const auto add_copy = [&](double usd) { group.copy = std::min(group.copy.value_or(usd), usd); };
      if (node.ways[i] != kOpen) {
        if (at(decision.ways, node.ways[i]).kind == Way::Kind::Copy) add_copy(0);
        continue;
      }
      double least = -1;
      for (const Way& way : decision.ways) {
        const double usd = least_usd(questions_, decision, way, prices_);
        if (way.kind == Way::Kind::Copy)
          add_copy(usd);
        else
          least = least < 0 ? usd : std::min(least, usd);
      }
      // Without another way the copy is certain.
      group.requests += least < 0 ? group.copy.value_or(0) : least;
    }
    double out = 0;
    for (const auto& [key, group] : groups) out += std::min(group.requests, group.copy.value_or(group.requests));
    return out;
  }

  // The least cost of a design in which the decision takes the way, as far as the search knows.
  OtherWay cost_of(std::size_t decision, int way) const {
    OtherWay out{.how = text_of(questions_, decisions_[decision], at(decisions_[decision].ways, way)), .usd = -1};
    const auto consider = [&](const Ways& ways, double usd, bool is_exact) {
      if (ways[decision] != way && ways[decision] != kOpen) return;
      if (out.usd >= 0 && out.usd <= usd + kEqual) return;
      out.usd = usd;
      out.is_exact = is_exact;
    };
    for (const Leaf& leaf : leaves_)
      if (leaf.value.unserved <= leaves_[best_].value.unserved) consider(leaf.ways, leaf.value.usd, true);
    for (const auto* nodes : {&open_, &closed_})
      for (const Node& node : *nodes)
        if (node.bound.unserved <= leaves_[best_].value.unserved) consider(node.ways, node.bound.usd, false);
    return out;
  }

  Answers result() {
    Answers out;
    for (std::size_t i = 0; i < decisions_.size(); ++i) {
      const int chosen = leaves_[best_].ways[i];
      Answered one{.pattern = at(questions_.patterns, decisions_[i].pattern).name,
                   .how = text_of(questions_, decisions_[i], at(decisions_[i].ways, chosen))};
      for (int way = 0; way < static_cast<int>(decisions_[i].ways.size()); ++way)
        if (OtherWay other = way == chosen ? OtherWay{} : cost_of(i, way); !other.how.empty() && other.usd >= 0)
          one.others.push_back(std::move(other));
      out.ways.push_back(std::move(one));
    }
    // The next best designs of the best ways, which were only searched for with the first ones.
    if (best_ != 0 && options_.designs > 1 && seconds_left() > kLeastTime) {
      SearchOptions options = options_;
      options.seconds = seconds_left();
      if (auto again = search(leaves_[best_].questions, prices_, options);
          again && !again->designs.empty() && again->designs[0].usd <= leaves_[best_].value.usd + kEqual)
        leaves_[best_].found = std::move(*again);
    }
    out.questions = leaves_[best_].questions;
    out.found = std::move(leaves_[best_].found);
    Value bound{.unserved = leaves_[best_].value.unserved, .usd = out.found.bound};
    for (const auto* nodes : {&open_, &closed_})
      for (const Node& node : *nodes)
        if (node.bound.unserved <= bound.unserved) bound.usd = std::min(bound.usd, node.bound.usd);
    out.found.timed_out = out.found.timed_out || !open_.empty();
    out.found.bound = bound.usd;
    for (Leaf& leaf : leaves_) {
      if (leaf.found.designs.empty() || leaf.value.unserved > leaves_[best_].value.unserved) continue;
      out.found.designs.push_back(std::move(leaf.found.designs[0]));
    }
    if (out.found.designs.size() > 1)
      std::stable_sort(out.found.designs.begin() + 1, out.found.designs.end(),
                       [](const Design& a, const Design& b) { return a.usd < b.usd; });
    if (out.found.designs.size() > static_cast<std::size_t>(options_.designs))
      out.found.designs.resize(static_cast<std::size_t>(options_.designs));
    return out;
  }

  const Questions& questions_;
  const std::vector<Decision> decisions_;
  const PriceList& prices_;
  const SearchOptions& options_;
  const Clock::time_point end_;
  std::vector<Leaf> leaves_;
  std::size_t best_ = 0;
  std::vector<Node> open_, closed_;
};

}  // namespace

expected<Answers, std::string> answer(const Questions& questions, const PriceList& prices,
                                      const SearchOptions& options) {
  auto decisions = decisions_of(questions);
  if (!decisions) return unexpected(decisions.error().message);
  if (!decisions->empty()) return AnswerSearch(questions, std::move(*decisions), prices, options).run();
  auto found = search(questions, prices, options);
  if (!found) return unexpected(found.error());
  return Answers{.questions = questions, .found = std::move(*found), .ways = {}};
}

}  // namespace partita::modelling::design
