// How a search goes, for each layout of tables
// 1. options_of() proposes the candidates: primary keys, index entries and paths of reads, each priced by itself.
// 2. Plan makes an integer program of them, and the solver finds the cheapest selection.
// 3. design_of() makes a whole model of the selection, proves it, and takes its bill.
// 4. If the bill is above the sum of the parts, charge() adds the difference to the program as a surcharge.
// 5. A design that the proof or lint refuses is forbidden: judge() lets Lessons forbid the candidates that have the
//    finding by themselves, and cuts off the combination otherwise. If an index is hot, more shards are needed, and the
//    search begins again at 1.
// 6. Steps 2 to 5 go on until no solution of the program is cheaper than the best design. The program's costs are never
//    above the bill, so that design is the cheapest one of the candidates.
// 7. require_another() excludes the ways of this design, and steps 2 to 6 find the next best ones.
#include "modelling/design/search/layout_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "documents/node.h"
#include "modelling/design/candidates/tables.h"
#include "modelling/design/program/plan.h"
#include "modelling/design/questions/copies.h"
#include "modelling/design/questions/fields.h"
#include "modelling/design/search/examine.h"
#include "modelling/design/search/explain.h"
#include "modelling/design/search/extend_check.h"
#include "modelling/design/search/lessons.h"
#include "modelling/design/search/surcharges.h"

namespace partita::modelling::design {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kSmall = 1e-9;         // dollars; a difference that is only rounding
constexpr double kSame = 1e-6;          // dollars; of two designs that cost the same
constexpr int kMostCuts = 60;           // designs with findings, before one is shown with them
constexpr int kMostShards = 99;         // that an index can have
constexpr int kLeastShards = 4;         // that lint takes for an answer (P170)
constexpr int kMostSolutions = 400;     // for one design
constexpr int kMostNextSolutions = 40;  // for a next best one

// The search with the tables of one layout.
class LayoutSearch {
 public:
  LayoutSearch(const Questions& questions, const PriceList& prices, Layout layout, const SearchOptions& options,
               Clock::time_point end, SearchMemory& memory, double enough)
      : questions_(questions),
        layout_(layout),
        search_(options),
        end_(end),
        enough_(enough),
        appraiser_(questions, tables_of(questions, layout), prices, &memory.prices),
        solver_(memory.solver) {}

  expected<SearchResult, std::string> run() {
    // A design that needs shards changes the candidates, so the search begins again.
    for (;;) {
      options_ = options_of(appraiser_, needs_, end_);
      if (!options_.impossible.empty()) {
        const auto& [subject, why] = options_.impossible[0];
        return unexpected(why.empty() ? fmt::format("the entity {} can have no primary key, because no field of its "
                                                    "identity can be in a key",
                                                    at(questions_.subjects, subject).entity.name)
                                      : why);
      }
      plan_.emplace(questions_, appraiser_.tables(), options_);
      lessons_.emplace(appraiser_, options_, *plan_);
      surcharges_.emplace(appraiser_, options_, *plan_);
      can_share_.clear();
      out_ = {};
      const auto done = find_designs();
      if (!done) return unexpected(done.error());
      if (*done) break;
    }
    if (!options_.is_complete) {
      out_.bound = 0;
      out_.timed_out = true;
      out_.notes.push_back("The time ran out before all candidates were priced, so a cheaper design may be unknown.");
    }
    if (out_.designs.empty() && !first_cut_.empty())
      out_.notes.push_back(fmt::format("What the first design was refused for: {}.", first_cut_));
    out_.candidates = options_.size();
    out_.priced = appraiser_.priced();
    return std::move(out_);
  }

 private:
  struct Found {
    Selection selection = {};
    Design design = {};
    double total = 0;  // the cost with the penalties of the program (plan.h)
  };

  double seconds_left() const { return std::max(0.05, std::chrono::duration<double>(end_ - Clock::now()).count()); }

