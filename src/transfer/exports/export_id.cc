#include "transfer/exports/export_id.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <ctime>

#include "base/check.h"
#include "base/random.h"
#include "base/text.h"

namespace partita::transfer {
namespace {

template <std::size_t Size>
std::array<unsigned char, Size> random_octets() {
  std::array<unsigned char, Size> bytes{};
  base::fill_randomly(std::as_writable_bytes(std::span(bytes)));
  return bytes;
}

}  // namespace

std::string make_export_id(std::int64_t now_ms) {
  std::string id = fmt::format("{:014}-", now_ms);
  for (const unsigned char byte : random_octets<4>()) base::append_hex(id, byte);
  return id;
}

std::string make_data_file_name() {
  constexpr std::string_view kCharacters = "abcdefghijklmnopqrstuvwxyz234567";
  std::string name;
  for (const unsigned char byte : random_octets<26>()) name += kCharacters[byte % kCharacters.size()];
  return name;
}

std::string time_text(std::int64_t ms) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(static_cast<std::time_t>(ms / 1000)), ms % 1000);
}

}  // namespace partita::transfer
