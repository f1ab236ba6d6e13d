// Ends this process as SIGTERM does once the process that started it has ended, in whatever way, if that asks for it.
#pragma once

namespace partita::tools {

// The variable that has the number of the process that started this one, or that started its parent, such as "4711".
inline constexpr const char* kParentVariable = "PARTITA_PARENT_PID";

// Returns at once without the variable, and removes it, because the programs that this one starts must not read it.
// Must be called before other threads start. If the process of that number has ended before, this one ends at once.
void end_with_parent();

}  // namespace partita::tools
