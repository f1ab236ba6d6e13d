// All example systems, for programs that link partita_systems.
#pragma once

#include <vector>

#include "shared/system.h"

#define PARTITA_SYSTEM(name)       \
  namespace name {                 \
  const systems::System& system(); \
  }
#include "systems.def"
#undef PARTITA_SYSTEM

namespace systems {

inline std::vector<const System*> all_systems() {
  return {
#define PARTITA_SYSTEM(name) &::name::system(),
#include "systems.def"
#undef PARTITA_SYSTEM
  };
}

}  // namespace systems
