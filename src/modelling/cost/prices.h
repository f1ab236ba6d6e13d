// The service's prices in a region. The prices that Partita knows are in prices.def, each with its date and its source.
// A file can replace them.
#pragma once

#include <partita/error.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::modelling {

enum class PriceOf : std::uint8_t {
#define PARTITA_PRICE_NAME(name, per) name,
#include "modelling/cost/prices.def"
#undef PARTITA_PRICE_NAME
  kCount
};

std::string_view name_of(PriceOf price);
// The unit, such as "million write request units".
std::string_view unit_of(PriceOf price);

struct Price {
  double usd = 0;
  std::string date = {};    // when the source was read, or its own date: 2026-09-11
  std::string source = {};  // in words
  bool verified = true;     // false: derived from others, or remembered
};

struct PriceList {
  std::string region = {};
  std::array<std::optional<Price>, static_cast<std::size_t>(PriceOf::kCount)> prices = {};

  const std::optional<Price>& operator[](PriceOf price) const { return prices[static_cast<std::size_t>(price)]; }
  std::optional<Price>& operator[](PriceOf price) { return prices[static_cast<std::size_t>(price)]; }
  // 0 if the region lacks the price. A caller must then name the price as missing; see missing().
  double usd(PriceOf price) const { return (*this)[price] ? (*this)[price]->usd : 0; }
  bool has(PriceOf price) const { return (*this)[price].has_value(); }
};

// The regions of prices.def.
std::vector<std::string> known_regions();

// Errors: ValidationException if prices.def does not have the region; it names those that it has.
Result<PriceList> built_in_prices(const std::string& region);

// The prices of a region in a file, which is YAML or JSON:
//   date: 2026-09-11             # of all prices that have none of their own
//   source: our contract
//   regions:
//     eu-central-1:
//       write_request_million: 0.5
//       read_request_million: {usd: 0.1, source: the price list, date: 2026-10-01, verified: false}
// Prices that the file does not name are those of prices.def, if that has the region.
// Errors: ResourceNotFoundException if the file does not exist, ValidationException "FILE:LINE: ...".
Result<PriceList> read_prices(const std::string& path, const std::string& region);
// The same for a text that is there already.
Result<PriceList> read_prices_text(std::string_view text, const std::string& name, const std::string& region);

// The prices as such a file.
std::string to_yaml(const PriceList& prices);

}  // namespace partita::modelling
