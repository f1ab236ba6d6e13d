#include "modelling/design/program/dividing_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "modelling/design/program/program_bytes.h"
#include "modelling/design/questions/fields.h"

namespace partita::modelling::design {
namespace {

constexpr double kNoCost = std::numeric_limits<double>::infinity();
constexpr double kLeastSeconds = 0.05;       // for a piece
constexpr std::size_t kMostDifferences = 4;  // that are divided among pieces
constexpr std::chrono::seconds kGrace{1};    // in which the last pieces may be solved after the end

// The part as a program of its own variables, which have the positions of the part's list.
Program program_of(const Part& part) {
  Program out;
  std::map<VariablePosition, VariablePosition> positions;
  for (const VariablePosition variable : part.variables)
    positions[variable] = part.program->is_amount(variable) ? out.add_amount(part.program->cost(variable))
                                                            : out.add_variable(part.program->cost(variable));
  for (const Program::Constraint& constraint : part.constraints) {
    std::vector<Program::Term> terms = constraint.terms;
    for (Program::Term& term : terms) term.variable = positions[term.variable];
    out.add_constraint(std::move(terms), constraint.sense, constraint.bound);
  }
  for (const Part::Difference& difference : part.differences) {
    Program::Groups groups = difference.groups;
    for (std::vector<VariablePosition>& group : groups)
      for (VariablePosition& variable : group) variable = positions[variable];
    out.add_difference(std::move(groups));
  }
  return out;
}

// Programs of the same text are the same.
std::string text_of(const Program& program) {
  BytesWriter out;
  add_program(out, program);
  return out.take();
}

// Without constraints each variable is chosen for itself. An amount of a negative cost would have no end.
bool is_free(const Part& part) {
  return part.constraints.empty() && part.differences.empty() &&
         std::none_of(part.variables.begin(), part.variables.end(), [&](VariablePosition variable) {
           return part.program->is_amount(variable) && part.program->cost(variable) < 0;
         });
}

bool has_difference(const Part& piece, Position<Program::Groups> position) {
  return std::any_of(piece.differences.begin(), piece.differences.end(),
                     [&](const Part::Difference& one) { return one.position == position; });
}

}  // namespace

DividingSolver::Answer DividingSolver::no_answer() {
  return {.state = Solution::State::Infeasible, .cost = kNoCost, .bound = kNoCost};
}

expected<Solution, std::string> DividingSolver::solve(const Program& program, double seconds, int most_nodes) {
  end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  most_nodes_ = most_nodes;
  error_.clear();
  const Answer answer = answer_of(simplified(whole_of(program)));
  if (!error_.empty()) return unexpected(error_);
  // In too short a time a solution of all pieces together may be found, although one piece has no solution yet.
  if (answer.state == Solution::State::TimeOut && answer.cost == kNoCost)
    return design::solve(program, kLeastSeconds, most_nodes);
  Solution out{.state = answer.state};
  if (answer.state == Solution::State::Infeasible) return out;
  out.chosen.assign(program.count(), false);
  for (const VariablePosition variable : answer.chosen) out.chosen[variable] = true;
  out.cost = answer.cost;
  out.bound = answer.state == Solution::State::Optimal ? answer.cost : std::min(answer.bound, answer.cost);
  return out;
}

DividingSolver::Answer DividingSolver::answer_of(const std::optional<Part>& part) {
  if (!part) return no_answer();
  const std::vector<Part> pieces = pieces_of(*part);
  Answer out;
  if (pieces.size() > 1 && part->differences.size() <= kMostDifferences) {
    out = answer_of_pieces(*part, pieces);
  } else {
    const auto& branches = part->program->branches();
    const auto branch = std::find_if(branches.begin(), branches.end(), [&](const std::vector<VariablePosition>& one) {
      return std::any_of(one.begin(), one.end(), [&](VariablePosition variable) {
        return std::binary_search(part->variables.begin(), part->variables.end(), variable);
      });
    });
    out = branch == branches.end() ? answer_of_whole(*part) : answer_of_branches(*part, *branch);
  }
  for (const VariablePosition variable : part->ones) {
    if (out.cost < kNoCost) out.chosen.push_back(variable);
    out.cost += part->program->cost(variable);
    out.bound += part->program->cost(variable);
  }
  return out;
}

// Each set of the differences may be made by one piece, and each difference must be made by some piece.
DividingSolver::Answer DividingSolver::answer_of_pieces(const Part& part, const std::vector<Part>& pieces) {
  const std::size_t sets = std::size_t{1} << part.differences.size();
  // The cheapest way to make each set of differences by the pieces so far, and at least as many.
  std::vector<Answer> best(sets, no_answer());
  best[0] = {};
  for (const Part& piece : pieces) {
    // This piece must make the differences that no other piece can make.
    std::size_t must = sets - 1;
    for (const Part& other : pieces)
      if (&other != &piece)
        for (std::size_t i = 0; i < part.differences.size(); ++i)
          if (has_difference(other, part.differences[i].position)) must &= ~(std::size_t{1} << i);
    std::vector<Answer> next(sets, no_answer());
    for (std::size_t made = 0; made < sets; ++made) {
      if ((made & must) != must) continue;
      Part demanded = piece;
      demanded.differences.clear();
      std::size_t count = 0;
      for (std::size_t i = 0; i < part.differences.size(); ++i) {
        if (!(made >> i & 1)) continue;
        ++count;
        for (const Part::Difference& one : piece.differences)
          if (one.position == part.differences[i].position) demanded.differences.push_back(one);
      }
      if (demanded.differences.size() < count) continue;
      const Answer answer = answer_of(simplified(std::move(demanded)));
      if (answer.bound == kNoCost) continue;
      for (std::size_t before = 0; before < sets; ++before) {
        if (best[before].bound == kNoCost) continue;
        Answer& sum = next[before | made];
        const bool timed_out = sum.state == Solution::State::TimeOut ||
                               best[before].state == Solution::State::TimeOut ||
                               answer.state == Solution::State::TimeOut;
        sum.bound = std::min(sum.bound, best[before].bound + answer.bound);
        if (best[before].cost + answer.cost < sum.cost) {
          sum.cost = best[before].cost + answer.cost;
          sum.chosen = best[before].chosen;
          sum.chosen.insert(sum.chosen.end(), answer.chosen.begin(), answer.chosen.end());
        }
        sum.state = timed_out ? Solution::State::TimeOut : Solution::State::Optimal;
      }
    }
    best = std::move(next);
  }
  return best.back();
}

DividingSolver::Answer DividingSolver::answer_of_branches(const Part& part,
                                                          const std::vector<VariablePosition>& branch) {
  Answer out = no_answer();
  for (const VariablePosition variable : branch) {
    if (!std::binary_search(part.variables.begin(), part.variables.end(), variable)) continue;
    Part rest = part;
    rest.ones.clear();
    Answer answer = answer_of(simplified(std::move(rest), {variable}));
    if (answer.state == Solution::State::Infeasible) continue;
    const bool timed_out = out.state == Solution::State::TimeOut || answer.state == Solution::State::TimeOut;
    const double bound = std::min(out.bound, answer.bound);
    if (answer.cost < out.cost || out.state == Solution::State::Infeasible) out = std::move(answer);
    out.bound = bound;
    out.state = timed_out ? Solution::State::TimeOut : Solution::State::Optimal;
  }
  return out;
}

DividingSolver::Answer DividingSolver::answer_of_whole(const Part& part) {
  Answer out;
  if (is_free(part)) {
    for (const VariablePosition variable : part.variables)
      if (part.program->cost(variable) < 0) {
        out.chosen.push_back(variable);
        out.cost += part.program->cost(variable);
      }
    out.bound = out.cost;
    return out;
  }
  const Program program = program_of(part);
  std::string text = text_of(program);
  const auto known = known_.find(text);
  Solution solution;
  if (known != known_.end()) {
    solution = known->second;
  } else {
    const auto now = Clock::now();
    if (now > end_ + kGrace) {
      solution.state = Solution::State::TimeOut;
      solution.bound = least_cost(program);
    } else {
      ++solved_;
      const double left = std::chrono::duration<double>(end_ - now).count();
      auto solved = design::solve(program, std::max(kLeastSeconds, left), most_nodes_);
      if (!solved) {
        error_ = solved.error();
        return no_answer();
      }
      solution = std::move(*solved);
      if (solution.state != Solution::State::TimeOut) known_.emplace(std::move(text), solution);
    }
  }
  if (solution.state == Solution::State::Infeasible) return no_answer();
  out.state = solution.state;
  out.bound = solution.bound;
  out.cost = solution.chosen.empty() ? kNoCost : solution.cost;
  for (std::size_t i = 0; i < solution.chosen.size(); ++i)
    if (solution.chosen[i]) out.chosen.push_back(part.variables[i]);
  return out;
}

}  // namespace partita::modelling::design
