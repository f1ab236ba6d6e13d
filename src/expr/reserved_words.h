// The words that are no attribute names in expressions ("Reserved words in DynamoDB", developer guide).
#pragma once

#include <string_view>

namespace partita::expr {
// In any case of letters.
bool is_reserved_word(std::string_view name);
}