  // False: shards are needed, so the search must begin again.
  expected<bool, std::string> find_designs() {
    for (int i = 0; i < search_.designs; ++i) {
      std::optional<Found> best;
      const auto done = find_best(best, i == 0 ? kMostSolutions : kMostNextSolutions, i == 0);
      if (!done) return unexpected(done.error());
      if (!*done) return false;
      if (!best) break;
      explain(questions_, options_, best->selection, loads_, best->design);
      const Priced exact = exact_price(best->design);
      for (Served& served : best->design.reads) served.usd = exact.reads.at(served.pattern).usd;
      if (i == 0) out_.unserved = unserved_of(best->selection);
      plan_->require_another(best->selection);
      out_.designs.push_back(std::move(best->design));
    }
    return true;
  }

  // Whether some reads have no candidate, so that no design serves all reads, as the best known one does.
  bool leaves_some_unserved() {
    ListBy<Pattern, bool> has_path(questions_.patterns.size());
    for (const Path& path : options_.paths) has_path[path.pattern] = true;
    for (const PatternPosition i : positions_of(has_path))
      if (!has_path[i] && at(questions_.patterns, i).operation == PatternOperation::Read) out_.unserved.push_back(i);
    if (out_.unserved.empty()) return false;
    out_.bound = std::numeric_limits<double>::infinity();
    return out_.ended_early = true;
  }

  bool ends_early() { return out_.ended_early = out_.bound > enough_ + kMostPenalties; }

  PatternPositions unserved_of(const Selection& selection) const {
    PatternPositions out;
    for (const auto pattern : positions_of(questions_.patterns))
      if (is_unserved(selection, pattern)) out.push_back(pattern);
    return out;
  }

  bool is_unserved(const Selection& selection, PatternPosition pattern) const {
    return at(questions_.patterns, pattern).operation == PatternOperation::Read &&
           at(selection.paths, pattern) == kNone;
  }

  // Solves, prices the solution exactly, and tells the program the difference, until no other solution can be cheaper.
  expected<bool, std::string> find_best(std::optional<Found>& best, int most, bool is_first) {
    int cuts = 0;
    if (is_first && enough_ < std::numeric_limits<double>::infinity()) {
      if (leaves_some_unserved()) return true;
      const auto bound = relaxed_bound(plan_->program(), seconds_left());
      if (!bound) return unexpected(bound.error());
      out_.bound = *bound - plan_->most_beside();
      if (ends_early()) return true;
    }
    for (int i = 0; i < most; ++i) {
      const auto solution = solver_.solve(plan_->program(), seconds_left(), search_.most_nodes);
      if (!solution) return unexpected(solution.error());
      if (solution->state == Solution::State::TimeOut) out_.timed_out = out_.timed_out || is_first;
      if (solution->chosen.empty()) return true;
      Found found{.selection = plan_->selection_of(*solution)};
      // A solution that serves fewer reads is not a next best design, and no later solution serves more.
      if (!is_first && unserved_of(found.selection).size() > out_.unserved.size()) return true;
      const double beside = plan_->beside(found.selection);
      // A solution that is found when the time ends may serve fewer reads than the best design, which counts as a cost.
      if (is_first) out_.bound = solution->bound - (best ? std::min(beside, plan_->beside(best->selection)) : beside);
      if (best && solution->bound >= best->total - kSame) {
        if (is_first) out_.bound = std::min(out_.bound, best->design.usd);
        return true;
      }
      if (is_first && unserved_of(found.selection).empty() && ends_early()) return true;
      found.design = design_of(found.selection);
      found.total = found.design.usd + beside;
      // Which keys share an index depends on all of them, so the prices of the parts are not a bound here.
      const bool was_dearer = !found.design.shares_indexes && charge(found);
      if (!best || found.total < best->total - kSmall) {
        const auto judged = judge(found, cuts);
        if (judged == Judgement::Impossible) return unexpected(impossible_);
        if (judged == Judgement::NeedsShards) return false;
        if (judged == Judgement::Cut) continue;
        best = found;
        if (found.design.shares_indexes) {
          if (is_first)
            out_.notes.push_back(
                "A table would have more than 20 indexes, so keys of different entities share indexes. The bound is "
                "that "
                "of designs with an index for each key.");
          return true;
        }
      }
      if (!was_dearer) {
        if (is_first) out_.bound = std::min(out_.bound, best->design.usd);
        return true;
      }
      if (Clock::now() > end_) {
        if (is_first) out_.timed_out = true;
        return true;
      }
    }
    if (is_first) out_.timed_out = true;
    return true;
  }

