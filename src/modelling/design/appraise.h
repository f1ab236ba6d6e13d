// Prices of keys, found in models of a few entities: what the writes and the storage of an entity cost under a primary
// key, what an index key adds to them, and what each read costs by the key that serves it. The proof says which reads
// are served, so no candidate is believed.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "modelling/cost/bill.h"
#include "modelling/design/assemble.h"

namespace partita::modelling::design {

struct ReadPrice {
  double usd = 0;          // a month
  bool by_index = false;   // by one of the choice's indexes
  std::string index = {};  // that serves it; empty: the primary key
};

struct Priced {
  bool is_possible = true;              // false: the proof refuses a key or a write
  std::string refusal = {};             // why not
  double keeping = 0;                   // a month of the writes and the storage, in dollars
  std::map<int, ReadPrice> reads = {};  // the reads that are served, by the position of the pattern
};

class Appraiser {
 public:
  Appraiser(const Questions& questions, std::vector<std::vector<int>> tables, const PriceList& prices);

  // The bill of a model of these subjects, with all patterns that concern only them. Reads of other subjects' entities
  // are left out, and transactions count with the actions on these subjects. Indexes that hold these subjects among
  // others count with the entries of these.
  Priced price(const Choice& choice, const std::vector<int>& subjects) const;

  // The model that price() prices.
  std::shared_ptr<const Proof> proof_of(const Choice& choice, const std::vector<int>& subjects) const;

  const Questions& questions() const { return questions_; }
  const PriceList& prices() const { return prices_; }
  const std::vector<std::vector<int>>& tables() const { return tables_; }
  std::size_t priced() const { return priced_; }

 private:
  const Questions& questions_;
  std::vector<std::vector<int>> tables_;
  const PriceList& prices_;
  std::vector<std::vector<int>> patterns_of_;  // of each subject, in order
  Assembled assembled(const Choice& choice, const std::vector<int>& subjects) const;

  mutable std::size_t priced_ = 0;
};

// The bill, with the requests of all tables on demand. A search compares designs by it, because the price of
// provisioned capacity is that of whole units of a table, and no sum of the prices of parts.
double usd_on_demand(const Bill& bill);

// What the bill says of each part: the reads that are served, and all the rest. `index_names` are those of the choice.
Priced priced_model(const Questions& questions, const std::shared_ptr<const Proof>& proof, const Bill& bill,
                    const std::vector<std::string>& index_names);

}  // namespace partita::modelling::design
