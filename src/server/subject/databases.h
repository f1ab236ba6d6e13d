// Databases: gives a server the database for each account and region, so that callers with different ones share no
// tables.
#pragma once

#include <partita/database.h>

#include <optional>
#include <string_view>

#include "permissions/tables.h"

namespace partita::server {

// The database that serves a request.
struct Served {
  Database* database = nullptr;
  const permissions::Tables* tables = nullptr;  // of the database; needed for Auth::Iam only
};

class Databases {
 public:
  virtual ~Databases() = default;
  // The database of a request that names no account, in the server's own region.
  virtual Served own() = 0;
  // The database of an account in a region. An empty text means the server's own. The database lives as long as this
  // object. It is called for each request of another account or region, on any thread, so it must neither allocate nor
  // lock for those that it has given before. Errors: the answer to the request.
  virtual Result<Served> find(std::string_view account, std::string_view region) = 0;
  // The same for an account that was used before. nullopt if it was not, because a caller may name any account. It
  // takes no lock for those that find() has given before.
  virtual std::optional<Served> find_used(std::string_view account, std::string_view region) = 0;
};

// One database for all callers.
class OneDatabase final : public Databases {
 public:
  // `database` and `tables`, which may be nullptr, must outlive this object.
  explicit OneDatabase(Database& database, const permissions::Tables* tables = nullptr) : served_{&database, tables} {}
  Served own() override { return served_; }
  Result<Served> find(std::string_view, std::string_view) override { return served_; }
  std::optional<Served> find_used(std::string_view, std::string_view) override { return std::nullopt; }

 private:
  const Served served_;
};

}  // namespace partita::server