  Design design_of(const Selection& selection) {
    Design out{.choice = plan_->choice_of(selection), .layout = layout_, .planned = selection.planned};
    std::vector<IndexChoice> shared = out.choice.indexes;
    const bool shares = share_indexes(questions_, appraiser_.tables(), shared);
    if (shares) {
      for (std::size_t i = 0; i < shared.size(); ++i)
        out.choice.indexes[i].can_share = shared[i].slot < 0 || can_share(selection, selection.indexes[i]);
      share_indexes(questions_, appraiser_.tables(), out.choice.indexes);
    }
    Extent extent = all_of(questions_);
    std::erase_if(extent.patterns, [&](PatternPosition pattern) { return is_unserved(selection, pattern); });
    Assembled assembled = assemble(questions_, appraiser_.tables(), out.choice, extent);
    out.model = std::move(assembled.model);
    out.index_names = std::move(assembled.index_names);
    out.proof = prove_with_copies(questions_, out.model, out.copies_left);
    out.usd = usd_on_demand(bill_of_model(out.proof, appraiser_.prices(), {}));
    if (shares) out.planned = out.usd;
    out.shares_indexes = shares;
    return out;
  }

  // Whether the proof lets the index share another one: its key is then one text, which is written as a whole.
  bool can_share(const Selection& selection, IndexPosition index) {
    const auto known = can_share_.find(index);
    if (known != can_share_.end()) return known->second;
    Choice alone = plan_->choice_of(selection);
    alone.indexes = {at(options_.indexes, index)};
    alone.indexes[0].slot = 0;
    alone.serving.assign(questions_.patterns.size(), kByAnIndex);
    return can_share_[index] = appraiser_.price(alone, alone.indexes[0].subjects).is_possible;
  }

  Priced exact_price(const Design& design) const {
    return priced_model(questions_, design.proof, bill_of_model(design.proof, appraiser_.prices(), {}),
                        design.index_names);
  }

  // Tells the program the costs of the parts together beyond their sum. Returns false if there is no difference.
  bool charge(Found& found) {
    bool any = false;
    double rest = found.design.usd - found.selection.planned;
    for (const auto subject : positions_of(questions_.subjects)) {
      const double more =
          appraiser_.keeping(found.design.choice, {subject}).usd - plan_->planned_of(found.selection, subject);
      rest -= more;
      if (more <= kSmall) continue;
      surcharges_->charge_subject(found.selection, subject, more);
      found.design.planned += more;
      any = true;
    }
    const Priced exact = exact_price(found.design);
    for (const auto pattern : positions_of(questions_.patterns)) {
      const PathPosition path = at(found.selection.paths, pattern);
      const auto read = exact.reads.find(pattern);
      if (path == kNone || read == exact.reads.end()) continue;
      const double more = read->second.usd - at(options_.paths, path).usd;
      rest -= more;
      if (more <= kSmall) continue;
      surcharges_->charge_read(found.selection, pattern, more);
      found.design.planned += more;
      any = true;
    }
    if (rest > kSame) {
      plan_->charge_all(found.selection, rest);
      found.design.planned += rest;
      any = true;
    }
    return any;
  }

  enum class Judgement : std::uint8_t { Good, Cut, NeedsShards, Impossible };

