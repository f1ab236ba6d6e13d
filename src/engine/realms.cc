#include "engine/realms.h"

#include <fmt/format.h>

#include <mutex>

#include "base/try.h"

namespace partita::engine {
namespace {

// Tables that were stored under the name of an account or region could be meant by its name, and so could those of the
// own realm. The user must say which.
Result<void> check_apart(const Context& own, const catalog::Realm& realm) {
  const bool same_account = realm.account == own.account;
  if (!same_account && realm.region != own.region) return {};
  return invalid(
      fmt::format("the data has tables of {0} {1} apart from those of the {0} with which it was opened then; open it "
                  "with another {0} than {1}",
                  same_account ? "account" : "region", same_account ? own.account : own.region));
}

}  // namespace

Result<void> Realms::load() {
  return read([this](const catalog::Catalog::CatalogOf& catalog_of) { return own_.catalog.load(catalog_of); });
}

Result<void> Realms::reload() {
  std::vector<catalog::Catalog*> others;
  {
    const std::shared_lock lock(mutex_);
    for (const auto& [realm, other] : others_) others.push_back(&other->catalog);
  }
  return read([&](const catalog::Catalog::CatalogOf& catalog_of) { return own_.catalog.reload(others, catalog_of); });
}

Result<void> Realms::read(const std::function<Result<void>(const catalog::Catalog::CatalogOf&)>& load_catalogs) {
  const auto catalog_of = [this](const catalog::Realm& realm) -> Result<catalog::Catalog*> {
    PARTITA_TRY(check_apart(own_, realm));
    // What is stored is opened, whatever the limit is.
    PARTITA_TRY_VALUE(other, find_or_make(realm, most_));
    return &other->catalog;
  };
  PARTITA_TRY(load_catalogs(catalog_of));
  for (Context* context : in_use()) context->hot_keys.refresh();
  return {};
}

Result<Context*> Realms::get(std::string_view account, std::string_view region) {
  catalog::Realm realm;
  if (account != own_.account) realm.account = account;
  if (region != own_.region) realm.region = region;
  if (realm.is_own()) return &own_;
  if (!realm.account.empty() && !catalog::is_account(realm.account))
    return invalid(fmt::format("the account '{}' is not a number of 12 digits", realm.account));
  if (!realm.region.empty() && !catalog::is_region(realm.region))
    return invalid("the region must have 1 to 32 lower-case letters, digits and hyphens");
  PARTITA_TRY_VALUE(other, find_or_make(realm, most_regions_));
  return &other->context;
}

bool Realms::has(std::string_view account, std::string_view region) const {
  const catalog::Realm realm{.account = std::string(account == own_.account ? "" : account),
                             .region = std::string(region == own_.region ? "" : region)};
  const std::shared_lock lock(mutex_);
  return realm.is_own() || others_.contains(realm);
}

Result<Realms::Other*> Realms::find_or_make(const catalog::Realm& realm, std::size_t most_regions) {
  const auto find = [&]() -> Other* {
    const auto at = others_.find(realm);
    return at == others_.end() ? nullptr : at->second.get();
  };
  {
    const std::shared_lock lock(mutex_);
    if (Other* other = find()) return other;
  }
  const std::unique_lock lock(mutex_);
  if (Other* other = find()) return other;
  if (others_.size() >= most_)
    return fail(ErrorCode::LimitExceededException,
                fmt::format("{} accounts and regions were used since the database was opened, which is the most; use "
                            "one of them, or open the database again to forget those without tables",
                            most_));
  Account& account = accounts_.try_emplace(realm.account, make_.clock).first->second;
  if (account.regions >= most_regions)
    return fail(ErrorCode::LimitExceededException,
                fmt::format("{} regions of account {} were used since the database was opened, which is the most; use "
                            "one of them, or open the database again to forget those without tables",
                            most_regions, realm.account.empty() ? own_.account : realm.account));
  base::SkewedClock& clock = realm.account.empty() ? own_.clock : account.clock;
  auto made = std::make_unique<Other>(own_.catalog, realm, clock, make_);
  Other* const other = made.get();
  others_.emplace(realm, std::move(made));
  ++account.regions;
  return other;
}

std::vector<Context*> Realms::of_account(std::string_view account) const {
  std::vector<Context*> contexts;
  const std::shared_lock lock(mutex_);
  for (const auto& [realm, other] : others_)
    if (other->context.account == account) contexts.push_back(&other->context);
  return contexts;
}

base::SkewedClock* Realms::clock_of(std::string_view account) {
  if (account.empty() || account == own_.account) return &own_.clock;
  const auto at = accounts_.find(account);
  return at == accounts_.end() ? nullptr : &at->second.clock;
}

Result<std::chrono::milliseconds> Realms::advance_clock(std::string_view account, std::chrono::milliseconds by) {
  PARTITA_TRY(get(account, {}));
  const std::unique_lock lock(mutex_);
  base::SkewedClock& clock = *clock_of(account);
  const auto most = kMostAhead - clock.ahead();
  if (by.count() < 0) return invalid("the clock of an account cannot go back");
  if (by > most)
    return invalid(fmt::format("the clock of an account can be ahead by {} seconds, which are ten years, at most",
                               std::chrono::duration_cast<std::chrono::seconds>(kMostAhead).count()));
  clock.set_ahead(clock.ahead() + by);
  return clock.ahead();
}

void Realms::reset_clock(std::string_view account) {
  const std::unique_lock lock(mutex_);
  if (base::SkewedClock* const clock = clock_of(account)) clock->set_ahead({});
}

std::vector<Context*> Realms::in_use() const {
  std::vector<Context*> contexts = {&own_};
  const std::shared_lock lock(mutex_);
  for (const auto& [realm, other] : others_)
    if (!other->catalog.is_empty()) contexts.push_back(&other->context);
  return contexts;
}

}  // namespace partita::engine
