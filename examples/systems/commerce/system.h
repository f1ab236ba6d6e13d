#pragma once

#include "shared/system.h"

namespace commerce {

const systems::System& system();

}  // namespace commerce