  // The proof and lint have the last word. A design that they refuse is cut off.
  Judgement judge(Found& found, int& cuts) {
    Design& design = found.design;
    if (!design.proof->refusals().empty()) {
      const Refusal& refusal = design.proof->refusals()[0];
      if (first_cut_.empty()) first_cut_ = refusal.particulars;
      cut(found, refusal.table, refusal.pattern, refusal.index);
      return Judgement::Cut;
    }
    design.findings = lint::run(*design.proof);
    if (questions_.existing) {
      const std::vector<std::string> changed = changed_plans(*questions_.existing->proof, *design.proof);
      if (!changed.empty()) {
        if (first_cut_.empty())
          first_cut_ = fmt::format("\"{}\" of the existing model would be read by another key", changed[0]);
        cut(found, {}, changed[0], {});
        return Judgement::Cut;
      }
      if (!known_findings_) known_findings_.emplace(*questions_.existing->proof);
      design.findings = known_findings_->new_ones(std::move(design.findings));
    }
    std::vector<lint::Finding> findings = design.findings;
    // A note may name something that is meant, and its cost is in the bill. If notes forbade designs, further reads
    // could make a design cheaper.
    std::erase_if(findings, [&](const lint::Finding& one) {
      return one.severity == lint::Severity::Note || unavoidable_.contains(place_of_finding(one));
    });
    if (findings.empty()) return Judgement::Good;
    bool more_shards = false;
    const std::vector<HotPlace> hot = hot_places(design.proof);
    for (const lint::Finding& finding : findings)
      if ((finding.rule == &lint::k_P170 || finding.rule == &lint::k_P171) && !finding.index.empty())
        more_shards = spread(design, finding, hot) || more_shards;
    if (more_shards) return Judgement::NeedsShards;
    const lint::Finding& finding = findings[0];
    const auto learned = lessons_->learn(finding, index_of(found, finding.index), found.selection);
    if (learned == Lessons::Outcome::Forbidden) return Judgement::Cut;
    if (learned == Lessons::Outcome::Unavoidable) {
      if (finding.severity == lint::Severity::Error) {
        impossible_ =
            located(finding.place, fmt::format("{} ({}). {}", finding.message, finding.rule->id, finding.cure));
        return Judgement::Impossible;
      }
      unavoidable_.insert(place_of_finding(finding));
      out_.notes.push_back(note_of(found, finding, hot) + ".");
      return judge(found, cuts);
    }
    if (first_cut_.empty()) first_cut_ = finding.message;
    if (cuts++ < kMostCuts) {
      cut(found, finding.table, finding.pattern, finding.index);
      return Judgement::Cut;
    }
    out_.notes.push_back(fmt::format("No design without a finding of lint was found: {}.", finding.message));
    return Judgement::Good;
  }

  // A sentence that says that all candidates have the finding of lint, or which change helps if it is of an index with
  // all its shards.
  std::string note_of(const Found& found, const lint::Finding& finding, const std::vector<HotPlace>& hot) const {
    const IndexPosition index = index_of(found, finding.index);
    const auto place = std::find_if(hot.begin(), hot.end(), [&](const HotPlace& one) {
      return one.table == finding.table && one.index == finding.index;
    });
    if (index == kNone || place == hot.end() || at(options_.indexes, index).form.shards < kMostShards)
      return fmt::format("No candidate is without this finding of lint: {}", finding.message);
    std::vector<std::string> reads;
    for (const auto i : positions_of(questions_.patterns))
      if (const PathPosition path = at(found.selection.paths, i);
          path != kNone && at(options_.paths, path).index == index)
        reads.push_back(at(questions_.patterns, i).name);
    return overload_of(*place, kMostShards, reads);
  }

  // The option of an index of the design, or kNone.
  static IndexPosition index_of(const Found& found, const std::string& name) {
    const auto& names = found.design.index_names;
    const auto named = std::find(names.begin(), names.end(), name);
    if (name.empty() || named == names.end()) return kNone;
    return at(found.selection.indexes, position_of(names, named));
  }

