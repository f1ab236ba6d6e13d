// Facts about a model that the programs of each language need.
#pragma once

#include <cstddef>
#include <string_view>

#include "modelling/core/proof.h"

namespace partita::modelling {

// True if the field is a set. An empty one is an absent attribute.
bool is_set(const Field& field);

// Whether an item may lack the field. An empty set is never absent.
bool may_be_absent(const Field& field);

// Whether the library writes the field by itself: the version, the times of writes, and computed fields.
bool is_kept(const Entity& entity, std::string_view field);

// True if a collection's answer has at most one item of the entity at this position, because the given fields make the
// whole of its key. Requires: the pattern is served.
bool has_at_most_one(const ProvenPattern& pattern, std::size_t position);

}  // namespace partita::modelling
