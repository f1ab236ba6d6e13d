#include "modelling/cost/prices.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/contains.h"
#include "base/try.h"
#include "documents/node.h"
#include "documents/read_file.h"

namespace partita::modelling {
namespace {

using documents::Node;

constexpr std::size_t kPrices = static_cast<std::size_t>(PriceOf::kCount);

constexpr std::string_view kPriceNames[] = {
#define PARTITA_PRICE_NAME(name, per) #name,
#include "modelling/cost/prices.def"
#undef PARTITA_PRICE_NAME
};
constexpr std::string_view kPriceUnits[] = {
#define PARTITA_PRICE_NAME(name, per) per,
#include "modelling/cost/prices.def"
#undef PARTITA_PRICE_NAME
};

enum class Verified : std::uint8_t { No, Yes };
struct KnownPrice {
  std::string_view region;
  PriceOf of;
  double usd;
  std::string_view date, source;
  Verified verified;
};
constexpr KnownPrice kKnownPrices[] = {
#define PARTITA_PRICE(region, name, usd, date, source, verified) \
  {region, PriceOf::name, usd, date, source, Verified::verified},
#include "modelling/cost/prices.def"
#undef PARTITA_PRICE
};

Result<double> usd_of(const Node& node) {
  double usd = 0;
  const char* const end = node.text.data() + node.text.size();
  const auto [stop, error] = std::from_chars(node.text.data(), end, usd);
  if (!node.is_scalar() || error != std::errc() || stop != end || !std::isfinite(usd) || usd < 0)
    return documents::fault(node.place, "a price is a number of US dollars that is not negative");
  return usd;
}

Result<std::string> text_in(const Node& node) {
  if (!node.is_scalar()) return documents::fault(node.place, "expected a text");
  return node.text;
}

// One price: a number, or a map of usd, date, source and verified.
Result<Price> price_of(const Node& node, Price price) {
  if (node.is_scalar()) {
    PARTITA_TRY_VALUE(usd, usd_of(node));
    price.usd = usd;
    return price;
  }
  if (!node.is_map() || !node.find("usd"))
    return documents::fault(node.place, "a price is a number, or a map with the member usd");
  for (const documents::Member& member : node.members) {
    if (member.name == "usd") {
      PARTITA_TRY_VALUE(usd, usd_of(member.value));
      price.usd = usd;
    } else if (member.name == "date") {
      PARTITA_TRY_VALUE(date, text_in(member.value));
      price.date = date;
    } else if (member.name == "source") {
      PARTITA_TRY_VALUE(source, text_in(member.value));
      price.source = source;
    } else if (member.name == "verified") {
      if (member.value.text != "true" && member.value.text != "false")
        return documents::fault(member.value.place, "verified is true or false");
      price.verified = member.value.text == "true";
    } else {
      return documents::fault(member.place, fmt::format("unknown member '{}': a price has usd, date, source and "
                                                        "verified",
                                                        member.name));
    }
  }
  return price;
}

Result<PriceList> prices_of(const Node& tree, const std::string& region) {
  if (!tree.is_map()) return documents::fault(tree.place, "a price file is a map with the member regions");
  Price common{.source = tree.place.file ? *tree.place.file : "a file"};
  const Node* regions = nullptr;
  for (const documents::Member& member : tree.members) {
    if (member.name == "regions") {
      regions = &member.value;
    } else if (member.name == "date") {
      PARTITA_TRY_VALUE(date, text_in(member.value));
      common.date = date;
    } else if (member.name == "source") {
      PARTITA_TRY_VALUE(source, text_in(member.value));
      common.source = source;
    } else {
      return documents::fault(
          member.place, fmt::format("unknown member '{}': a price file has date, source and regions", member.name));
    }
  }
  if (!regions || !regions->is_map())
    return documents::fault(tree.place, "a price file has a map 'regions' with the prices of each region");
  const Node* const of_region = regions->find(region);
  if (!of_region || !of_region->is_map())
    return documents::fault(regions->place, fmt::format("there are no prices of the region {}", region));
  PriceList list;
  if (auto known = built_in_prices(region)) list = std::move(*known);
  list.region = region;
  for (const documents::Member& member : of_region->members) {
    const auto* const name = std::find(std::begin(kPriceNames), std::end(kPriceNames), member.name);
    if (name == std::end(kPriceNames))
      return documents::fault(member.place, fmt::format("there is no price '{}': the prices are {}", member.name,
                                                        fmt::join(kPriceNames, ", ")));
    PARTITA_TRY_VALUE(price, price_of(member.value, common));
    list[static_cast<PriceOf>(name - std::begin(kPriceNames))] = std::move(price);
  }
  return list;
}

}  // namespace

std::string_view name_of(PriceOf price) { return kPriceNames[static_cast<std::size_t>(price)]; }
std::string_view unit_of(PriceOf price) { return kPriceUnits[static_cast<std::size_t>(price)]; }

std::vector<std::string> known_regions() {
  std::vector<std::string> regions;
  for (const KnownPrice& price : kKnownPrices)
    if (!base::contains(regions, price.region)) regions.emplace_back(price.region);
  return regions;
}

Result<PriceList> built_in_prices(const std::string& region) {
  PriceList list{.region = region};
  bool found = false;
  for (const KnownPrice& known : kKnownPrices) {
    if (known.region != region) continue;
    found = true;
    list[known.of] =
        Price{known.usd, std::string(known.date), std::string(known.source), known.verified == Verified::Yes};
  }
  if (!found)
    return invalid(
        fmt::format("the prices of the region '{}' are not known: give them with --prices FILE, or use one "
                    "of {}",
                    region, fmt::join(known_regions(), ", ")));
  return list;
}

Result<PriceList> read_prices_text(std::string_view text, const std::string& name, const std::string& region) {
  PARTITA_TRY_VALUE(tree, documents::read_text(text, name));
  return prices_of(tree, region);
}

Result<PriceList> read_prices(const std::string& path, const std::string& region) {
  PARTITA_TRY_VALUE(tree, documents::read_file(path));
  return prices_of(tree, region);
}

std::string to_yaml(const PriceList& prices) {
  std::string out = fmt::format(
      "# Prices of Amazon DynamoDB in US dollars, for `partita model cost --prices FILE`.\n"
      "regions:\n  {}:\n",
      prices.region);
  for (std::size_t i = 0; i < kPrices; ++i) {
    const std::optional<Price>& price = prices.prices[i];
    if (!price) continue;
    out += fmt::format("    {}: {{usd: {}, date: \"{}\", source: \"{}\", verified: {}}}  # per {}\n", kPriceNames[i],
                       price->usd, price->date, price->source, price->verified, kPriceUnits[i]);
  }
  return out;
}

}  // namespace partita::modelling
