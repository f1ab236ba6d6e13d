// A part of an integer program: the rest when some variables are known, and the pieces into which the rest falls.
#pragma once

#include <optional>
#include <vector>

#include "modelling/design/program/solver.h"

namespace partita::modelling::design {

struct Part {
  const Program* program = nullptr;
  std::vector<VariablePosition> variables = {};  // that are not known
  std::vector<Program::Constraint> constraints = {};
  // Of one of the program's differences: the groups that may still have a variable that is 1.
  struct Difference {
    Position<Program::Groups> position = {};
    Program::Groups groups = {};
  };
  std::vector<Difference> differences = {};
  std::vector<VariablePosition> ones = {};  // that are known to be 1
};

Part whole_of(const Program& program);

// The part after each single variable is set whose value follows from the part's constraints, and from `ones` and
// `zeros`. Empty if no solution is left.
std::optional<Part> simplified(Part part, const std::vector<VariablePosition>& ones = {},
                               const std::vector<VariablePosition>& zeros = {});

// The pieces that no constraint joins. Differences may join them. The variables that are known are left out.
std::vector<Part> pieces_of(const Part& part);

}  // namespace partita::modelling::design
