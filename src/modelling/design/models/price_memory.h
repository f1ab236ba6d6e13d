// Prices of keys that are known already. Questions of one domain that differ in a few patterns or entities (rewrite.h)
// ask for the same prices again and again. So the search of one way to answer a read uses the prices that the searches
// of the other ways found.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "modelling/design/keys/extent.h"
#include "modelling/design/keys/shapes.h"

namespace partita::modelling::design {

// The price of the writes and the storage of entities.
struct Keeping {
  bool is_possible = true;   // false: the proof refuses a key or a write
  std::string refusal = {};  // why not
  double usd = 0;            // a month
};

struct ReadPrice {
  double usd = 0;          // a month
  bool by_index = false;   // by one of the choice's indexes
  std::string index = {};  // that serves it; empty: the primary key
};

// All prices of one memory are of one price list, and of questions that extend the same model or do not extend one.
class PriceMemory {
 public:
  // The models that were proven and priced. Prices that were known are not among them.
  std::size_t priced() const { return priced_; }
  void count_priced() { ++priced_; }

 private:
  friend class PriceKeys;
  // Equal things have equal numbers.
  template <class Thing>
  static int number_of(std::vector<Thing>& known, const Thing& thing);

  struct Asked {
    Pattern pattern = {};
    std::vector<When> where = {};
    bool is_existing = false;
    bool operator==(const Asked&) const = default;
  };
  struct Read {
    int choice = 0, pattern = 0;
    Serving::By by = Serving::By::AnyKey;
    int index = -1;             // of ThisIndex, among those of the subjects; -1: an index of others
    std::string existing = {};  // the index that the choice demands
    auto operator<=>(const Read&) const = default;
  };
  std::size_t priced_ = 0;
  std::vector<Subject> subjects_ = {};
  std::vector<Asked> patterns_ = {};
  std::vector<std::string> contexts_ = {};
  std::vector<std::vector<int>> writes_ = {};  // lists of patterns
  std::unordered_map<std::string, int> choices_ = {};
  std::map<std::pair<int, int>, Keeping> keeping_ = {};  // of a choice and a list of writes
  std::map<Read, std::optional<ReadPrice>> reads_ = {};  // nullopt: the read is not served
};

// The prices that a memory has of one set of questions.
class PriceKeys {
 public:
  // All must outlive the keys.
  PriceKeys(const Questions& questions, const Tables& tables, PriceMemory& memory);

  // The prices of a choice, as far as its subjects are concerned.
  class Place {
   public:
    // Both return nullptr if the price is not known.
    const Keeping* keeping() const;
    const std::optional<ReadPrice>* read(PatternPosition pattern) const;
    void keep(const Keeping& keeping);
    void keep(PatternPosition pattern, const std::optional<ReadPrice>& read);

   private:
    friend class PriceKeys;
    PriceMemory::Read key_of(PatternPosition pattern) const;

    const PriceKeys* keys_ = nullptr;
    const Choice* choice_ = nullptr;
    ListBy<ChosenIndex, int> positions_ = {};  // among the indexes of the subjects; -1: an index of others
    int number_ = 0;                           // of the choice
    int writes_ = 0;
  };
  // `writes` are the positions of all patterns of the subjects except planned reads. The choice must outlive the place.
  Place place_of(const Choice& choice, const SubjectPositions& subjects, const PatternPositions& writes) const;

 private:
  const Tables& tables_;
  PriceMemory& memory_;
  ListBy<Subject, int> subjects_ = {};  // the numbers that the memory has for them
  ListBy<Pattern, int> patterns_ = {};
  int context_ = 0;
};

}  // namespace partita::modelling::design
