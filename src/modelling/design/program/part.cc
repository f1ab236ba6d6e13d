#include "modelling/design/program/part.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace partita::modelling::design {
namespace {

constexpr double kTolerance = 1e-9;
constexpr double kUnbounded = std::numeric_limits<double>::infinity();

// Finds the variables whose value follows from single constraints.
class Simplifier {
 public:
  Simplifier(Part part, const std::vector<VariablePosition>& ones, const std::vector<VariablePosition>& zeros)
      : part_(std::move(part)), program_(*part_.program), values_(program_.count(), 0) {
    for (const VariablePosition variable : part_.variables) value(variable) = kFree;
    for (const VariablePosition variable : ones) set(variable, 1);
    for (const VariablePosition variable : zeros) set(variable, 0);
  }

  std::optional<Part> run() {
    do {
      changed_ = false;
      for (Program::Constraint& constraint : part_.constraints)
        if (!tighten(constraint)) return std::nullopt;
      if (!tighten_differences()) return std::nullopt;
    } while (changed_);
    if (!is_possible_) return std::nullopt;
    drop_constraints();
    for (const VariablePosition variable : part_.variables)
      if (value(variable) == 1) part_.ones.push_back(variable);
    std::erase_if(part_.variables, [&](VariablePosition variable) { return !is_free(variable); });
    return std::move(part_);
  }

 private:
  static constexpr signed char kFree = 2;
  signed char& value(VariablePosition variable) { return values_[variable]; }
  bool is_free(VariablePosition variable) { return value(variable) == kFree; }
  void set(VariablePosition variable, int to) {
    if (!is_free(variable)) {
      is_possible_ = is_possible_ && value(variable) == to;
      return;
    }
    value(variable) = static_cast<signed char>(to);
    changed_ = true;
  }

  double least_of(const Program::Term& term) const {
    if (term.factor >= 0) return 0;
    return program_.is_amount(term.variable) ? -kUnbounded : term.factor;
  }
  double most_of(const Program::Term& term) const {
    if (term.factor <= 0) return 0;
    return program_.is_amount(term.variable) ? kUnbounded : term.factor;
  }

  // Takes the known variables out of the constraint, and sets each other variable that can have only one value. Returns
  // false if no solution is left.
  bool tighten(Program::Constraint& constraint) {
    std::erase_if(constraint.terms, [&](const Program::Term& term) {
      if (is_free(term.variable)) return false;
      constraint.bound -= term.factor * value(term.variable);
      return true;
    });
    double least = 0, most = 0;
    for (const Program::Term& term : constraint.terms) {
      least += least_of(term);
      most += most_of(term);
    }
    const bool has_most = constraint.sense != Program::Sense::AtLeast;
    const bool has_least = constraint.sense != Program::Sense::AtMost;
    if (has_most && least > constraint.bound + kTolerance) return false;
    if (has_least && most < constraint.bound - kTolerance) return false;
    for (const Program::Term& term : constraint.terms) {
      if (program_.is_amount(term.variable)) continue;
      // How far the sum goes if the variable takes the value that is against the constraint.
      const double step = std::abs(term.factor);
      if (has_most && least + step > constraint.bound + kTolerance) set(term.variable, term.factor > 0 ? 0 : 1);
      if (has_least && most - step < constraint.bound - kTolerance) set(term.variable, term.factor > 0 ? 1 : 0);
    }
    return is_possible_;
  }

  bool tighten_differences() {
    for (std::size_t i = 0; i < part_.differences.size();) {
      Program::Groups& groups = part_.differences[i].groups;
      bool differs = false;
      std::erase_if(groups, [&](std::vector<VariablePosition>& group) {
        const bool is_there =
            std::any_of(group.begin(), group.end(), [&](VariablePosition one) { return value(one) == 1; });
        std::erase_if(group, [&](VariablePosition one) { return !is_free(one); });
        differs = differs || (!is_there && group.empty());
        return is_there;
      });
      if (differs) {
        part_.differences.erase(part_.differences.begin() + static_cast<std::ptrdiff_t>(i));
        continue;
      }
      if (groups.empty()) return false;
      ++i;
    }
    return true;
  }

  // Those that any values of the free variables fulfil.
  void drop_constraints() {
    std::erase_if(part_.constraints, [&](const Program::Constraint& constraint) {
      double least = 0, most = 0;
      for (const Program::Term& term : constraint.terms) {
        least += least_of(term);
        most += most_of(term);
      }
      const bool is_below = most <= constraint.bound + kTolerance, is_above = least >= constraint.bound - kTolerance;
      if (constraint.sense == Program::Sense::AtMost) return is_below;
      if (constraint.sense == Program::Sense::AtLeast) return is_above;
      return is_below && is_above;
    });
  }

  Part part_;
  const Program& program_;
  ListBy<Variable, signed char> values_;
  bool changed_ = false;
  bool is_possible_ = true;
};

}  // namespace

Part whole_of(const Program& program) {
  Part out{.program = &program, .constraints = program.constraints()};
  for (const VariablePosition variable : program.variables()) out.variables.push_back(variable);
  for (const auto position : positions_of(program.differences()))
    out.differences.push_back({position, at(program.differences(), position)});
  return out;
}

std::optional<Part> simplified(Part part, const std::vector<VariablePosition>& ones,
                               const std::vector<VariablePosition>& zeros) {
  return Simplifier(std::move(part), ones, zeros).run();
}

std::vector<Part> pieces_of(const Part& part) {
  ListBy<Variable, VariablePosition> roots;
  for (const VariablePosition variable : part.program->variables()) roots.push_back(variable);
  const auto root_of = [&](VariablePosition variable) {
    VariablePosition& root = roots[variable];
    while (root != roots[root]) root = roots[root];
    return root;
  };
  const auto join = [&](VariablePosition a, VariablePosition b) {
    const auto [to, from] = std::minmax({root_of(a), root_of(b)});
    roots[from] = to;
  };
  for (const Program::Constraint& constraint : part.constraints)
    for (const Program::Term& term : constraint.terms) join(constraint.terms[0].variable, term.variable);
  for (const Part::Difference& difference : part.differences)
    for (const std::vector<VariablePosition>& group : difference.groups)
      for (const VariablePosition variable : group) join(group[0], variable);

  std::vector<Part> out;
  ListBy<Variable, std::size_t> piece_of(roots.size(), 0);  // by the root
  for (const VariablePosition variable : part.variables) {
    const VariablePosition root = root_of(variable);
    if (root == variable) {
      piece_of[root] = out.size();
      out.push_back({.program = part.program});
    }
    out[piece_of[root]].variables.push_back(variable);
  }
  const auto piece_with = [&](VariablePosition variable) -> Part& { return out[piece_of[root_of(variable)]]; };
  for (const Program::Constraint& constraint : part.constraints)
    piece_with(constraint.terms[0].variable).constraints.push_back(constraint);
  for (const Part::Difference& difference : part.differences)
    for (const std::vector<VariablePosition>& group : difference.groups) {
      Part& piece = piece_with(group[0]);
      if (piece.differences.empty() || piece.differences.back().position != difference.position)
        piece.differences.push_back({difference.position, {}});
      piece.differences.back().groups.push_back(group);
    }
  return out;
}

}  // namespace partita::modelling::design
