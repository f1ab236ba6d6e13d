// A server process that asks policies, with users.
#pragma once

#include <partita/connect.h>
#include <partita/database.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "scenario_file.h"
#include "support/partita_process.h"
#include "support/temporary_directory.h"

namespace partita::test {

class AccessServer {
 public:
  static constexpr const char* kRoot = "root";  // the root of the account 123456789012, which is always there

  // Throws std::runtime_error if a user's lines cannot be read.
  explicit AccessServer(const std::vector<User>& users, const std::vector<std::string>& more_options = {});

  // A connection whose requests are signed by the user. Throws std::runtime_error if the user does not exist.
  Database& as(const std::string& user);
  // The user's ARN.
  std::string arn(const std::string& user) const;
  ServerProcess& process() { return *process_; }

 private:
  struct Known {
    std::string account = "123456789012";
    bool is_root = false;
    std::unique_ptr<Database> database;
  };

  // Writes the documents of the user into files, and returns the section of the credentials file.
  std::string section_of(const User& user);

  TemporaryDirectory directory_;
  std::map<std::string, Known> users_;
  std::unique_ptr<ServerProcess> process_;
};

}  // namespace partita::test
