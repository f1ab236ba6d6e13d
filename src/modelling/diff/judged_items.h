// The judgement on stored items when their model changes: sample items of the earlier model, judged by the later one as
// verify() and upgrade() of the model layer judge stored items.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "modelling/core/proof.h"
#include "modelling/derive/new_fields.h"

namespace partita::modelling::diff {

// The sample items of one entity of the earlier model.
struct JudgedEntity {
  const Entity* was = nullptr;
  const Entity* now = nullptr;  // of the later model; nullptr: its items belong to no entity
  std::size_t items = 0;
  std::size_t to_rewrite = 0;  // sentinels are not counted
  std::size_t to_move = 0;
  std::size_t unreadable = 0;
  std::string unreadable_because = {};              // the first reason
  std::map<std::string, std::size_t> set = {};      // attributes that a rewrite or move sets, with the number of items
  std::map<std::string, std::size_t> removed = {};  // and those that it removes
  std::size_t sentinels_to_write = 0;
  std::size_t sentinels_to_remove = 0;

  double share(std::size_t of_items) const {
    return items == 0 ? 0 : static_cast<double>(of_items) / static_cast<double>(items);
  }
};

struct JudgedItems {
  std::vector<JudgedEntity> entities = {};  // in the order of the earlier model
  std::size_t to_rewrite = 0;               // as ItemCounts counts them, with sentinels
  std::size_t to_move = 0;
  std::size_t unreadable = 0;
  std::size_t unknown = 0;
  std::size_t unclaimed = 0;
  std::vector<std::string> notes = {};  // items that could not be judged
};

// `items` have the new fields that a migration gives them, if `fields` is not nullptr. They are made up for each entity
// that has no samples. They are the items that run::Samples makes of `was`.
JudgedItems judge_items(const Proof& was, const ProvenTable& table_was, const ProvenTable& table_now, std::size_t items,
                        const derive::NewFields* fields);

}  // namespace partita::modelling::diff
