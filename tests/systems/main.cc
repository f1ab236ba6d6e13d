#include <gmock/gmock.h>

#include "systems/pattern_tests.h"

namespace PARTITA_SYSTEM {
const systems::System& system();
}

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  systems::test::register_tests(PARTITA_SYSTEM::system(), PARTITA_SYSTEM_FOLDER);
  return RUN_ALL_TESTS();
}
