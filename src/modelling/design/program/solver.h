// Integer programs with variables of 0 and 1 and amounts, solved by CBC (COIN-OR). Only solver.cc knows the library,
// which is loaded by the first program that is solved, because its own libraries would slow down every start of the
// command. It works in another process, because its assertions end the process that they are in.
#pragma once

#include <partita/expected.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "modelling/design/questions/positions.h"

namespace partita::modelling::design {

struct Variable;
using VariablePosition = Position<Variable>;

// Minimizes the sum of the variables' values by their costs, under linear constraints.
class Program {
 public:
  enum class Sense : char { AtMost = 'L', AtLeast = 'G', Equal = 'E' };
  struct Term {
    VariablePosition variable = {};
    double factor = 1;
  };

  // A variable of 0 or 1. Returns its position.
  VariablePosition add_variable(double cost);
  // A variable of any value from 0 on. Returns its position.
  VariablePosition add_amount(double cost);
  // The sum of the terms is at most, at least or equal to `bound`. A variable may occur in one term only.
  void add_constraint(std::vector<Term> terms, Sense sense, double bound);

  using Groups = std::vector<std::vector<VariablePosition>>;
  // Of each group at most one variable is 1, and not all groups have one: a solution differs from another one in at
  // least one group. Other constraints say that of each group at most one variable is 1.
  void add_difference(Groups groups);
  // Says that exactly one of these variables is 1, which other constraints demand, and that the rest of the program
  // falls apart when it is known which one. A hint for DividingSolver.
  void add_branch(std::vector<VariablePosition> variables);

  PositionsOf<Variable> variables() const { return positions_of(costs_); }
  std::size_t count() const { return costs_.size(); }  // of the variables
  double cost(VariablePosition variable) const { return costs_[variable]; }
  bool is_amount(VariablePosition variable) const { return amounts_[variable]; }

  struct Constraint {
    std::vector<Term> terms = {};
    Sense sense = Sense::AtMost;
    double bound = 0;
  };
  const std::vector<Constraint>& constraints() const { return constraints_; }
  const std::vector<Groups>& differences() const { return differences_; }
  const std::vector<std::vector<VariablePosition>>& branches() const { return branches_; }

 private:
  ListBy<Variable, double> costs_;
  ListBy<Variable, bool> amounts_;
  std::vector<Constraint> constraints_;
  std::vector<Groups> differences_;
  std::vector<std::vector<VariablePosition>> branches_;
};

struct Solution {
  enum class State : std::uint8_t { Optimal, TimeOut, Infeasible };
  State state = State::Optimal;
  // The variables that are 1, and the amounts that are not 0. Empty if Infeasible, or if no solution was
  // found in time.
  ListBy<Variable, bool> chosen = {};
  double cost = 0;   // of all variables
  double bound = 0;  // no solution costs less; equal to `cost` if Optimal
};

// The sum of the negative costs: no solution costs less.
double least_cost(const Program& program);

// The same program has the same solution each time, unless the time runs out. One thread works, for about `seconds` at
// most. Errors: a text of one line, if the library cannot be loaded, or if it gives up.
// `most_nodes` ends the solution as the time does, after this many nodes of the search tree; -1: no limit.
expected<Solution, std::string> solve(const Program& program, double seconds, int most_nodes = -1);

// No solution costs less: the least cost if the variables of 0 or 1 may have any value between. This bound is found
// much faster. Infinite if there is no solution. Errors: as solve().
expected<double, std::string> relaxed_bound(const Program& program, double seconds);

}  // namespace partita::modelling::design
