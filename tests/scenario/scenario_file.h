// Reads a scenario: a text file of steps, each a request with the answer expected. README.md says how it is written.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace partita::test {

struct Step {
  enum class Kind { Request, AdvanceClock, RunDueJobs };
  enum class Expect { Exactly, AtLeast, Error };

  int line = 0;
  Kind kind = Kind::Request;
  std::chrono::milliseconds advance{0};

  std::string operation;    // "PutItem"
  bool all_pages = false;   // follow LastEvaluatedKey; of Query and Scan
  std::string request;      // JSON
  Expect expect = Expect::Exactly;
  std::string error;        // its name
  std::string message;      // ending in "..." where only the beginning counts
  std::string answer;       // JSON; of an error what its JSON has at least, or empty
};

struct Scenario {
  std::chrono::milliseconds table_delay{0};
  std::vector<Step> steps;
};

// Throws std::runtime_error that names the file and the line where it is not understood.
Scenario read_scenario(const std::string& path);

}  // namespace partita::test
