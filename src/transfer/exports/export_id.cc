#include "transfer/exports/export_id.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "base/random.h"
#include "base/text.h"

namespace partita::transfer {

std::string make_export_id(std::int64_t now_ms) {
  return fmt::format("{:014}-{}", now_ms, base::hex(base::random_bytes(4)));
}

std::string make_data_file_name() {
  constexpr std::string_view kCharacters = "abcdefghijklmnopqrstuvwxyz234567";
  std::string name = base::random_bytes(26);
  for (char& c : name) c = kCharacters[static_cast<unsigned char>(c) % kCharacters.size()];
  return name;
}

std::string time_text(std::int64_t ms) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(static_cast<std::time_t>(ms / 1000)), ms % 1000);
}

}  // namespace partita::transfer