  // Demands more shards for the index. Returns false if that is not possible, or does not help.
  bool spread(const Design& design, const lint::Finding& finding, const std::vector<HotPlace>& hot) {
    const auto name = std::find(design.index_names.begin(), design.index_names.end(), finding.index);
    if (name == design.index_names.end()) return false;
    const IndexChoice& index = at(design.choice.indexes, position_of(design.index_names, name));
    if (index.subjects.size() > 1 || index.form.local || !index.existing.empty()) return false;
    double use = 0;
    std::string load = "Few values of the partition key are in use at a time.";
    for (const HotPlace& place : hot)
      if (place.table == finding.table && place.index == finding.index && place.use > use) {
        use = place.use;
        load = place.load;
      }
    const std::string key = shard_need_of(questions_, index.subjects[0], index.form);
    // The key with shards is a candidate too, so the one without is left to the lessons.
    if (index.form.shards == 1 && needs_.contains(key)) return false;
    // More shards do not help against reads, each of which asks all of them.
    if (attempts_[key]++ > 3) return false;
    const int wanted = std::max(kLeastShards, static_cast<int>(std::ceil(index.form.shards * use / 0.7)));
    if (wanted <= index.form.shards || index.form.shards >= kMostShards) return false;
    needs_[key] = std::min(wanted, kMostShards);
    loads_.emplace(key, load);
    return true;
  }

  void cut(const Found& found, const std::string& table, const std::string& pattern, const std::string& index) {
    SubjectPositions subjects;
    std::vector<IndexPosition> indexes;
    PatternPositions patterns;
    for (const auto i : positions_of(questions_.subjects)) {
      const Table* holds = found.design.model->table_of(at(questions_.subjects, i).entity.name);
      if (table.empty() || (holds && holds->name == table)) subjects.push_back(i);
    }
    // A finding of an index depends on the keys of the index's own entities.
    if (const IndexPosition named = index_of(found, index); named != kNone)
      subjects = at(options_.indexes, named).subjects;
    for (std::size_t i = 0; i < found.selection.indexes.size(); ++i) {
      const IndexChoice& one = at(options_.indexes, found.selection.indexes[i]);
      const bool is_named = index.empty() || found.design.index_names[i] == index;
      if (is_named && contains(subjects, one.subjects[0])) indexes.push_back(found.selection.indexes[i]);
    }
    for (const auto i : positions_of(questions_.patterns))
      if (at(questions_.patterns, i).name == pattern) patterns.push_back(i);
    plan_->forbid(found.selection, subjects, indexes, patterns);
  }

  const Questions& questions_;
  const Layout layout_;
  const SearchOptions& search_;
  const Clock::time_point end_;
  const double enough_;  // dollars a month; the search ends if all designs with all reads cost more
  Appraiser appraiser_;
  Options options_;
  std::optional<Plan> plan_;
  DividingSolver& solver_;
  std::optional<KnownFindings> known_findings_;  // of the existing model
  std::optional<Lessons> lessons_;
  std::optional<Surcharges> surcharges_;
  std::map<IndexPosition, bool> can_share_;
  std::set<std::string> unavoidable_;  // findings
  std::string impossible_;             // an error of lint that all designs have, with its place and its cure
  std::string first_cut_;              // why the first design that was cut off was
  ShardNeeds needs_;
  std::map<std::string, std::string> loads_;
  std::map<std::string, int> attempts_;
  SearchResult out_;
};

}  // namespace

expected<SearchResult, std::string> search_layout(const Questions& questions, const PriceList& prices, Layout layout,
                                                  const SearchOptions& options, Clock::time_point end,
                                                  SearchMemory& memory, double enough) {
  return LayoutSearch(questions, prices, layout, options, end, memory, enough).run();
}

}  // namespace partita::modelling::design
