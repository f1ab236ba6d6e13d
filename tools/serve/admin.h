// What `partita serve --admin-socket PATH` lets the owner of the process do.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "access.h"
#include "account_databases.h"
#include "client/embedded_database.h"
#include "serve_archive.h"
#include "serve_standby.h"
#include "server/endpoints/admin_socket.h"
#include "server/server.h"

namespace partita::tools {

// The requests of the socket:
//   GET /faults     the rules as they were given, and how often each has acted
//   PUT /faults     replaces the rules by the JSON of the body, whose form is that of --faults
//   DELETE /faults  removes all rules
//   PUT /faults?account=ID, DELETE /faults?account=ID  the same for the account ID only
//   PUT /clock?account=ID  sets the clock of the account further ahead by the seconds of the body, such as
//                   {"advance_seconds":3600}, and deletes the items that have expired by then; only if all data is in
//                   memory
//   DELETE /accounts/ID  deletes all tables of the account, its faults and its clock; answers with the number of tables
//   GET /metrics    the metrics, in Prometheus's format
//   GET /hot-keys   the most frequent partition keys of each table and index; /hot-keys.txt has them as lines
//   GET /tables     the number of items, their bytes and their hash of each table; /tables.txt has them as lines
//   GET /archive    how far the archive of --archive is; /archive.txt has it as lines
//   POST /promote   makes a primary server of a standby, which then begins anew
//   POST /iam       a command of `partita iam`, as json_of(IdentityCommand) writes it; answers with its text, and as
//                   /iam.json with JSON
class Admin {
 public:
  enum class Data : std::uint8_t { InMemory, OnDisk };

  // `database`, `faults`, `server` and `access` must outlive the object. `rules` is the JSON of the rules that `faults`
  // has.
  Admin(client::EmbeddedDatabase& database, Data data, AccountDatabases& faults, server::Server& server,
        const Access& access, std::string rules, LogSink log)
      : database_(database),
        data_(data),
        faults_(faults),
        server_(server),
        access_(access),
        log_(std::move(log)),
        rules_(std::move(rules)) {}

  // Requires: called before answer(). `archiver` outlives the object.
  void show_archive(const archive::Archiver& archiver) { archiver_ = &archiver; }
  // The same for the archive that a standby follows. `promote` makes a primary of it.
  void show_standby(const archive::Follower& follower, std::function<Result<void>()> promote) {
    follower_ = &follower;
    promote_ = std::move(promote);
  }
  // Any thread may call it.
  server::AdminAnswer answer(const server::AdminRequest& request);

 private:
  enum class Form : bool { Json, Lines };
  server::AdminAnswer show_archive_state(Form form);
  server::AdminAnswer promote();
  server::AdminAnswer show_tables();
  server::AdminAnswer show_tables_as_lines();
  server::AdminAnswer show_hot_keys();
  server::AdminAnswer show_hot_keys_as_lines();
  server::AdminAnswer show_faults();
  server::AdminAnswer set_faults(const std::string& json);
  server::AdminAnswer set_faults_of(std::string_view account, const server::AdminRequest& request);
  server::AdminAnswer advance_clock(std::string_view account, const server::AdminRequest& request);
  server::AdminAnswer forget(std::string_view account);
  server::AdminAnswer run_iam(const server::AdminRequest& request);

  client::EmbeddedDatabase& database_;
  const Data data_;
  AccountDatabases& faults_;
  server::Server& server_;
  const Access& access_;
  const archive::Archiver* archiver_ = nullptr;
  const archive::Follower* follower_ = nullptr;
  std::function<Result<void>()> promote_;  // empty if the server is not a standby
  const LogSink log_;
  std::mutex mutex_;
  std::string rules_;  // guarded by mutex_
};

}  // namespace partita::tools
