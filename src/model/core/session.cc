#include "model/core/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <thread>

#include "base/check.h"
#include "base/clock.h"
#include "base/completing.h"
#include "base/random.h"
#include "model/core/background.h"
#include "model/core/no_database.h"

namespace partita::model {
namespace {
constexpr std::size_t kRandomKeyBytes = 32;

std::vector<std::string> token_keys(const SessionOptions& options, const SessionDependencies& dependencies) {
  if (!options.page_token_keys.empty()) return options.page_token_keys;
  return {dependencies.random_bytes ? dependencies.random_bytes(kRandomKeyBytes) : base::random_bytes(kRandomKeyBytes)};
}
}  // namespace

Session::Session(std::shared_ptr<Database> database, SessionOptions options, SessionDependencies dependencies)
    : database_(database ? std::move(database) : std::make_shared<NoDatabase>()),
      options_(std::move(options)),
      dependencies_(std::move(dependencies)),
      page_token_keys_(token_keys(options_, dependencies_)) {
  wait_for_background_at_exit();
  if (std::ranges::any_of(page_token_keys_, &std::string::empty))
    fault_ = invalid(
                 "SessionOptions::page_token_keys has an empty key, with which anybody could sign a page token: give "
                 "random bytes, the same ones to all programs that share tokens, or leave the list empty")
                 .error();
}

Session::~Session() {
  if (!base::Completing::here()) return;
  begin_background();
  std::thread([database = std::move(database_)]() mutable {
    database.reset();
    end_background();
  }).detach();
}

std::string Session::table_name(const TableInfo& table) const {
  for (const auto& [declared, used] : options_.table_names)
    if (declared == table.name) return used;
  return options_.table_prefix + std::string(table.name);
}

void Session::check_table_names(std::span<const TableInfo* const> tables) {
  for (std::size_t i = 0; i < tables.size() && !fault_; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const std::string name = table_name(*tables[i]);
      if (table_name(*tables[j]) != name) continue;
      fault_ =
          invalid(fmt::format("the tables {} and {} of this db would both be the table {} of the database, so that "
                              "items of one would replace items of the other: give each its own name in "
                              "SessionOptions::table_names",
                              tables[j]->name, tables[i]->name, name))
              .error();
    }
}

std::int64_t Session::now_ms() const {
  if (options_.now_ms) return options_.now_ms();
  return base::SystemClock().now_ms();
}

std::string Session::random_bytes(std::size_t count) const {
  return dependencies_.random_bytes ? dependencies_.random_bytes(count) : base::random_bytes(count);
}

double Session::uniform() const {
  std::uint64_t bits = 0;
  const std::string bytes = random_bytes(sizeof bits);
  std::memcpy(&bits, bytes.data(), sizeof bits);
  return std::ldexp(static_cast<double>(bits >> 11), -53);
}

std::optional<std::chrono::milliseconds> Session::back_off(int attempt) const {
  const RetryPolicy& policy = options_.retries;
  if (attempt >= policy.attempts) return std::nullopt;
  const double ceiling = std::min(std::ldexp(static_cast<double>(policy.first_delay.count()), attempt - 1),
                                  static_cast<double>(policy.longest_delay.count()));
  return std::chrono::milliseconds(std::llround(uniform() * ceiling));
}

void Session::sleep(std::chrono::milliseconds delay) const {
  if (dependencies_.sleep) return dependencies_.sleep(delay);
  std::this_thread::sleep_for(delay);
}

void Session::after(std::chrono::milliseconds delay, std::function<void()> run) {
  if (dependencies_.after) return dependencies_.after(delay, std::move(run));
  timer_.after(delay, std::move(run));
}

std::shared_ptr<Session> make_session(std::shared_ptr<Database> database, SessionOptions options) {
  return std::make_shared<Session>(std::move(database), std::move(options));
}

std::shared_ptr<Session> make_session(std::shared_ptr<Database> database) {
  return make_session(std::move(database), SessionOptions());
}

std::shared_ptr<Session> make_session(std::unique_ptr<Database> database) {
  return make_session(std::shared_ptr<Database>(std::move(database)), SessionOptions());
}

void check_table_names(Session& session, std::span<const TableInfo* const> tables) {
  session.check_table_names(tables);
}

Database& database_of(Session& session) { return session.database(); }

void declare_copies(Session& session, std::span<const CopyInfo> copies) { session.declare_copies(copies); }

std::string table_name(const Session& session, const TableInfo& table) { return session.table_name(table); }

std::string random_id(const Session& session) {
  std::string bytes = session.random_bytes(16);
  bytes[6] = static_cast<char>((bytes[6] & 0x0f) | 0x40);  // a UUID of version 4
  bytes[8] = static_cast<char>((bytes[8] & 0x3f) | 0x80);
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned char>(bytes[i]));
  }
  return text;
}

}  // namespace partita::model
