// Tests of a system's access patterns, each by its name, in memory, on disk and over HTTP, among a thousand unrelated
// items. They also test the system's page.
#pragma once

#include <string>

#include "shared/system.h"

namespace systems::test {

// Must be called before RUN_ALL_TESTS. `folder` is the system's folder, with its README.md.
void register_tests(const System& system, const std::string& folder);

}  // namespace systems::test
