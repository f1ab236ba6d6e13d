#include <gmock/gmock.h>

#include "shared/all_systems.h"
#include "systems/pattern_tests.h"

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  for (const systems::System* system : systems::all_systems())
    systems::test::register_tests(*system, PARTITA_SYSTEMS_FOLDER "/" + std::string(system->name));
  return RUN_ALL_TESTS();
}
