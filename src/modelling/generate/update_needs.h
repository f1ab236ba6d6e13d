// The fields that an update must know besides those that it sets, for languages whose compilers check it by their
// types.
//
// The library of each language decides the same from the values, so a need that is too wide refuses an update that
// would work, and one that is too narrow is found at run time.
#pragma once

#include <string>
#include <vector>

#include "modelling/core/proof.h"

namespace partita::modelling {

// An update that changes a field of `of` must set or be given each field of `known`. Fields of the primary key, which
// it always knows, are not among them. Both are in the order of the entity's fields.
struct UpdateNeed {
  std::vector<std::string> of = {};
  std::vector<std::string> known = {};

  friend bool operator==(const UpdateNeed&, const UpdateNeed&) = default;
};

// Because of the keys of indexes and of computed fields.
std::vector<UpdateNeed> update_needs(const model::TableInfo& table, const model::EntityInfo& entity);

// Because of unique fields, whose stored values must be given even if the update sets them.
std::vector<UpdateNeed> unique_needs(const model::EntityInfo& entity);

}  // namespace partita::modelling
