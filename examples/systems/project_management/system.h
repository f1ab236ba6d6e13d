// The project management tool as one of the example systems.
#pragma once

#include "shared/system.h"

namespace project_management {

const systems::System& system();

}  // namespace project_management
