// How a search goes
// 1. search_layout() searches each layout of tables that the questions allow.
// 2. join() makes one result of theirs: the designs that serve the most reads are the first ones, and the cheapest one
// of
//    them is the best.
// 3. If no design serves all reads, the search is done again with keys that programs in C++ cannot have.
#include "modelling/design/search/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>

#include "base/contains.h"
#include "modelling/design/candidates/tables.h"
#include "modelling/design/search/layout_search.h"
#include "value/limits.h"

namespace partita::modelling::design {
namespace {

using Clock = std::chrono::steady_clock;

// The ways in which the reads are served, without the table's form.
std::string ways_of(const Design& design) {
  std::string out;
  for (const Served& served : design.reads) out += served.way + "\n";
  return out;
}

// The results of the layouts as one. A layout that leaves more reads unserved than another one has no better design,
// however cheap it is, so its bound counts only if the time ended before all of its designs were known.
void join(SearchResult& all, std::vector<SearchResult> layouts) {
  const SearchResult* served = nullptr;  // that leaves the fewest reads unserved
  for (const SearchResult& one : layouts)
    if (!one.designs.empty() && (!served || one.unserved.size() < served->unserved.size())) served = &one;
  if (served) all.unserved = served->unserved;
  const auto fewest = std::min_element(layouts.begin(), layouts.end(), [](const auto& a, const auto& b) {
    return a.unserved.size() < b.unserved.size();
  });
  if (!served) all.unserved = fewest->unserved;
  std::optional<double> bound;
  for (const SearchResult& one : layouts)
    if (!served || one.timed_out || one.ended_early ||
        (!one.designs.empty() && one.unserved.size() == served->unserved.size()))
      bound = std::min(bound.value_or(one.bound), one.bound);
  all.bound = bound.value_or(0);
  for (SearchResult& one : layouts) {
    all.timed_out = all.timed_out || one.timed_out;
    all.ended_early = all.ended_early || one.ended_early;
    all.candidates += one.candidates;
    all.priced += one.priced;
    for (std::string& note : one.notes)
      if (!base::contains(all.notes, note)) all.notes.push_back(std::move(note));
    for (Design& design : one.designs) all.designs.push_back(std::move(design));
  }
}

expected<SearchResult, std::string> search_keys(const Questions& questions, const PriceList& prices,
                                                const SearchOptions& options, SearchMemory* memory) {
  const auto end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.seconds));
  for (const Subject& subject : questions.subjects)
    if (subject.entity.size_bytes.value_or(0) > limits::kItemSizeBytes)
      return unexpected(fmt::format(
          "an item of {} has {:.0f} bytes, and an item has at most 400 KB: divide it into several items, or keep its "
          "large part elsewhere",
          subject.entity.name, *subject.entity.size_bytes));
  SearchResult out;
  out.notes = questions.notes;
  for (const KeyAdvice& advice : questions.advice)
    if (advice.is_served) out.notes.push_back(advice.text);
  std::vector<Layout> layouts = {questions.layout};
  if (questions.layout == Layout::Any) layouts = {Layout::Several, Layout::One};
  // One layout may allow questions that another one refuses.
  std::string error;
  std::vector<SearchResult> results;
  for (const Layout layout : layouts) {
    // The first of two layouts leaves the other one half of the time.
    const auto half = Clock::now() + (end - Clock::now()) / 2;
    // A layout that only costs more than another one is of interest for the next best designs alone.
    double enough = options.enough;
    for (const SearchResult& one : results)
      if (options.designs == 1 && !one.designs.empty() && one.unserved.empty())
        enough = std::min(enough, one.designs[0].usd);
    auto found =
        search_layout(questions, prices, layout, options, layout == layouts.back() ? end : half, *memory, enough);
    if (found)
      results.push_back(std::move(*found));
    else if (error.empty())
      error = found.error();
  }
  if (results.empty()) {
    if (questions.layout != Layout::One || tables_of(questions, Layout::Several).size() < 2) return unexpected(error);
    const auto several = search_layout(questions, prices, Layout::Several, options, end, *memory,
                                       std::numeric_limits<double>::infinity());
    if (!several || several->designs.empty()) return unexpected(error);
    if (error.ends_with('.')) error.pop_back();
    return unexpected(error + ". There is a design if entities may have tables of their own: say tables: any");
  }
  join(out, std::move(results));
  std::stable_sort(out.designs.begin(), out.designs.end(), [](const Design& a, const Design& b) {
    return a.reads.size() != b.reads.size() ? a.reads.size() > b.reads.size() : a.usd < b.usd;
  });
  // A layout that can only be dearer need not be searched to its end.
  out.timed_out = out.timed_out && (out.designs.empty() || out.designs[0].usd > out.bound + kMostPenalties);
  if (out.timed_out && !out.unserved.empty())
    out.notes.push_back(
        "The time ran out, so it is not known whether another design serves the reads that this one does not. Give the "
        "search more time (--seconds).");
  std::vector<std::string> ways;
  std::erase_if(out.designs, [&](const Design& design) {
    const std::string way = ways_of(design);
    if (base::contains(ways, way)) return true;
    ways.push_back(way);
    return false;
  });
  if (out.designs.size() > static_cast<std::size_t>(options.designs))
    out.designs.resize(static_cast<std::size_t>(options.designs));
  return out;
}

}  // namespace

expected<SearchResult, std::string> search(const Questions& questions, const PriceList& prices,
                                           const SearchOptions& options, SearchMemory* memory) {
  SearchMemory own_memory;
  if (!memory) memory = &own_memory;
  auto found = search_keys(questions, prices, options, memory);
  if (questions.keys_beyond_cpp || (found && (found->unserved.empty() || found->timed_out))) return found;
  Questions wider = questions;
  wider.keys_beyond_cpp = true;
  auto more = search_keys(wider, prices, options, memory);
  if (!more || (found && more->unserved.size() >= found->unserved.size())) return found;
  more->notes.emplace_back(
      "Some reads are served only by a key of several attributes, one of which is a text of several fields. Programs "
      "in "
      "C++ cannot have such a key, so the header lacks it and these reads, and its writes do not keep it.");
  return more;
}

}  // namespace partita::modelling::design
