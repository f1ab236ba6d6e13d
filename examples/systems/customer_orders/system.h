#pragma once

#include "shared/system.h"

namespace customer_orders {

const systems::System& system();

}  // namespace customer_orders
