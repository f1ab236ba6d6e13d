// Finds the cheapest design that answers all questions: an integer program over the candidates, whose solutions are
// priced exactly as finished models, proven, and examined by lint.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "modelling/cost/bill.h"
#include "modelling/design/keys/shapes.h"
#include "modelling/design/models/price_memory.h"
#include "modelling/design/program/dividing_solver.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::design {

struct SearchOptions {
  double seconds = 60;  // for the whole search
  int designs = 3;      // the best one and the next best ones
  int most_nodes = -1;  // that the solver may visit for one solution; -1: the time alone ends it
  // Dollars a month: the search ends without a design if it has proven that each one that serves all reads costs more.
  double enough = std::numeric_limits<double>::infinity();
};

// A way to serve a read that was a candidate. The prices are those of the parts by themselves.
struct Considered {
  std::string key = {};  // in words: "the primary key customerId, then orderId"
  bool by_index = false;
  bool chosen = false;
  double read_usd = 0;     // a month of the read
  double keeping_usd = 0;  // a month of the index: its writes and its storage; 0 for a primary key
  double total_usd() const { return read_usd + keeping_usd; }
};

// How a read is served.
struct Served {
  PatternPosition pattern = {};
  std::string name = {};  // of the pattern, because designs of other ways have other questions (answer.h)
  std::string table = {};
  std::string index = {};                   // its name in the model; empty: the primary key
  bool is_existing_index = false;           // it is one of the extended model, and no entry was added for the read
  std::string key = {};                     // in words, as in Considered
  std::string way = {};                     // designs whose reads have the same ways are the same to their callers
  std::string reason = {};                  // a sentence: why this key
  double usd = 0;                           // a month of the read, in the finished model
  PatternPositions shares_with = {};        // other reads that the same index serves
  std::vector<Considered> considered = {};  // the cheapest one first, with the chosen one
  int shards = 1;
  std::string load = {};  // the load that needs the shards, in a sentence; empty without shards
};

// A design that was proven, priced and examined.
struct Design {
  Choice choice = {};
  Layout layout = Layout::One;
  std::shared_ptr<const Model> model = {};
  std::shared_ptr<const Proof> proof = {};
  double usd = 0;      // a month, as `partita model cost` says if all tables are billed on demand
  double planned = 0;  // the cost by the integer program: the same, or there is a mistake
  // Each index of the choice: its name in the model, and its cost in a month without its reads.
  ListBy<ChosenIndex, std::string> index_names = {};
  ListBy<ChosenIndex, double> index_usd = {};
  std::vector<Served> reads = {};
  // A table would have more indexes than the service allows, so keys of different entities share indexes.
  bool shares_indexes = false;
  std::vector<std::string> copies_left = {};  // copies that the library does not keep, each in a sentence
  std::vector<lint::Finding> findings = {};   // notes, and findings that all candidates have (SearchResult::notes)
};

struct SearchResult {
  std::vector<Design> designs = {};  // the cheapest one first; those after it serve at least one read by another key
  PatternPositions unserved = {};    // reads that no key serves, or only at the cost of others
  double bound = 0;                  // no design of the candidates costs less
  bool timed_out = false;            // the bound may be below the cost of the first design
  bool ended_early = false;          // the same, because it is above SearchOptions::enough
  std::size_t candidates = 0;
  std::size_t priced = 0;               // models that were proven and priced
  std::vector<std::string> notes = {};  // assumptions, and limits of the search, in sentences

  // The part of the cost that a better design could save; 0 if the first design is proven to be the best.
  double gap() const {
    if (designs.empty() || designs[0].usd <= 0) return 0;
    return designs[0].usd > bound ? (designs[0].usd - bound) / designs[0].usd : 0;
  }
};

// Results that searches of questions of one domain, with one price list, need not find again.
struct SearchMemory {
  PriceMemory prices = {};
  DividingSolver solver = {};
};

// `memory` may be nullptr, and grows with each search. Errors: those of the solver; an entity that can have no primary
// key, with the reason; an error of lint or of the proof that all designs have, with its place and its cure.
expected<SearchResult, std::string> search(const Questions& questions, const PriceList& prices,
                                           const SearchOptions& options, SearchMemory* memory = nullptr);

}  // namespace partita::modelling::design
