// A primary key that has a time in addition to the identity, so that lists of its order, or lists of one day, need no
// index. A caller who means one item must then know the time too, so no pattern may find or change an item by its
// identity alone.
#pragma once

#include <string>
#include <vector>

#include "modelling/design/keys/shapes.h"

namespace partita::modelling::design {

// The fields of which the primary key of the subject may be made: the identity, and then, for each time by which a read
// of the subject alone is ordered or asks, the identity with this time, if the questions allow it (longer_keys). Which
// times there are depends on the reads that use them, so that no read makes another one cheaper.
std::vector<std::vector<std::string>> possible_identities(const Questions& questions, SubjectPosition subject);

// Whether the key has more than the subject's identity.
bool is_longer(const Subject& subject, const PrimaryForm& form);

// The fields that a caller who means one item must know, in a sentence without a full stop. Empty if they are the
// identity alone.
std::string note_of_longer_key(const Subject& subject, const PrimaryForm& form);

}  // namespace partita::modelling::design
