// The integer programs of modelling/design.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "modelling/design/program/helper_process.h"
#include "modelling/design/program/solver.h"
#include "modelling/design/search/answer.h"
#include "unit/modelling/design/design_support.h"

namespace partita::modelling {
namespace design_solver_test {

using design::Program;
using design::Solution;

Solution solved(const Program& program, double seconds = 60) {
  auto out = design::solve(program, seconds);
  EXPECT_TRUE(out) << out.error();
  return out ? *out : Solution();
}

TEST(DesignSolver, FindsTheCheapestCover) {
  // Each of three reads is served by two of three keys.
  Program program;
  const design::VariablePosition a = program.add_variable(3), b = program.add_variable(4), c = program.add_variable(5);
  program.add_constraint({{a}, {b}}, Program::Sense::AtLeast, 1);
  program.add_constraint({{b}, {c}}, Program::Sense::AtLeast, 1);
  program.add_constraint({{a}, {c}}, Program::Sense::AtLeast, 1);
  const Solution solution = solved(program);
  EXPECT_EQ(solution.state, Solution::State::Optimal);
  EXPECT_EQ(solution.chosen, (std::vector<bool>{true, true, false}));
  EXPECT_DOUBLE_EQ(solution.cost, 7);
  EXPECT_DOUBLE_EQ(solution.bound, 7);
}

TEST(DesignSolver, CountsAmounts) {
  // The amount is at least 2.5 if both are chosen, and one must be chosen with the other unless it costs more.
  for (const double alone : {2.0, 3.0}) {
    Program program;
    const design::VariablePosition a = program.add_variable(0), b = program.add_variable(0),
                                   other = program.add_variable(alone);
    const design::VariablePosition amount = program.add_amount(1);
    program.add_constraint({{a}}, Program::Sense::Equal, 1);
    program.add_constraint({{b}, {other}}, Program::Sense::Equal, 1);
    program.add_constraint({{a, 2.5}, {b, 2.5}, {amount, -1}}, Program::Sense::AtMost, 2.5);
    const Solution solution = solved(program);
    EXPECT_EQ(solution.chosen[1], alone > 2.5) << alone;
    EXPECT_NEAR(solution.cost, std::min(alone, 2.5), 1e-9);
  }
}

TEST(DesignSolver, SaysThatThereIsNoSolution) {
  Program program;
  const design::VariablePosition a = program.add_variable(1);
  program.add_constraint({{a}}, Program::Sense::AtLeast, 1);
  program.add_constraint({{a}}, Program::Sense::AtMost, 0);
  const Solution solution = solved(program);
  EXPECT_EQ(solution.state, Solution::State::Infeasible);
  EXPECT_TRUE(solution.chosen.empty());
}

TEST(DesignSolver, SolvesTheEmptyProgram) {
  const Solution solution = solved(Program());
  EXPECT_EQ(solution.state, Solution::State::Optimal);
  EXPECT_EQ(solution.cost, 0);
}

// A market split problem has no solution that branching finds soon.
Program hard_program() {
  Program program;
  std::uint64_t random = 12345;
  std::vector<design::VariablePosition> variables;
  for (int i = 0; i < 60; ++i) variables.push_back(program.add_variable(0));
  for (int row = 0; row < 7; ++row) {
    std::vector<Program::Term> terms;
    double sum = 0;
    for (const design::VariablePosition variable : variables) {
      random = random * 6364136223846793005 + 1442695040888963407;
      const double factor = static_cast<double>(random >> 33 & 1023);
      sum += factor;
      terms.push_back({variable, factor});
    }
    terms.push_back({program.add_amount(1), 1});
    terms.push_back({program.add_amount(1), -1});
    program.add_constraint(std::move(terms), Program::Sense::Equal, std::floor(sum / 2));
  }
  return program;
}

TEST(DesignSolver, StopsInTimeWithABound) {
  const auto begin = std::chrono::steady_clock::now();
  const Solution solution = solved(hard_program(), 0.5);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
  EXPECT_EQ(solution.state, Solution::State::TimeOut);
  if (!solution.chosen.empty()) {
    EXPECT_LE(solution.bound, solution.cost);
  }
}

TEST(DesignSolver, AProcessThatEndsIsBegunAgain) {
  design::HelperProcess process([](std::string_view request) {
    if (request == "end") std::abort();
    return std::string(request) + "!";
  });
  const std::string large(1 << 20, 'x');
  EXPECT_EQ(process.ask("first"), "first!");
  EXPECT_EQ(process.ask("end"), std::nullopt);
  EXPECT_EQ(process.ask("second"), "second!");
  EXPECT_EQ(process.ask(large), large + "!");
  EXPECT_EQ(process.ask(""), "!");
}

// With such prices an assertion of the solver fails, because rounding makes a pivot useless.
TEST(DesignSolver, AnswersAlthoughTheLibraryGivesUp) {
  std::string yaml = R"(design: 1
name: shop
entities:
  - {name: CUSTOMER, count: 100000, identity: customerId, fields: {customerId: ulid, name: string}}
  - name: ORDER
    count: 2000000
    size_bytes: 200
    identity: orderId
    fields: {orderId: ulid, customerId: ulid, status: {enum: [OPEN, DONE]}, made: time}
patterns:
  - {name: Open, entities: ORDER, where: {status: OPEN}, newest: made, per_second: 0.01, with: CUSTOMER.name}
)";
  for (int i = 0; i < 12; ++i)
    yaml +=
        fmt::format("  - {{name: Rename{}, update: CUSTOMER, set: [name]{}}}\n", i, i < 2 ? "" : ", per_second: 50");
  const auto answers = design::answer(design_support::questions_of(yaml), design_support::prices(), {.seconds = 120});
  ASSERT_TRUE(answers) << answers.error();
  EXPECT_TRUE(answers->found.unserved.empty());
  ASSERT_FALSE(answers->found.designs.empty());
  EXPECT_NEAR(answers->found.bound, answers->found.designs[0].usd, 1e-5);
}

}  // namespace design_solver_test
}  // namespace partita::modelling
