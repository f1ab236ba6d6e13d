// Realms: the accounts and regions whose tables an open database has, with a Context for each (catalog/realm.h). All
// share the store, the threads, the caches and the jobs.
//
// A realm is made when it is asked for the first time, and lives as long as the engine. Until a table is created in it,
// nothing of it is stored. It takes about 1.5 KB of memory.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string_view>
#include <vector>

#include "engine/context.h"
#include "engine/hot_keys/hot_keys.h"
#include "engine/throttle/throttle.h"

namespace partita::engine {

// The parts of a realm beside its catalog.
struct RealmParts {
  base::SkewedClock& clock;
  Throttle* throttle;  // nullptr if capacity is not limited
  HotKeys& hot_keys;
};

class Realms {
 public:
  // How the parts of a realm are made.
  struct Makers {
    const base::Clock& clock;  // the time of day, which must outlive the realms
    std::function<std::unique_ptr<HotKeys>(const catalog::Catalog&)> hot_keys;
    std::function<std::unique_ptr<Throttle>(const catalog::Catalog&, HotKeys&)> throttle;  // may give nullptr
    std::function<Context(catalog::Catalog&, const RealmParts&)> context;
  };
  // `own` is the own realm's context. It must outlive the realms. `make` makes those of others. There are `most` of
  // them at most, because a client may name any account, so their memory needs a bound. At most `most_regions` are of
  // one account, because the owner of one key may name any region, and must not take the realms of other accounts.
  Realms(Context& own, Makers make, std::size_t most, std::size_t most_regions)
      : own_(own), make_(std::move(make)), most_(most), most_regions_(most_regions) {}

  // Reads the catalogs of all realms. Must be called once, before all other functions. Errors: Corruption,
  // DataDirectoryNewer, InternalServerError, and ValidationException if the store has tables that it keeps for the
  // account or region with which it is opened now, but apart from those of its own realm.
  Result<void> load();

  // Reads them again, because another than this process wrote them. Realms that are new are added. Errors: as load().
  Result<void> reload();

  Context& own() const { return own_; }
  // The context of an account in a region. An empty text stands for the account, or the region, of the own realm, and
  // so does its name. May be called from any thread. Errors: ValidationException if a text is not an account or a
  // region, LimitExceededException if there are too many, or too many of the account.
  Result<Context*> get(std::string_view account, std::string_view region);
  // Whether get() has given the context of an account in a region before, or load() has found tables of it. The texts
  // are as in get(). May be called from any thread.
  bool has(std::string_view account, std::string_view region) const;
  // The contexts that have tables or streams, and the own one, which is the first. May be called from any thread.
  std::vector<Context*> in_use() const;

  // The contexts of an account other than that of the own realm, which get() has given before, or which have tables.
  // May be called from any thread.
  std::vector<Context*> of_account(std::string_view account) const;

  // The most by which the clock of an account can be ahead: ten years of 365 days.
  static constexpr std::chrono::milliseconds kMostAhead = std::chrono::hours(24) * 365 * 10;
  // Sets the clock of an account, in all of its regions, further ahead. The account is as in get(). Returns by how much
  // the clock is ahead now. May be called from any thread, like reset_clock(). Errors: as get(), and
  // ValidationException if `by` is negative or the clock would be ahead by more than kMostAhead.
  Result<std::chrono::milliseconds> advance_clock(std::string_view account, std::chrono::milliseconds by);
  // Sets it back to the time of day.
  void reset_clock(std::string_view account);

 private:
  struct Account {
    explicit Account(const base::Clock& right) : clock(right) {}
    base::SkewedClock clock;
    std::size_t regions = 0;  // of others_
  };
  struct Other {
    Other(const catalog::Catalog& own, const catalog::Realm& realm, base::SkewedClock& clock, const Makers& make)
        : catalog(own, realm),
          hot_keys(make.hot_keys(catalog)),
          throttle(make.throttle(catalog, *hot_keys)),
          context(make.context(catalog, {clock, throttle.get(), *hot_keys})) {}
    catalog::Catalog catalog;
    const std::unique_ptr<HotKeys> hot_keys;
    const std::unique_ptr<Throttle> throttle;
    Context context;
  };

  // Reads the catalogs by `load_catalogs`, which gets the function that gives those of other realms.
  Result<void> read(const std::function<Result<void>(const catalog::Catalog::CatalogOf&)>& load_catalogs);
  // The clock of an account as it is in Realm: empty for the own one. nullptr if the account was never used.
  // Requires: mutex_ is held.
  base::SkewedClock* clock_of(std::string_view account);
  // Does not make a realm of an account that has `most_regions` already.
  Result<Other*> find_or_make(const catalog::Realm& realm, std::size_t most_regions);

  Context& own_;
  const Makers make_;
  const std::size_t most_, most_regions_;
  mutable std::shared_mutex mutex_;
  // Guarded by mutex_.
  std::map<std::string, Account, std::less<>> accounts_;  // those of others_, whose contexts refer to the clocks
  std::map<catalog::Realm, std::unique_ptr<Other>> others_;
};

}  // namespace partita::engine
