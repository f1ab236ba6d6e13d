// How the items of one entity say which item of another they mean.
#pragma once

#include <string>
#include <vector>

#include "modelling/design/questions/questions.h"

namespace partita::modelling::design {

// The fields of `from` that hold the identity of an item of `to`, in the order of the identity: the fields of the same
// names, or a field that references `to`. Empty: `from` does not refer to `to`. Several: the items refer to several
// items of `to`.
std::vector<std::vector<std::string>> references_between(const Subject& from, const Subject& to);

}  // namespace partita::modelling::design
