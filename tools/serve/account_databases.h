// AccountDatabases: the databases of all accounts and regions of `partita serve`, over one engine, each with faults on
// purpose in front of it if the server has them.
#pragma once

#include <partita/faults.h>

#include <array>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "catalog_tables.h"
#include "client/embedded_database.h"
#include "client/faults/database_with_faults.h"
#include "client/standby_database.h"
#include "server/subject/databases.h"

namespace partita::tools {

class AccountDatabases final : public server::Databases {
 public:
  // `engine` is the database of requests that name no account. It must outlive the result. Each account has its own
  // faults, so that a rule counts only the calls of one account. Errors: ValidationException, if a rule is wrong.
  // `refusal` is the text by which a standby refuses writes; empty: it is not a standby.
  static Result<std::unique_ptr<AccountDatabases>> make(client::EmbeddedDatabase& engine, std::optional<Faults> faults,
                                                        std::string refusal = {});
  ~AccountDatabases() override;
  AccountDatabases(const AccountDatabases&) = delete;
  AccountDatabases& operator=(const AccountDatabases&) = delete;

  server::Served own() override { return {own_, &own_tables_}; }
  // Errors: those of engine::Realms::get().
  Result<server::Served> find(std::string_view account, std::string_view region) override;
  std::optional<server::Served> find_used(std::string_view account, std::string_view region) override;
  // Replaces the faults of all accounts. Requires: there were faults from the beginning, of which none needs to have
  // had a rule. Errors: ValidationException, if a rule is wrong. Then all stay as they were.
  Result<void> set_faults(Faults faults);
  // Replaces the faults of one account, 12 digits, until set_faults() replaces those of all. Errors: as set_faults(),
  // and ValidationException for a clock skew, because all accounts have one clock.
  Result<void> set_faults_of(std::string_view account, Faults faults);
  // Deletes all tables of one account, also those that are protected, its client request tokens and its faults, and
  // sets its clock back. Returns the number of tables. Errors: ValidationException for the server's own account, whose
  // tables may be somebody's data; those of DeleteTable.
  Result<std::size_t> forget(std::string_view account);
  // Sets the clock of one account further ahead and deletes the items of its tables that have expired by then
  // (engine::Engine::advance_clock()). Returns by how much the clock is ahead now. Errors: those of that function, and
  // ValidationException for the server's own account, whose tables may be somebody's data.
  Result<std::chrono::milliseconds> advance_clock(std::string_view account, std::chrono::milliseconds by);
  // The system's clock with the faults' clock skew.
  const base::Clock& skewed_clock() const { return skewed_clock_; }
  // How often each rule has acted since the rules were set, in all accounts together.
  std::vector<std::uint64_t> times_acted();
  // Ends the delays of all faults, also those that begin later.
  void end_delays();

 private:
  // An entry of the table. It never changes once a bucket leads to it, and lives as long as this object. So readers
  // need no lock.
  struct Entry {
    std::string account;
    std::string region;
    std::unique_ptr<client::EmbeddedDatabase> embedded;
    std::unique_ptr<client::StandbyDatabase> standby;    // nullptr if the server is not a standby
    std::unique_ptr<client::DatabaseWithFaults> faulty;  // nullptr if there are no faults
    std::optional<CatalogTables> tables;
    const Entry* next = nullptr;  // in the bucket

    Database& behind_faults() const { return standby ? static_cast<Database&>(*standby) : *embedded; }
    server::Served served() const {
      return {faulty ? static_cast<Database*>(faulty.get()) : &behind_faults(), &*tables};
    }
  };
  using Bucket = std::atomic<const Entry*>;

  AccountDatabases(client::EmbeddedDatabase& engine, std::optional<Faults> faults, std::string refusal)
      : engine_(engine), own_tables_(engine.context()), refusal_(std::move(refusal)), faults_(std::move(faults)) {}
  // Returns nullptr if the server is not a standby.
  std::unique_ptr<client::StandbyDatabase> standby_of(Database& database) const;
  // Returns nullptr if there are no faults.
  Result<std::unique_ptr<client::DatabaseWithFaults>> in_front_of(Database& database) const;
  Bucket& bucket_of(std::string_view account, std::string_view region);
  static const Entry* find_in(const Entry* first, std::string_view account, std::string_view region);

  // Deletes all tables of an account, whose clock is ahead afterwards. Returns their number.
  Result<std::size_t> drop_all_of(std::string_view account);
  // The entries of an account, in all of its regions.
  std::vector<const Entry*> entries_of(std::string_view account) const;
  // Calls `visit` with the database with faults of each account.
  template <class Visit>
  void each_faulty(Visit visit);

  client::EmbeddedDatabase& engine_;
  const CatalogTables own_tables_;
  const std::string refusal_;
  std::unique_ptr<client::StandbyDatabase> own_standby_;    // nullptr if the server is not a standby
  std::unique_ptr<client::DatabaseWithFaults> own_faulty_;  // nullptr if there are no faults
  Database* own_ = nullptr;
  const base::SystemClock system_clock_;
  base::SkewedClock skewed_clock_{system_clock_};
  std::mutex mutex_;                                               // held while an entry is added
  std::optional<Faults> faults_;                                   // guarded by mutex_, like all below
  std::map<std::string, Faults, std::less<>> faults_of_accounts_;  // of those that have faults of their own
  bool delays_ended_ = false;
  std::array<Bucket, 4096> buckets_{};
};

}  // namespace partita::tools
