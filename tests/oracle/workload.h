// Workload: random operations that are performed on the database and on the model. Their answers are compared.
#pragma once

#include <fmt/format.h>

#include <stdexcept>

#include "dice.h"
#include "expressions.h"
#include "protocol/codec.h"

namespace partita::test {

// The database and the model differ; what() describes the difference.
class Mismatch : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Workload {
 public:
  Workload(std::uint64_t seed, bool with_indexes);

  // Performs one random operation. Throws Mismatch.
  void step(Database& database);
  // The same with an operation that writes.
  void write_step(Database& database);
  // Deletes a global index or creates it again. Throws Mismatch.
  void update_table(Database& database, const UpdateTableRequest& request);
  // A random one of the global indexes.
  const Shape& any_global_index();
  // Compares all contents: the table, each index, and the counts of DescribeTable. Throws Mismatch.
  void compare_all(Database& database);
  // The last request, as JSON.
  const std::string& last_request() const { return last_request_; }

 private:
  void put(Database& database);
  void update(Database& database);
  void erase(Database& database);
  void get(Database& database);
  void query(Database& database);
  void scan(Database& database);
  void batch_write(Database& database);
  void batch_get(Database& database);
  void transact_write(Database& database);
  void transact_get(Database& database);

  // Adds one member, its effect on the model, and the code with which it would be cancelled.
  struct Member;
  Member member(const AttributeMap& key);

  const Shape& any_shape();

  template <class Request>
  const Request& noted(const char* operation, const Request& request) {
    last_request_ = std::string(operation) + " ";
    protocol::encode_request(request, last_request_);
    return request;
  }

  const bool with_indexes_;
  Dice dice_;
  Model model_;
  std::string last_request_;
};

std::string shown(const AttributeMap& item);

// Each of the following throws Mismatch.

void expect(bool holds, const std::string& what);
void expect_same(const std::optional<Item>& actual, const AttributeMap* expected, const std::string& what);
// Compares in any order.
void expect_same(std::vector<AttributeMap> actual, std::vector<AttributeMap> expected, const std::string& what);
template <class Response>
void expect_success(const Result<Response>& result) {
  if (!result) throw Mismatch(fmt::format("{}: {}", describe(result.error().code).name, result.error().message));
}
template <class Response>
void expect_failure(const Result<Response>& result, ErrorCode code) {
  expect(!result, fmt::format("it succeeded where the model says {}", describe(code).name));
  expect(result.error().code == code, fmt::format("{}: {}, but the model says {}", describe(result.error().code).name,
                                                  result.error().message, describe(code).name));
}

}  // namespace partita::test
