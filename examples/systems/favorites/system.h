// The favourites as `partita demo` and the tests see them.
#pragma once

#include "shared/system.h"

namespace favorites {

const systems::System& system();

}  // namespace favorites
