// The favourites as one of the example systems, for `partita demo` and the tests.
#pragma once

#include "shared/system.h"

namespace favorites {

const systems::System& system();

}  // namespace favorites
