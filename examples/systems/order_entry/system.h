// The order entry system as one of the example systems, for `partita demo` and the tests.
#pragma once

#include "shared/system.h"

namespace order_entry {

const systems::System& system();

}  // namespace order_entry
