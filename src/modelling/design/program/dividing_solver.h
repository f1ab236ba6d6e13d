// Solves an integer program piece by piece. The program of a design falls into many pieces: tables that no read joins,
// and, as soon as the form of a table's key is chosen, the entities of the table. From one program of a search to the
// next only those pieces change about which something was found out.
#pragma once

#include <chrono>
#include <string>
#include <unordered_map>
#include <vector>

#include "modelling/design/program/part.h"

namespace partita::modelling::design {

class DividingSolver {
 public:
  // As design::solve. Pieces that were solved before are not solved again.
  expected<Solution, std::string> solve(const Program& program, double seconds, int most_nodes = -1);
  // The programs that the library has solved. The pieces that were known before are not among them.
  std::size_t solved() const { return solved_; }

 private:
  using Clock = std::chrono::steady_clock;
  // The variables that are not 0.
  struct Answer {
    Solution::State state = Solution::State::Optimal;
    std::vector<VariablePosition> chosen = {};
    double cost = 0;   // infinite without a solution
    double bound = 0;  // infinite if no solution exists
  };
  static Answer no_answer();

  Answer answer_of(const std::optional<Part>& part);
  Answer answer_of_pieces(const Part& part, const std::vector<Part>& pieces);
  Answer answer_of_branches(const Part& part, const std::vector<VariablePosition>& branch);
  Answer answer_of_whole(const Part& part);

  std::unordered_map<std::string, Solution> known_;  // by the text of the piece
  Clock::time_point end_ = {};
  int most_nodes_ = -1;
  std::size_t solved_ = 0;
  std::string error_;
};

}  // namespace partita::modelling::design
