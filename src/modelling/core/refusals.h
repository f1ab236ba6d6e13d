// Collects the refusals of a model while it is proven.
#pragma once

#include <utility>
#include <vector>

#include "modelling/core/proof.h"

namespace partita::modelling {

// The thing that is being proven; the empty parts are not known.
struct Subject {
  std::string table = {};
  std::string entity = {};
  std::string pattern = {};
  std::string index = {};
  std::string copy = {};
  Place place = {};
};

class Refusals {
 public:
  explicit Refusals(std::vector<Refusal>& to) : to_(&to) {}

  void add(model::Mistake mistake, std::string_view particulars, const Subject& subject) {
    if (mistake == model::Mistake::None) return;
    Refusal refusal{mistake,         std::string(particulars),
                    subject.table,   subject.entity,
                    subject.pattern, subject.index,
                    subject.copy,    subject.place};
    for (const Refusal& other : *to_)
      if (other.mistake == refusal.mistake && other.particulars == refusal.particulars &&
          other.pattern == refusal.pattern && other.entity == refusal.entity)
        return;
    to_->push_back(std::move(refusal));
  }
  // Calls `check` with a Text* for the particulars, and notes its mistake. Returns true without a mistake.
  template <class Check>
  bool accept(const Subject& subject, Check check) {
    model::Text where;
    const model::Mistake mistake = check(&where);
    add(mistake, where.view(), subject);
    return mistake == model::Mistake::None;
  }

 private:
  std::vector<Refusal>* to_;
};

}  // namespace partita::modelling
