// The session: a database with the settings and the data of the model layer, and the way in which the functions of the
// library give their answers.
//
// The headers of this folder declare the functions of the library that the typed front (db.h) calls: reads and writes
// over a model's description, on attribute values. The front checks types and plans at compile time, and turns structs
// into attribute maps. All decisions that depend on values are made behind these functions. Maps of fields hold values
// under the fields' *attribute* names.
//
// Every function with a Mode works in two modes. Mode::Wait calls `done` before it returns, on the calling thread.
// Mode::Async never waits, and calls `done` on any thread, perhaps before it returns. `done` is called exactly once. A
// request belongs to the function that receives it. The descriptions that it points to must live as long as the
// program.
#pragma once

#include <partita/error.h>
#include <partita/export.h>
#include <partita/model/runtime/description.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

// <partita/database_class.h> declares it. The front needs only its name.
namespace partita {
class Database;
}

namespace partita::model {

// The way in which a function gives its answer. The head of this file describes the two.
enum class Mode : std::uint8_t { Wait, Async };

template <class T>
using Done = std::function<void(Result<T>)>;

// The policy for requests that are sent again: after a failure that passes, such as throttling, and for the items that
// the database left unprocessed.
struct RetryPolicy {
  int attempts = 10;                          // the attempts for one request
  std::chrono::milliseconds first_delay{25};  // doubles for each attempt; a random part of it is waited
  std::chrono::milliseconds longest_delay{5'000};
};

// The settings of a session.
struct SessionOptions {
  // A text in front of every table's name, unless `table_names` has the table. "develop." makes develop.Favorite.
  std::string table_prefix = {};
  // The declared name and the name to use. If two tables of a db would have one name, each call of the db fails with a
  // ValidationException that names both.
  std::vector<std::pair<std::string, std::string>> table_names = {};
  // Page tokens are signed with the first key and accepted with any of them. Without keys the session uses a random
  // one, so that its tokens are valid only in this session. With an empty key, each call fails with a
  // ValidationException, because everybody could make such tokens.
  std::vector<std::string> page_token_keys = {};
  RetryPolicy retries = {};
  int read_first_attempts = 5;  // the attempts of an update with .read_first()
  // Returns the time for time to live, in milliseconds since 1970. The default is the system's clock.
  std::function<std::int64_t()> now_ms = {};
};

// With Yes, a read sees all writes that were acknowledged before it. It costs twice the capacity units on the service.
enum class ConsistentRead : std::uint8_t { No, Yes };

class Session;  // A session is safe to use from several threads.

// Makes a session. `database` lives as long as the session and the work under way.
PARTITA_API std::shared_ptr<Session> make_session(std::shared_ptr<Database> database, SessionOptions options);
PARTITA_API std::shared_ptr<Session> make_session(std::shared_ptr<Database> database);
PARTITA_API std::shared_ptr<Session> make_session(std::unique_ptr<Database> database);
// Lets each call of the session fail, with an error that says why, if two of the tables have one name in the database.
// Must be called before the first call.
PARTITA_API void check_table_names(Session& session, std::span<const TableInfo* const> tables);
PARTITA_API Database& database_of(Session& session);
PARTITA_API std::string table_name(const Session& session, const TableInfo& table);

// The cost of a call.
struct PARTITA_API Cost {
  int requests = 0;
  std::int64_t evaluated = 0;  // items that were read
  std::int64_t returned = 0;   // items that the filter let through
  // Rows of an index that were left out, because their members are not what was asked for. Their index key is out of
  // date: a program that does not know the index, such as an earlier version, changed them. verify() lists such items.
  std::int64_t stale = 0;
  double capacity_units = 0;
  double search_bytes = 0;  // the bytes that searches of vector indexes are charged for
};

}  // namespace partita::model

extern template class partita::expected<void, partita::Error>;
extern template class partita::expected<partita::model::Cost, partita::Error>;
