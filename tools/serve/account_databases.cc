#include "account_databases.h"

#include <algorithm>
#include <functional>

#include "base/try.h"

namespace partita::tools {

Result<std::unique_ptr<AccountDatabases>> AccountDatabases::make(client::EmbeddedDatabase& engine,
                                                                 std::optional<Faults> faults, std::string refusal) {
  std::unique_ptr<AccountDatabases> databases(new AccountDatabases(engine, std::move(faults), std::move(refusal)));
  databases->own_standby_ = databases->standby_of(engine);
  Database& own = databases->own_standby_ ? static_cast<Database&>(*databases->own_standby_) : engine;
  PARTITA_TRY_VALUE(faulty, databases->in_front_of(own));
  databases->own_faulty_ = std::move(faulty);
  if (databases->faults_) databases->skewed_clock_.set_ahead(databases->faults_->clock_skew);
  databases->own_ = databases->own_faulty_ ? static_cast<Database*>(databases->own_faulty_.get()) : &own;
  return databases;
}

std::unique_ptr<client::StandbyDatabase> AccountDatabases::standby_of(Database& database) const {
  return refusal_.empty() ? nullptr : std::make_unique<client::StandbyDatabase>(database, refusal_);
}

AccountDatabases::~AccountDatabases() {
  for (Bucket& bucket : buckets_)
    for (const Entry* entry = bucket.load(); entry != nullptr;) delete std::exchange(entry, entry->next);
}

Result<std::unique_ptr<client::DatabaseWithFaults>> AccountDatabases::in_front_of(Database& database) const {
  if (!faults_) return nullptr;
  return client::DatabaseWithFaults::make(database, *faults_, {.cut_error = client::CutError::OutcomeUnknown});
}

AccountDatabases::Bucket& AccountDatabases::bucket_of(std::string_view account, std::string_view region) {
  const std::hash<std::string_view> hash;
  return buckets_[(hash(account) * 31 + hash(region)) % buckets_.size()];
}

const AccountDatabases::Entry* AccountDatabases::find_in(const Entry* first, std::string_view account,
                                                         std::string_view region) {
  while (first != nullptr && !(first->account == account && first->region == region)) first = first->next;
  return first;
}

Result<server::Served> AccountDatabases::find(std::string_view account, std::string_view region) {
  if (account == engine_.account()) account = {};
  if (region == engine_.region()) region = {};
  if (account.empty() && region.empty()) return own();
  Bucket& bucket = bucket_of(account, region);
  if (const Entry* known = find_in(bucket.load(std::memory_order_acquire), account, region)) return known->served();
  const std::lock_guard lock(mutex_);
  const Entry* const first = bucket.load(std::memory_order_relaxed);
  if (const Entry* known = find_in(first, account, region)) return known->served();
  auto entry = std::make_unique<Entry>();
  entry->account = account;
  entry->region = region;
  PARTITA_TRY_VALUE(embedded, engine_.in_account(account, region));
  entry->embedded = std::move(embedded);
  entry->tables.emplace(entry->embedded->context());
  entry->standby = standby_of(*entry->embedded);
  PARTITA_TRY_VALUE(faulty, in_front_of(entry->behind_faults()));
  entry->faulty = std::move(faulty);
  if (const auto own = faults_of_accounts_.find(account); entry->faulty && own != faults_of_accounts_.end())
    PARTITA_TRY(entry->faulty->set_faults(own->second));
  if (entry->faulty && delays_ended_) entry->faulty->end_delays();
  entry->next = first;
  bucket.store(entry.get(), std::memory_order_release);
  return entry.release()->served();
}

std::optional<server::Served> AccountDatabases::find_used(std::string_view account, std::string_view region) {
  if (account == engine_.account()) account = {};
  if (region == engine_.region()) region = {};
  const bool is_own = account.empty() && region.empty();
  const bool is_known =
      is_own || find_in(bucket_of(account, region).load(std::memory_order_acquire), account, region) != nullptr;
  if (!is_known && !engine_.has_account(account, region)) return std::nullopt;
  auto served = find(account, region);
  if (!served) return std::nullopt;
  return *served;
}

template <class Visit>
void AccountDatabases::each_faulty(Visit visit) {
  if (own_faulty_) visit(*own_faulty_);
  for (const Bucket& bucket : buckets_)
    for (const Entry* entry = bucket.load(); entry != nullptr; entry = entry->next)
      if (entry->faulty) visit(*entry->faulty);
}

Result<void> AccountDatabases::set_faults(Faults faults) {
  const std::lock_guard lock(mutex_);
  Result<void> set;
  // Wrong rules are wrong for the first database already.
  each_faulty([&](client::DatabaseWithFaults& faulty) {
    if (set) set = faulty.set_faults(faults);
  });
  if (!set) return set;
  skewed_clock_.set_ahead(faults.clock_skew);
  faults_ = std::move(faults);
  faults_of_accounts_.clear();
  return set;
}

std::vector<const AccountDatabases::Entry*> AccountDatabases::entries_of(std::string_view account) const {
  std::vector<const Entry*> out;
  for (const Bucket& bucket : buckets_)
    for (const Entry* entry = bucket.load(std::memory_order_acquire); entry != nullptr; entry = entry->next)
      if (entry->account == account) out.push_back(entry);
  return out;
}

Result<void> AccountDatabases::set_faults_of(std::string_view account, Faults faults) {
  if (faults.clock_skew.count() != 0)
    return fail(ErrorCode::ValidationException,
                "the clock is that of all accounts, so the faults of one cannot set it");
  // Entries of the server's own account, which are in other regions, have an empty one.
  if (account == engine_.account()) account = {};
  if (account.empty() && own_faulty_) PARTITA_TRY(own_faulty_->set_faults(faults));
  if (!account.empty()) PARTITA_TRY(find(account, {}));
  const std::lock_guard lock(mutex_);
  for (const Entry* entry : entries_of(account))
    if (entry->faulty) PARTITA_TRY(entry->faulty->set_faults(faults));
  // Regions of the account that are used later have them too.
  faults_of_accounts_.insert_or_assign(std::string(account), std::move(faults));
  return {};
}

namespace {

// Deletes the table, also if it is protected. It is not an error if the table is gone meanwhile.
Result<void> drop(Database& database, const std::string& name) {
  auto done = database.delete_table({.table_name = name});
  if (!done && done.error().code == ErrorCode::ValidationException) {
    PARTITA_TRY(database.update_table({.table_name = name, .deletion_protection_enabled = false}));
    done = database.delete_table({.table_name = name});
  }
  if (!done && done.error().code != ErrorCode::ResourceNotFoundException) return unexpected(done.error());
  return {};
}

// Deletes all tables and returns their number.
Result<std::size_t> drop_all(Database& database) {
  std::size_t count = 0;
  std::optional<std::string> after;
  do {
    PARTITA_TRY_VALUE(page, database.list_tables({.exclusive_start_table_name = after}));
    for (const std::string& name : page.table_names) {
      PARTITA_TRY(drop(database, name));
      ++count;
    }
    after = page.last_evaluated_table_name;
  } while (after);
  return count;
}

}  // namespace

Result<std::size_t> AccountDatabases::forget(std::string_view account) {
  if (account == engine_.account())
    return fail(ErrorCode::ValidationException,
                "the server's own account cannot be forgotten: delete its tables by name");
  // The account may have tables from an earlier run of the server, which no request has named yet.
  for (const engine::Context* context : engine_.engine().realms().of_account(account))
    PARTITA_TRY(find(account, context->region));
  PARTITA_TRY(engine_.engine().forget_transfers_of(account));
  PARTITA_TRY(engine_.engine().remove_restored_tables_of(account));
  auto dropped = drop_all_of(account);
  PARTITA_TRY(engine_.engine().forget_backups_of(account));
  PARTITA_TRY(engine_.engine().forget_tokens_of(account));
  const std::lock_guard lock(mutex_);
  faults_of_accounts_.erase(std::string(account));
  for (const Entry* entry : entries_of(account))
    if (entry->faulty) PARTITA_TRY(entry->faulty->set_faults(Faults{}));
  engine_.engine().realms().reset_clock(account);
  return dropped;
}

Result<std::size_t> AccountDatabases::drop_all_of(std::string_view account) {
  // A table that is being created, changed or deleted (--table-delay) cannot be deleted, and keeps its name. By the
  // account's clock these delays are over.
  engine_.engine().realms().reset_clock(account);
  std::size_t count = 0;
  for (const Entry* entry : entries_of(account)) {
    PARTITA_TRY(engine_.engine().end_delays_of(account));
    PARTITA_TRY_VALUE(dropped, drop_all(*entry->embedded));
    count += dropped;
  }
  PARTITA_TRY(engine_.engine().end_delays_of(account));
  return count;
}

Result<std::chrono::milliseconds> AccountDatabases::advance_clock(std::string_view account,
                                                                  std::chrono::milliseconds by) {
  if (account == engine_.account())
    return fail(ErrorCode::ValidationException, "the clock of the server's own account cannot be set");
  return engine_.engine().advance_clock(account, by);
}

std::vector<std::uint64_t> AccountDatabases::times_acted() {
  const std::lock_guard lock(mutex_);
  std::vector<std::uint64_t> sums;
  each_faulty([&](const client::DatabaseWithFaults& faulty) {
    const std::vector<std::uint64_t> times = faulty.times_acted();
    sums.resize(std::max(sums.size(), times.size()));
    for (std::size_t i = 0; i < times.size(); ++i) sums[i] += times[i];
  });
  return sums;
}

void AccountDatabases::end_delays() {
  const std::lock_guard lock(mutex_);
  delays_ended_ = true;
  each_faulty([](client::DatabaseWithFaults& faulty) { faulty.end_delays(); });
}

}  // namespace partita::tools
