// Reads a scenario, a text file of steps. Each step is a request with the expected answer. README.md describes the
// format.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace partita::test {

struct Step {
  enum class Kind { Request, AdvanceClock, RunDueJobs, PutObject };
  enum class Expect { Exactly, AtLeast, Error };

  int line = 0;
  Kind kind = Kind::Request;
  std::chrono::milliseconds advance{0};

  std::string object;   // of PutObject: BUCKET/KEY
  std::string content;  // of PutObject: the lines below it

  std::string caller;      // the user of the last @as; empty before the first one
  std::string operation;   // "PutItem"
  bool all_pages = false;  // follow LastEvaluatedKey (Query, Scan)
  std::string request;     // JSON
  Expect expect = Expect::Exactly;
  std::string error;    // its name
  std::string message;  // if it ends in "...", only a beginning
  std::string answer;   // JSON; for an error, members that it must have, or empty
};

// A user of a server that asks policies (tests/access).
struct User {
  std::string name;
  std::vector<std::string> lines;  // in the form of the lines below @user
};

struct Scenario {
  std::vector<User> users;
  std::chrono::milliseconds table_delay{0};
  std::vector<Step> steps;
};

// Throws std::runtime_error that names the file and the line if it cannot read a line.
Scenario read_scenario(const std::string& path);

}  // namespace partita::test
