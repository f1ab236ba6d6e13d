// A branch and bound over the decisions about reads that span entities (rewrite.h)
// 1. The first leaf takes the first allowed way of each decision, so that a proposal exists when the time ends.
// 2. A node decides the first decisions. Its bound is the cost of the questions without the open decisions, and the
//    least that these add (least_of_open).
// 3. The node with the best bound is expanded next. The first descent goes straight down to a leaf.
// 4. A leaf, in which all ways are decided, is searched (search.h). A node whose bound is not better than the best leaf
//    is closed.
// 5. try_each_other_way() changes one decision of the best leaf at a time, for the costs of the other ways in the
//    report.
// 6. The result has the best leaf, the best design of each other leaf, and the least bound of the nodes that are left.
#include "modelling/design/search/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <optional>

#include "base/contains.h"
#include "documents/node.h"
#include "modelling/design/keys/longer_identities.h"
#include "modelling/design/questions/fields.h"
#include "modelling/design/read/check_writes.h"

namespace partita::modelling::design {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kEqual = 1e-6;     // dollars; of two designs that cost the same
constexpr double kNoDesign = 1e30;  // dollars; of no design
constexpr double kLeastTime = 0.1;  // seconds, of one search

// Fewer unserved reads come first, then a lower cost, then fewer requests.
struct Value {
  std::size_t unserved = 0;
  double usd = 0;
  int requests = 0;

