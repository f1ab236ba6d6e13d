// The checks that peers_client makes of an endpoint.
#pragma once

#include <partita/database.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace partita::peers {

struct Failed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws Failed if `holds` is false.
void expect(bool holds, const std::string& what);
template <class T>
T expect_answer(Result<T> result, const std::string& what) {
  if (!result)
    throw Failed(what + ": " + std::string(describe(result.error().code).name) + ": " + result.error().message);
  return *std::move(result);
}
template <class T>
Error expect_error(const Result<T>& result, ErrorCode code, const std::string& what) {
  if (result) throw Failed(what + " was not refused");
  if (result.error().code != code)
    throw Failed(what + " was refused with " + std::string(describe(result.error().code).name) + ": " +
                 result.error().message);
  return result.error();
}

struct Check {
  std::string name;
  std::string needs;  // a feature that an endpoint may lack, such as "transactions", or empty
  void (*run)(Database& database, const std::string& table);
};
// All checks, in the order in which they must run: the first creates the table, and the last deletes it.
std::vector<Check> all_checks();

// The parts of all_checks(), by subject.
void add_table_checks(std::vector<Check>& checks);
void add_item_checks(std::vector<Check>& checks);
void add_page_checks(std::vector<Check>& checks);
void add_batch_checks(std::vector<Check>& checks);
void add_transaction_checks(std::vector<Check>& checks);
void add_last_checks(std::vector<Check>& checks);

}  // namespace partita::peers
