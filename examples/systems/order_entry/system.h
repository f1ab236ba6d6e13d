// The order entry system as `partita demo` and the tests see it.
#pragma once

#include "shared/system.h"

namespace order_entry {

const systems::System& system();

}  // namespace order_entry