  bool is_better(const Value& other) const {
    if (unserved != other.unserved) return unserved < other.unserved;
    if (usd < other.usd - kEqual || usd > other.usd + kEqual) return usd < other.usd;
    return requests < other.requests;
  }
};
constexpr Value kNothing{.unserved = std::numeric_limits<std::size_t>::max(), .usd = kNoDesign};

class AnswerSearch {
 public:
  AnswerSearch(const Questions& questions, std::vector<Decision> decisions, const PriceList& prices,
               const SearchOptions& options, SearchMemory& memory)
      : questions_(questions),
        decisions_(std::move(decisions)),
        prices_(prices),
        options_(options),
        memory_(memory),
        end_(Clock::now() +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.seconds))) {}

  expected<Answers, std::string> run() {
    Ways first(decisions_.size(), kOpen);
    if (!find_allowed(first, 0)) return unexpected(why_not_allowed());
    // A proposal must be there if the time ends, so the first search may take half of it.
    search_leaf(first, options_.designs, options_.seconds / 2);
    open_.push_back({.ways = Ways(decisions_.size(), kOpen), .depth = 0, .bound = {}});
    while (!open_.empty() && seconds_left() > 0) {
      const auto next = std::min_element(open_.begin(), open_.end(), [&](const Node& a, const Node& b) {
        // The first way down goes straight to all decisions, so that there is something good to compare with.
        if (!has_dived_ && a.depth != b.depth) return a.depth > b.depth;
        return a.bound.is_better(b.bound) || (!b.bound.is_better(a.bound) && a.depth > b.depth);
      });
      const Node node = *next;
      open_.erase(next);
      if (!node.bound.is_better(best_value())) {
        closed_.push_back(node);
        continue;
      }
      expand(node);
    }
    if (leaves_.empty()) return unexpected(error_);
    try_each_other_way();
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

  Value best_value() const { return leaves_.empty() ? kNothing : leaves_[best_].value; }

  // Of each decision the way that needs the fewest things to be there, as far as its read may take so many requests.
  bool find_allowed(Ways& ways, std::size_t depth) const {
    if (depth == ways.size()) return true;
    for (const WayPosition way : positions_of(decisions_[depth].ways)) {
      ways[depth] = way;
      if (is_allowed(questions_, decisions_, ways) && find_allowed(ways, depth + 1)) return true;
    }
    ways[depth] = kOpen;
    return false;
  }

  // The read that cannot have all its fields by the requests that it may take.
  std::string why_not_allowed() const {
    for (const Decision& decision : decisions_) {
      const Pattern& read = at(questions_.patterns, decision.pattern);
      std::vector<Decision> of_read;
      for (const Decision& one : decisions_)
        if (one.pattern == decision.pattern) of_read.push_back(one);
      if (AnswerSearch(questions_, of_read, prices_, options_, memory_).is_possible()) continue;
      return located(read.place, fmt::format("the pattern \"{}\" may take {} requests, and more are needed for what it "
                                             "wants of other entities: allow more (requests), or leave requests out",
                                             read.name, requests_of(questions_, decision.pattern)));
    }
    return "a read may take fewer requests than it needs";
  }
  bool is_possible() const {
    Ways ways(decisions_.size(), kOpen);
    return find_allowed(ways, 0);
  }

  // The cost above which a way is not wanted.
  double enough() const {
    return !leaves_.empty() && best_value().unserved == 0 ? best_value().usd : std::numeric_limits<double>::infinity();
  }

  // Searches with all ways decided. A way that is not possible is noted, and has no design. Ways of which it is proven
  // that they cost more than `enough` have a bound in place of a design.
  void search_leaf(const Ways& ways, int designs, double seconds,
                   double enough = std::numeric_limits<double>::infinity()) {
    Leaf leaf{.ways = ways, .questions = rewritten(questions_, decisions_, ways), .found = {}, .value = {}};
    SearchOptions options = options_;
    options.designs = designs;
    options.seconds = std::max(kLeastTime, seconds);
    options.enough = enough;
    auto found = search(leaf.questions, prices_, options, &memory_);
    if (!found) return note_error(found.error());
    leaf.found = std::move(*found);
    if (leaf.found.ended_early && !leaf.found.timed_out && leaf.found.bound > enough) {
      closed_.push_back({ways, ways.size(), {.unserved = leaf.found.unserved.size(), .usd = leaf.found.bound}});
      dearer_.push_back(ways);
      return;
    }
    const bool has_design = !leaf.found.designs.empty();
    leaf.value = {.unserved = leaf.found.unserved.size() + (has_design ? 0 : 1),
                  .usd = has_design ? leaf.found.designs[0].usd : kNoDesign,
                  .requests = requests_of_ways(questions_, decisions_, ways)};
    // Designs that the search did not reach may be cheaper.
    if (leaf.found.timed_out)
      closed_.push_back({ways, ways.size(), {.unserved = leaf.value.unserved, .usd = leaf.found.bound}});
    const bool is_better = leaf.value.is_better(best_value());
    leaves_.push_back(std::move(leaf));
    if (is_better) best_ = leaves_.size() - 1;
  }

  void note_error(const std::string& error) {
    if (error_.empty()) error_ = error;
    const std::string note = fmt::format("Some ways to answer reads that span entities are left out: {}.", error);
    if (!contains(notes_, note)) notes_.push_back(note);
  }

  bool is_searched(const Ways& ways) const {
    return std::any_of(leaves_.begin(), leaves_.end(), [&](const Leaf& one) { return one.ways == ways; });
  }

  void expand(const Node& node) {
    for (const WayPosition way : positions_of(decisions_[node.depth].ways)) {
      Node child{.ways = node.ways, .depth = node.depth + 1, .bound = node.bound};
      child.ways[node.depth] = way;
      if (!is_allowed(questions_, decisions_, child.ways)) continue;
      if (child.depth == decisions_.size()) {
        has_dived_ = true;
        if (!is_searched(child.ways)) search_leaf(child.ways, 1, seconds_left(), enough());
        continue;
      }
      SearchOptions options = options_;
      options.designs = 1;
      options.seconds = std::max(kLeastTime, seconds_left());
      const auto found = search(rewritten(questions_, decisions_, child.ways), prices_, options, &memory_);
      if (!found) {
        note_error(found.error());
        continue;
      }
      child.bound = {.unserved = found->unserved.size(), .usd = found->bound + least_of_open(child)};
      open_.push_back(std::move(child));
    }
  }

  // Each other way with all else as in the best design, so that the report has its cost and not only a bound. If there
  // are many ways to divide a read, a bound must do for those that cost more.
  void try_each_other_way() {
    constexpr int kMostTries = 60;
    constexpr std::size_t kFew = 3;
    int tries = 0;
    const Ways best = leaves_[best_].ways;
    for (std::size_t i = 0; i < decisions_.size(); ++i)
      for (const WayPosition way : positions_of(decisions_[i].ways)) {
        Ways other = best;
        other[i] = way;
        if (!is_allowed(questions_, decisions_, other) || is_searched(other)) continue;
        const bool has_few = decisions_[i].ways.size() <= kFew;
        if (!has_few && base::contains(dearer_, other)) continue;
        if (seconds_left() < kLeastTime || tries++ == kMostTries) return;
        // The tree has a bound for these ways already. This bound counts again if the time ends now.
        const std::size_t closed = closed_.size();
        const std::size_t dearer = dearer_.size();
        search_leaf(other, 1, seconds_left(), has_few ? std::numeric_limits<double>::infinity() : enough());
        if (dearer_.size() == dearer) closed_.resize(closed);
      }
  }

  // The least addition of the open decisions to the cost. Copies of the same items are written once for all reads that
  // want them.
  double least_of_open(const Node& node) const {
    struct Group {
      double requests = 0;
      std::optional<double> copy = {};
    };
    std::map<std::pair<std::string, std::string>, Group> groups;
    for (std::size_t i = 0; i < decisions_.size(); ++i) {
      const Decision& decision = decisions_[i];
      if (decision.companion == kNone) continue;
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

  // The least cost of a design that was found in which the decision takes the way; or a bound, if no design was found.
  OtherWay cost_of(std::size_t decision, WayPosition way) const {
    OtherWay out{.how = text_of(questions_, decisions_[decision], at(decisions_[decision].ways, way)), .usd = -1};
    const auto consider = [&](const Ways& ways, double usd, bool is_exact) {
      if (ways[decision] != way && ways[decision] != kOpen) return;
      if (out.usd >= 0 && out.usd <= usd + kEqual) return;
      out.usd = usd;
      out.is_exact = is_exact;
    };
    for (const Leaf& leaf : leaves_)
      if (leaf.value.unserved <= leaves_[best_].value.unserved) consider(leaf.ways, leaf.value.usd, true);
    if (out.usd >= 0) return out;
    for (const auto* nodes : {&open_, &closed_})
      for (const Node& node : *nodes)
        if (node.bound.unserved <= leaves_[best_].value.unserved) consider(node.ways, node.bound.usd, false);
    return out;
  }

  Answers result() {
    Answers out;
    for (std::size_t i = 0; i < decisions_.size(); ++i) {
      const WayPosition chosen = leaves_[best_].ways[i];
      Answered one{.pattern = at(questions_.patterns, decisions_[i].pattern).name,
                   .how = text_of(questions_, decisions_[i], at(decisions_[i].ways, chosen))};
      for (const WayPosition way : positions_of(decisions_[i].ways))
        if (OtherWay other = way == chosen ? OtherWay{} : cost_of(i, way); !other.how.empty() && other.usd >= 0)
          one.others.push_back(std::move(other));
      out.ways.push_back(std::move(one));
    }
    // The next best designs of the best ways, which were only searched for with the first ones.
    if (best_ != 0 && options_.designs > 1 && seconds_left() > kLeastTime) {
      SearchOptions options = options_;
      options.seconds = seconds_left();
      if (auto again = search(leaves_[best_].questions, prices_, options, &memory_);
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
    for (const std::string& note : notes_) out.found.notes.push_back(note);
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
  SearchMemory& memory_;
  const Clock::time_point end_;
  std::vector<Leaf> leaves_;
  std::size_t best_ = 0;
  bool has_dived_ = false;
  std::string error_;  // of the first search that failed
  std::vector<std::string> notes_;
  std::vector<Node> open_, closed_;
  std::vector<Ways> dearer_;  // all of which a bound says that they cost more than the best ones
};

expected<Answers, std::string> answer_as_asked(const Questions& questions, const PriceList& prices,
                                               const SearchOptions& options, SearchMemory& memory) {
  auto decisions = decisions_of(questions);
  if (!decisions) return unexpected(decisions.error().message);
  if (!decisions->empty()) return AnswerSearch(questions, std::move(*decisions), prices, options, memory).run();
  Answers out{.questions = rewritten(questions, {}, {}), .found = {}, .ways = {}};
  auto found = search(out.questions, prices, options, &memory);
  if (!found) return unexpected(found.error());
  out.found = std::move(*found);
  return out;
}

}  // namespace

expected<Answers, std::string> answer(const Questions& questions, const PriceList& prices, const SearchOptions& options,
                                      SearchMemory* of_caller) {
  if (const auto checked = check_writes(questions); !checked) return unexpected(checked.error());
  SearchMemory own;
  Questions asked = questions;
  asked.longer_keys = true;
  auto out = answer_as_asked(asked, prices, options, of_caller ? *of_caller : own);
  if (!out || out->found.designs.empty()) return out;
  const Choice& choice = out->found.designs[0].choice;
  for (std::size_t i = 0; i < choice.primary.size(); ++i)
    if (std::string note = note_of_longer_key(out->questions.subjects[i], choice.primary[i]); !note.empty())
      out->found.notes.push_back(std::move(note));
  return out;
}

}  // namespace partita::modelling::design
