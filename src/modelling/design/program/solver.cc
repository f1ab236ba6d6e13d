#include "modelling/design/program/solver.h"

#include <coin/Cbc_C_Interface.h>

#include <array>
#include <cmath>
#include <limits>
#include <mutex>

#include "base/loaded_library.h"
#include "modelling/design/program/helper_process.h"
#include "modelling/design/program/program_bytes.h"

namespace partita::modelling::design {
namespace {

constexpr double kEndless = 1e30;  // an upper bound that every solution meets

// The programs of designs are small, and their relaxations are nearly whole numbers. So preprocessing, cuts and
// heuristics take several times as long as the search tree. A solution is better if it is by `increment`, so that the
// small penalties decide between designs of one price.
constexpr std::array<std::pair<const char*, const char*>, 9> kParameters = {{{"threads", "0"},
                                                                             {"randomSeed", "1"},
                                                                             {"randomCbcSeed", "1"},
                                                                             {"ratioGap", "0"},
                                                                             {"allowableGap", "1e-9"},
                                                                             {"increment", "1e-9"},
                                                                             {"preprocess", "off"},
                                                                             {"cuts", "off"},
                                                                             {"heuristicsOnOff", "off"}}};

// For a program on which the library ended its process. Its default way to choose pivots asserts that rounding never
// makes a chosen one useless (ClpPrimalColumnSteepest), and the simplest way has no such assertion.
constexpr std::array<std::pair<const char*, const char*>, 2> kCarefulParameters = {
    {{"primalPivot", "dantzig"}, {"dualPivot", "dantzig"}}};

struct Cbc {
  decltype(&Cbc_newModel) new_model;
  decltype(&Cbc_deleteModel) delete_model;
  decltype(&Cbc_loadProblem) load_problem;
  decltype(&Cbc_setInteger) set_integer;
  decltype(&Cbc_setObjSense) set_sense;
  decltype(&Cbc_setParameter) set_parameter;
  decltype(&Cbc_setLogLevel) set_log_level;
  decltype(&Cbc_setMaximumSeconds) set_seconds;
  decltype(&Cbc_solve) solve;
  decltype(&Cbc_isProvenOptimal) is_optimal;
  decltype(&Cbc_isProvenInfeasible) is_infeasible;
  decltype(&Cbc_bestSolution) best_solution;
  decltype(&Cbc_getColSolution) relaxed_solution;
  decltype(&Cbc_getBestPossibleObjValue) bound;
};

expected<Cbc, std::string> load() {
  base::LoadedLibrary library("libCbcSolver.so.3");
  Cbc out{};
  PARTITA_FIND(library, out.new_model, Cbc_newModel);
  PARTITA_FIND(library, out.delete_model, Cbc_deleteModel);
  PARTITA_FIND(library, out.load_problem, Cbc_loadProblem);
  PARTITA_FIND(library, out.set_integer, Cbc_setInteger);
  PARTITA_FIND(library, out.set_sense, Cbc_setObjSense);
  PARTITA_FIND(library, out.set_parameter, Cbc_setParameter);
  PARTITA_FIND(library, out.set_log_level, Cbc_setLogLevel);
  PARTITA_FIND(library, out.set_seconds, Cbc_setMaximumSeconds);
  PARTITA_FIND(library, out.solve, Cbc_solve);
  PARTITA_FIND(library, out.is_optimal, Cbc_isProvenOptimal);
  PARTITA_FIND(library, out.is_infeasible, Cbc_isProvenInfeasible);
  PARTITA_FIND(library, out.best_solution, Cbc_bestSolution);
  PARTITA_FIND(library, out.relaxed_solution, Cbc_getColSolution);
  PARTITA_FIND(library, out.bound, Cbc_getBestPossibleObjValue);
  if (!library.problem().empty())
    return unexpected(
        "partita model design needs the solver CBC, which cannot be loaded: install it (Debian's package "
        "coinor-libcbc3). " +
        library.problem());
  return out;
}

// The library is never unloaded.
const expected<Cbc, std::string>& loaded() {
  static const expected<Cbc, std::string> library = load();
  return library;
}

// The constraints by their columns, as the library wants them.
void fill(const Cbc& cbc, Cbc_Model* model, const Program& program, bool relaxed) {
  ListBy<Variable, std::vector<std::pair<int, double>>> columns(program.count());
  std::vector<double> least, most;
  const auto begin_row = [&](Program::Sense sense, double bound) {
    least.push_back(sense == Program::Sense::AtMost ? -kEndless : bound);
    most.push_back(sense == Program::Sense::AtLeast ? kEndless : bound);
    return static_cast<int>(least.size()) - 1;
  };
  for (const Program::Constraint& constraint : program.constraints()) {
    const int row = begin_row(constraint.sense, constraint.bound);
    for (const Program::Term& term : constraint.terms) columns[term.variable].emplace_back(row, term.factor);
  }
  for (const Program::Groups& groups : program.differences()) {
    const int row = begin_row(Program::Sense::AtMost, static_cast<double>(groups.size()) - 1);
    for (const std::vector<VariablePosition>& group : groups)
      for (const VariablePosition variable : group) columns[variable].emplace_back(row, 1);
  }
  std::vector<int> starts = {0}, rows;
  std::vector<double> factors, lower, upper, costs;
  for (const VariablePosition i : program.variables()) {
    for (const auto& [row, factor] : columns[i]) {
      rows.push_back(row);
      factors.push_back(factor);
    }
    starts.push_back(static_cast<int>(rows.size()));
    lower.push_back(0);
    upper.push_back(program.is_amount(i) ? kEndless : 1);
    costs.push_back(program.cost(i));
  }
  cbc.load_problem(model, static_cast<int>(program.count()), static_cast<int>(least.size()), starts.data(), rows.data(),
                   factors.data(), lower.data(), upper.data(), costs.data(), least.data(), most.data());
  for (const VariablePosition i : program.variables())
    if (!program.is_amount(i) && !relaxed) cbc.set_integer(model, i.value);
  cbc.set_sense(model, 1);
}

}  // namespace

VariablePosition Program::add_variable(double cost) {
  costs_.push_back(cost);
  amounts_.push_back(false);
  return VariablePosition(costs_.size() - 1);
}

VariablePosition Program::add_amount(double cost) {
  costs_.push_back(cost);
  amounts_.push_back(true);
  return VariablePosition(costs_.size() - 1);
}

void Program::add_constraint(std::vector<Term> terms, Sense sense, double bound) {
  constraints_.push_back({std::move(terms), sense, bound});
}

void Program::add_difference(Groups groups) { differences_.push_back(std::move(groups)); }

void Program::add_branch(std::vector<VariablePosition> variables) { branches_.push_back(std::move(variables)); }

double least_cost(const Program& program) {
  double out = 0;
  for (const VariablePosition i : program.variables())
    if (!program.is_amount(i)) out += std::min(0.0, program.cost(i));
  return out;
}

namespace {

double bound_of(const Program& program, const Solution& solution) {
  const double least = least_cost(program);
  const bool is_plausible = std::isfinite(solution.bound) && std::abs(solution.bound) < 1e30 &&
                            (solution.chosen.empty() || solution.bound <= solution.cost);
  return is_plausible ? std::max(least, solution.bound) : least;
}

struct SolverLimits {
  double seconds = 0;
  int most_nodes = -1;
  bool careful = false;
  bool relaxed = false;  // variables may have any value from 0 to 1
};

// Requires: the library is loaded.
expected<Solution, std::string> solve_here(const Program& program, const SolverLimits& limits) {
  const Cbc& cbc = *loaded();
  const std::unique_ptr<Cbc_Model, decltype(cbc.delete_model)> model(cbc.new_model(), cbc.delete_model);
  fill(cbc, model.get(), program, limits.relaxed);
  cbc.set_log_level(model.get(), 0);
  for (const auto& [name, value] : kParameters) cbc.set_parameter(model.get(), name, value);
  if (limits.careful)
    for (const auto& [name, value] : kCarefulParameters) cbc.set_parameter(model.get(), name, value);
  if (limits.most_nodes >= 0) cbc.set_parameter(model.get(), "maxNodes", std::to_string(limits.most_nodes).c_str());
  cbc.set_seconds(model.get(), limits.seconds);
  cbc.solve(model.get());

  Solution out;
  if (cbc.is_infeasible(model.get())) {
    out.state = Solution::State::Infeasible;
    return out;
  }
  out.state = cbc.is_optimal(model.get()) ? Solution::State::Optimal : Solution::State::TimeOut;
  const double* values = cbc.best_solution(model.get());
  // A program of amounts alone is only a relaxation.
  bool is_whole = false;
  for (const VariablePosition i : program.variables())
    is_whole = is_whole || (!limits.relaxed && !program.is_amount(i));
  if (values == nullptr && out.state == Solution::State::Optimal && !is_whole)
    values = cbc.relaxed_solution(model.get());
  if (values == nullptr && out.state == Solution::State::Optimal)
    return unexpected(std::string("the solver says that it has the best solution, and gives none"));
  if (values != nullptr)
    for (const VariablePosition i : program.variables()) {
      const double value = program.is_amount(i) || limits.relaxed ? values[i.value] : std::round(values[i.value]);
      out.chosen.push_back(value > 1e-9);
      out.cost += value * program.cost(i);
    }
  out.bound = out.state == Solution::State::Optimal ? out.cost : cbc.bound(model.get());
  // Before the first relaxation is solved, the library names any number.
  if (out.state == Solution::State::TimeOut) out.bound = bound_of(program, out);
  return out;
}

// The request's limits and program, solved: whether there is a solution, and the solution or the error.
std::string answer_of_solver(std::string_view request) {
  BytesReader in(request);
  const auto limits = in.take<SolverLimits>();
  const auto solution = solve_here(take_program(in), limits);
  BytesWriter out;
  out.add(solution.has_value());
  if (!solution) {
    out.add_text(solution.error());
    return out.take();
  }
  out.add(solution->state);
  out.add(solution->cost);
  out.add(solution->bound);
  out.add(solution->chosen.size());
  for (const bool chosen : solution->chosen) out.add(chosen);
  return out.take();
}

expected<Solution, std::string> solution_in(std::string_view answer) {
  BytesReader in(answer);
  if (!in.take<bool>()) return unexpected(std::string(in.rest()));
  Solution out{.state = in.take<Solution::State>()};
  out.cost = in.take<double>();
  out.bound = in.take<double>();
  out.chosen.resize(in.take<std::size_t>());
  for (std::size_t i = 0; i < out.chosen.size(); ++i) out.chosen[i] = in.take<bool>();
  return out;
}

}  // namespace

namespace {

// The library has assertions that rounding can break, and prints at every log level, so it works in another process.
expected<Solution, std::string> solve_beside(const Program& program, SolverLimits limits) {
  if (program.count() == 0) return Solution{};
  if (const auto& library = loaded(); !library) return unexpected(library.error());
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  static HelperProcess process(answer_of_solver);
  for (const bool careful : {false, true}) {
    limits.careful = careful;
    BytesWriter request;
    request.add(limits);
    add_program(request, program);
    if (const auto answer = process.ask(request.take())) return solution_in(*answer);
  }
  return unexpected(std::string(
      "the solver CBC ended twice without an answer, as it does if numbers of the questions differ too much: "
      "see whether a count, a size or a per_second is wrong"));
}

}  // namespace

expected<Solution, std::string> solve(const Program& program, double seconds, int most_nodes) {
  return solve_beside(program, {.seconds = seconds, .most_nodes = most_nodes});
}

expected<double, std::string> relaxed_bound(const Program& program, double seconds) {
  constexpr double kRounding = 1e-7;
  const auto solution = solve_beside(program, {.seconds = seconds, .relaxed = true});
  if (!solution) return unexpected(solution.error());
  if (solution->state == Solution::State::Infeasible) return std::numeric_limits<double>::infinity();
  if (solution->state == Solution::State::TimeOut) return least_cost(program);
  return solution->cost - kRounding * std::max(1.0, std::abs(solution->cost));
}

}  // namespace partita::modelling::design
