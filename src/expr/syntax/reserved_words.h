// The words that cannot be attribute names in expressions ("Reserved words in DynamoDB", developer guide).
#pragma once

#include <string_view>

namespace partita::expr {
// The case of the letters does not matter.
bool is_reserved_word(std::string_view name);
}  // namespace partita::expr
