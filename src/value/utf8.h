// UTF-8 as the service requires it: shortest forms, no surrogates, characters up to U+10FFFF.
#pragma once

#include <string_view>

namespace partita::value {
bool is_utf8(std::string_view text);
}
