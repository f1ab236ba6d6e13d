// A remote database whose dependencies the test sets: no waits between attempts, a clock that does not move, and its
// own environment.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "client/connect.h"
#include "support/requests.h"
#include "support/scripted_server.h"

namespace partita::client {

using test::ScriptedAnswer;
using test::ScriptedServer;

using Variables = std::map<std::string, std::string>;
inline Environment environment_of(Variables variables) {
  return [variables = std::move(variables)](const char* name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
}

class RemoteTest : public ::testing::Test {
 protected:
  static constexpr std::int64_t kNowMs = 1'440'938'160'000;  // 2015-08-30T12:36:00Z

  std::unique_ptr<Database> connect_to(const ScriptedServer& server, ConnectOptions options = {}) {
    ClientDependencies dependencies;
    dependencies.environment = environment_of(variables_);
    dependencies.clock = clock_;
    dependencies.jitter = [this] {
      ++retries_;
      return 0.0;
    };
    auto database = connect(server.url(), options, std::move(dependencies));
    EXPECT_TRUE(database) << database.error().message;
    return database ? *std::move(database) : nullptr;
  }

  static ScriptedAnswer ok() { return {}; }
  static ScriptedAnswer internal_error() { return ScriptedAnswer::error(500, "InternalServerError", "luck"); }
  static GetItemRequest get() { return test::get_request("t", {{"pk", "a"}}); }
  static PutItemRequest put() { return test::put_request("t", {{"pk", "a"}}); }
  static UpdateItemRequest add_one() { return test::update_request("t", {{"pk", "a"}}, "ADD n :one", {{":one", 1}}); }

  Variables variables_;
  const std::shared_ptr<base::ManualClock> clock_ = std::make_shared<base::ManualClock>(kNowMs);
  std::atomic<int> retries_ = 0;
};

}  // namespace partita::client
