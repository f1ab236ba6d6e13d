// Tests of a system's access patterns, each by its name, in memory, on disk and over HTTP, among a thousand unrelated
// items; and of its page.
#pragma once

#include <string>

#include "shared/system.h"

namespace systems::test {

// Before RUN_ALL_TESTS. `folder` is the system's, with its README.md.
void register_tests(const System& system, const std::string& folder);

}  // namespace systems::test
