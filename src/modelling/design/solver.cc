#include "modelling/design/solver.h"

#include <coin/Cbc_C_Interface.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <mutex>

#include "base/check.h"

namespace partita::modelling::design {
namespace {

constexpr const char* kLibrary = "libCbcSolver.so.3";
constexpr double kEndless = 1e30;  // an upper bound that is none

// The programs of designs are small, and their relaxations are nearly whole numbers. So the preprocessing and the
// heuristics of the library take several times as long as the search tree.
constexpr std::array<std::pair<const char*, const char*>, 7> kParameters = {{{"threads", "0"},
                                                                             {"randomSeed", "1"},
                                                                             {"randomCbcSeed", "1"},
                                                                             {"ratioGap", "0"},
                                                                             {"allowableGap", "1e-9"},
                                                                             {"preprocess", "off"},
                                                                             {"heuristicsOnOff", "off"}}};

struct Cbc {
  decltype(&Cbc_newModel) new_model;
  decltype(&Cbc_deleteModel) delete_model;
  decltype(&Cbc_addCol) add_column;
  decltype(&Cbc_addRow) add_row;
  decltype(&Cbc_setObjSense) set_sense;
  decltype(&Cbc_setParameter) set_parameter;
  decltype(&Cbc_setLogLevel) set_log_level;
  decltype(&Cbc_setMaximumSeconds) set_seconds;
  decltype(&Cbc_solve) solve;
  decltype(&Cbc_isProvenOptimal) is_optimal;
  decltype(&Cbc_isProvenInfeasible) is_infeasible;
  decltype(&Cbc_bestSolution) best_solution;
  decltype(&Cbc_getBestPossibleObjValue) bound;
};

expected<Cbc, std::string> load() {
  void* const library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  const auto failed = [] {
    return unexpected(std::string("partita model design needs the solver CBC, which cannot be loaded: install it "
                                  "(Debian's package coinor-libcbc3). ") +
                      dlerror());
  };
  if (library == nullptr) return failed();
  Cbc out{};
  bool complete = true;
  const auto find = [&]<class Function>(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    complete = complete && function != nullptr;
  };
  find(out.new_model, "Cbc_newModel");
  find(out.delete_model, "Cbc_deleteModel");
  find(out.add_column, "Cbc_addCol");
  find(out.add_row, "Cbc_addRow");
  find(out.set_sense, "Cbc_setObjSense");
  find(out.set_parameter, "Cbc_setParameter");
  find(out.set_log_level, "Cbc_setLogLevel");
  find(out.set_seconds, "Cbc_setMaximumSeconds");
  find(out.solve, "Cbc_solve");
  find(out.is_optimal, "Cbc_isProvenOptimal");
  find(out.is_infeasible, "Cbc_isProvenInfeasible");
  find(out.best_solution, "Cbc_bestSolution");
  find(out.bound, "Cbc_getBestPossibleObjValue");
  if (!complete) return failed();
  return out;
}

// The library is never unloaded.
const expected<Cbc, std::string>& loaded() {
  static const expected<Cbc, std::string> library = load();
  return library;
}

// CBC prints a greeting and results on standard output whatever its log level is, and the output of the command is a
// report. So standard output leads nowhere meanwhile.
class Silence {
 public:
  Silence() {
    std::fflush(stdout);
    kept_ = dup(STDOUT_FILENO);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) {
      dup2(nowhere, STDOUT_FILENO);
      close(nowhere);
    }
  }
  ~Silence() {
    std::fflush(stdout);
    if (kept_ >= 0) {
      dup2(kept_, STDOUT_FILENO);
      close(kept_);
    }
  }
  Silence(const Silence&) = delete;

 private:
  int kept_ = -1;
};

void fill(const Cbc& cbc, Cbc_Model* model, const Program& program) {
  for (int i = 0; i < program.variables(); ++i)
    cbc.add_column(model, ("v" + std::to_string(i)).c_str(), 0, program.is_amount(i) ? kEndless : 1, program.cost(i),
                   program.is_amount(i) ? 0 : 1, 0, nullptr, nullptr);
  std::vector<int> columns;
  std::vector<double> factors;
  int row = 0;
  for (const Program::Constraint& constraint : program.constraints()) {
    columns.clear();
    factors.clear();
    for (const Program::Term& term : constraint.terms) {
      columns.push_back(term.variable);
      factors.push_back(term.factor);
    }
    cbc.add_row(model, ("r" + std::to_string(row++)).c_str(), static_cast<int>(columns.size()), columns.data(),
                factors.data(), static_cast<char>(constraint.sense), constraint.bound);
  }
  cbc.set_sense(model, 1);
}

}  // namespace

int Program::add_variable(double cost) {
  costs_.push_back(cost);
  amounts_.push_back(false);
  return variables() - 1;
}

int Program::add_amount(double cost) {
  costs_.push_back(cost);
  amounts_.push_back(true);
  return variables() - 1;
}

void Program::add_constraint(std::vector<Term> terms, Sense sense, double bound) {
  constraints_.push_back({std::move(terms), sense, bound});
}

namespace {

// No cost is negative beyond the sum of the negative ones.
double bound_of(const Program& program, const Solution& solution) {
  double least = 0;
  for (int i = 0; i < program.variables(); ++i)
    if (!program.is_amount(i)) least += std::min(0.0, program.cost(i));
  const bool is_plausible = std::isfinite(solution.bound) && std::abs(solution.bound) < 1e30 &&
                            (solution.chosen.empty() || solution.bound <= solution.cost);
  return is_plausible ? std::max(least, solution.bound) : least;
}

}  // namespace

expected<Solution, std::string> solve(const Program& program, double seconds, int most_nodes) {
  if (program.variables() == 0) return Solution{};
  const auto& library = loaded();
  if (!library) return unexpected(library.error());
  const Cbc& cbc = *library;
  // The library's output goes to the process's standard output, which only one caller may turn away at a time.
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  const Silence silence;
  const std::unique_ptr<Cbc_Model, decltype(cbc.delete_model)> model(cbc.new_model(), cbc.delete_model);
  fill(cbc, model.get(), program);
  cbc.set_log_level(model.get(), 0);
  for (const auto& [name, value] : kParameters) cbc.set_parameter(model.get(), name, value);
  if (most_nodes >= 0) cbc.set_parameter(model.get(), "maxNodes", std::to_string(most_nodes).c_str());
  cbc.set_seconds(model.get(), seconds);
  cbc.solve(model.get());

  Solution out;
  if (cbc.is_infeasible(model.get())) {
    out.state = Solution::State::Infeasible;
    return out;
  }
  out.state = cbc.is_optimal(model.get()) ? Solution::State::Optimal : Solution::State::TimeOut;
  const double* values = cbc.best_solution(model.get());
  if (values == nullptr && out.state == Solution::State::Optimal)
    return unexpected(std::string("the solver says that it has the best solution, and gives none"));
  if (values != nullptr)
    for (int i = 0; i < program.variables(); ++i) {
      const double value = program.is_amount(i) ? values[i] : std::round(values[i]);
      out.chosen.push_back(value > 1e-9);
      out.cost += value * program.cost(i);
    }
  out.bound = out.state == Solution::State::Optimal ? out.cost : cbc.bound(model.get());
  // Before the first relaxation is solved, the library names any number.
  if (out.state == Solution::State::TimeOut) out.bound = bound_of(program, out);
  return out;
}

}  // namespace partita::modelling::design
