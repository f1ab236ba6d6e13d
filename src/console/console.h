// The console of a database: pages for a browser, and operations that DynamoDB's API does not have.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "client/embedded_database.h"
#include "console/model_view.h"
#include "console/site/files.h"
#include "console/site/session.h"
#include "modelling/core/model.h"
#include "server/console.h"
#include "server/server.h"

namespace partita::console {

enum class Mode : std::uint8_t {
  Serve,     // a further port of the server that has the database
  Endpoint,  // in front of another endpoint, for the user who started it
};

struct ConsoleOptions {
  Mode mode = Mode::Serve;
  std::string version = {};
  std::string endpoint = {};  // whose tables the console shows
  std::string region = {};
  std::string account = {};
  server::Auth auth = server::Auth::Any;
  bool amazon = false;     // whether the endpoint is one of Amazon's
  bool read_only = false;  // whether only reads are passed on
  std::string token = {};  // see Session
  // The data model, for DescribeModel, ComposePattern and JudgeItems. nullptr: these are refused.
  std::shared_ptr<const modelling::Model> model = {};
  // The rest is for Mode::Serve. They must be safe from any thread, and outlive the console's server.
  std::function<std::string(server::MetricsFormat)> metrics = {};
  const client::EmbeddedDatabase* database = nullptr;  // whose hot keys are shown; nullptr: no database in this process
  bool watches_all_keys = false;                       // OpenOptions::hot_keys
  std::string audit_log = {};                          // its path; empty: no audit log
};

class Console final : public server::Console {
 public:
  explicit Console(ConsoleOptions options);

  const server::ConsoleFile* file(std::string_view path) const override { return files_.find(path); }
  std::string description() const override { return description_; }
  std::optional<std::string> metrics(server::MetricsFormat format) const override;
  std::string_view account() const override { return options_.account; }
  bool admits(std::string_view session) const override { return session_.admits(session); }
  const server::ConsoleOperation* operation(std::string_view name) const override;
  Result<std::string> answer(const server::ConsoleOperation& operation, std::string_view body) override;
  std::optional<Error> refusal(protocol::Operation operation, std::string_view body) const override;

 private:
  struct Known;
  static const Known kKnown[];

  Result<std::string> open_session(std::string_view body);
  Result<std::string> list_hot_keys(std::string_view body);
  Result<std::string> read_audit_log(std::string_view body);
  Result<std::string> describe_model(std::string_view body);
  Result<std::string> compose_pattern(std::string_view body);
  Result<std::string> judge_items(std::string_view body);
  Result<std::string> tables_of_template(std::string_view body);
  // Errors: ValidationException that says how to give a model.
  Result<void> need_model() const;

  const ConsoleOptions options_;
  const Files files_;
  const std::string description_;
  Session session_;
  std::unique_ptr<const ModelView> model_;  // nullptr without a model
};

}  // namespace partita::console
