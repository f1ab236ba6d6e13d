// Identities with the field of a list's order: if nobody asks for an item by its identity alone, that field may be in
// the primary key, and the list needs no index.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "modelling/design/questions.h"

namespace partita::modelling::design {

struct LongerIdentities {
  Questions questions = {};
  std::vector<std::string> notes = {};  // what must hold for the longer identities, a sentence for each
};

// The same questions, in which each such entity has the field that orders its lists in its identity. The field never
// changes, because no pattern updates the entity. Returns nullopt if there is no such entity. Entities of an existing
// model keep their identities.
std::optional<LongerIdentities> with_longer_identities(const Questions& questions);

}  // namespace partita::modelling::design
