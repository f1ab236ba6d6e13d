// Prices of keys, found in models of a few entities: the writes and the storage of an entity under a primary key, the
// addition of an index key to them, and each read by the key that serves it. The proof says which reads are served, so
// no candidate is believed.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "modelling/cost/bill.h"
#include "modelling/design/models/assemble.h"
#include "modelling/design/models/price_memory.h"

namespace partita::modelling::design {

struct Priced : Keeping {
  std::map<PatternPosition, ReadPrice> reads = {};  // that are served
};

class Appraiser {
 public:
  // Without a memory the appraiser has one of its own. All must outlive the appraiser.
  Appraiser(const Questions& questions, Tables tables, const PriceList& prices, PriceMemory* memory = nullptr);

  // The bill of a model of these subjects, with all patterns that concern only them. Reads of other subjects' entities
  // are left out, and transactions count with the actions on these subjects. Indexes that hold these subjects among
  // others count with the entries of these.
  Priced price(const Choice& choice, const SubjectPositions& subjects) const;
  // The same without the reads, because they do not change the price of the writes and the storage.
  Keeping keeping(const Choice& choice, const SubjectPositions& subjects) const;

  // The model that price() prices.
  std::shared_ptr<const Proof> proof_of(const Choice& choice, const SubjectPositions& subjects) const;

  const Questions& questions() const { return questions_; }
  const PriceList& prices() const { return prices_; }
  const Tables& tables() const { return tables_; }
  // The models that were proven and priced, without those whose price was known.
  std::size_t priced() const { return priced_; }

 private:
  const Questions& questions_;
  Tables tables_;
  const PriceList& prices_;
  ListBy<Subject, PatternPositions> patterns_of_;  // in order
  std::unique_ptr<PriceMemory> own_memory_;
  PriceMemory& memory_;
  PriceKeys keys_;
  Extent extent_of(SubjectPositions subjects) const;
  PatternPositions writes_of(const Extent& extent) const;

  mutable std::size_t priced_ = 0;
};

// The proof's refusals of keys, entities and writes, each with its place, its rule and its cure.
std::vector<std::string> refusals_of_writes(const Proof& proof);

// The bill in parts: each read that is served, and all the rest. `index_names` are those of the choice.
Priced priced_model(const Questions& questions, const std::shared_ptr<const Proof>& proof, const Bill& bill,
                    const std::vector<std::string>& index_names);

}  // namespace partita::modelling::design
