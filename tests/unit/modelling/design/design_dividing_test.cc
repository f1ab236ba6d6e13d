// Programs that are solved piece by piece have the cost that they have as a whole.
#include <gtest/gtest.h>

#include <algorithm>

#include "modelling/design/candidates/tables.h"
#include "modelling/design/program/dividing_solver.h"
#include "modelling/design/program/options.h"
#include "unit/modelling/design/design_support.h"

namespace partita::modelling {
namespace design_dividing_test {

using namespace design_support;
using design::DividingSolver;
using design::Program;
using design::Solution;

class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(seed * 2654435761u + 1) {}
  int below(int end) {
    state_ = state_ * 6364136223846793005 + 1442695040888963407;
    return static_cast<int>((state_ >> 33) % static_cast<std::uint64_t>(end));
  }

 private:
  std::uint64_t state_;
};

// Like the programs of designs: a key for all, entities whose forms belong to one key each, reads that are served by
// forms or entries, entries that cost something, and surcharges.
struct Random {
  Program program;
  std::vector<std::vector<design::VariablePosition>> reads;  // the paths of each

  explicit Random(int seed) {
    Numbers numbers(static_cast<std::uint64_t>(seed));
    const auto cost = [&] { return numbers.below(1000) / 64.0; };
    std::vector<design::VariablePosition> keys;
    std::vector<Program::Term> one_key;
    for (int i = 0; i < 3; ++i) {
      keys.push_back(program.add_variable(0));
      one_key.push_back({keys.back()});
    }
    program.add_constraint(one_key, Program::Sense::Equal, 1);
    program.add_branch(keys);
    for (int entity = 0; entity < 4; ++entity) {
      std::vector<design::VariablePosition> forms, entries;
      std::vector<Program::Term> one_form;
      for (int i = 0; i < 4; ++i) {
        forms.push_back(program.add_variable(cost()));
        one_form.push_back({forms.back()});
        program.add_constraint({{forms.back()}, {keys[static_cast<std::size_t>(numbers.below(3))], -1}},
                               Program::Sense::AtMost, 0);
      }
      program.add_constraint(one_form, Program::Sense::Equal, 1);
      for (int i = 0; i < 3; ++i) entries.push_back(program.add_variable(cost()));
      for (int read = 0; read < 2; ++read) {
        reads.emplace_back();
        std::vector<Program::Term> one_path;
        for (int i = 0; i < 4; ++i) {
          const design::VariablePosition path = program.add_variable(cost());
          const design::VariablePosition needed = i % 2 ? forms[static_cast<std::size_t>(numbers.below(4))]
                                                        : entries[static_cast<std::size_t>(numbers.below(3))];
          program.add_constraint({{path}, {needed, -1}}, Program::Sense::AtMost, 0);
          reads.back().push_back(path);
          one_path.push_back({path});
        }
        program.add_constraint(one_path, Program::Sense::Equal, 1);
      }
      const design::VariablePosition amount = program.add_amount(1);
      program.add_constraint({{forms[0], 3.5}, {entries[0], 3.5}, {amount, -1}}, Program::Sense::AtMost, 3.5);
    }
  }
};

// Whether the solution has the cost of its variables and fulfils the constraints. Amounts are not known, so only
// constraints without an amount count.
bool is_solution(const Program& program, const Solution& solution) {
  for (const Program::Constraint& constraint : program.constraints()) {
    double sum = 0;
    bool has_amount = false;
    for (const Program::Term& term : constraint.terms) {
      has_amount = has_amount || program.is_amount(term.variable);
      if (solution.chosen[term.variable]) sum += term.factor;
    }
    if (has_amount) continue;
    if (constraint.sense != Program::Sense::AtLeast && sum > constraint.bound + 1e-9) return false;
    if (constraint.sense != Program::Sense::AtMost && sum < constraint.bound - 1e-9) return false;
  }
  for (const Program::Groups& groups : program.differences()) {
    bool differs = false;
    for (const std::vector<design::VariablePosition>& group : groups)
      differs = differs || std::none_of(group.begin(), group.end(),
                                        [&](design::VariablePosition variable) { return solution.chosen[variable]; });
    if (!differs) return false;
  }
  return true;
}

TEST(DesignDividing, FindsTheCostOfTheWhole) {
  for (int seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    DividingSolver solver;
    // Each solution differs from those before it in one read at least.
    for (int i = 0; i < 4; ++i) {
      const auto whole = design::solve(random.program, 60);
      const auto divided = solver.solve(random.program, 60);
      ASSERT_TRUE(whole);
      ASSERT_TRUE(divided);
      ASSERT_EQ(divided->state, whole->state);
      if (whole->state == Solution::State::Infeasible) break;
      EXPECT_NEAR(divided->cost, whole->cost, 1e-6);
      EXPECT_DOUBLE_EQ(divided->bound, divided->cost);
      EXPECT_TRUE(is_solution(random.program, *divided));
      Program::Groups groups;
      for (const std::vector<design::VariablePosition>& paths : random.reads)
        for (const design::VariablePosition path : paths)
          if (divided->chosen[path]) groups.push_back({path});
      random.program.add_difference(std::move(groups));
    }
  }
}

TEST(DesignDividing, SaysThatThereIsNoSolution) {
  Program program;
  const design::VariablePosition a = program.add_variable(1), b = program.add_variable(1);
  program.add_constraint({{a}}, Program::Sense::Equal, 1);
  program.add_constraint({{b}}, Program::Sense::AtLeast, 1);
  program.add_difference({{a}, {b}});
  const auto solution = DividingSolver().solve(program, 60);
  ASSERT_TRUE(solution);
  EXPECT_EQ(solution->state, Solution::State::Infeasible);
}

// The last difference is made in the piece in which it costs least.
TEST(DesignDividing, MakesADifferenceInTheCheapestPiece) {
  Program program;
  std::vector<design::VariablePosition> cheap, dear;
  for (int i = 0; i < 3; ++i) {
    cheap.push_back(program.add_variable(1));
    dear.push_back(program.add_variable(2 + i));
    program.add_constraint({{cheap.back()}, {dear.back()}}, Program::Sense::Equal, 1);
  }
  DividingSolver solver;
  EXPECT_DOUBLE_EQ(solver.solve(program, 60)->cost, 3);
  program.add_difference({{cheap[0]}, {cheap[1]}, {cheap[2]}});
  EXPECT_DOUBLE_EQ(solver.solve(program, 60)->cost, 4);
  program.add_difference({{dear[0]}, {cheap[1]}, {cheap[2]}});
  EXPECT_DOUBLE_EQ(solver.solve(program, 60)->cost, 5);
}

TEST(DesignDividing, NamesABoundIfTheTimeIsTooShort) {
  Random random(1);
  const double best = design::solve(random.program, 60)->cost;
  const auto solution = DividingSolver().solve(random.program, 60, 0);
  ASSERT_TRUE(solution);
  EXPECT_LE(solution->bound, best + 1e-6);
}

// ---- the time for candidates

std::string tasks() {
  return "design: 1\nname: work\ntables: one\nentities:\n"
         "  - {name: A, count: 1M, size_bytes: 900, fields: {org: string, id: ulid, t: time, u: time, n: string}, "
         "identity: [org, id]}\n"
         "patterns:\n"
         "  - {name: one, entities: A, by: [org, id], per_second: 3}\n"
         "  - {name: by t, entities: A, by: org, newest: t, per_second: 1, items: 5}\n"
         "  - {name: by u, entities: A, by: org, newest: u, wanted: [org, n], per_second: 4, items: 5}\n"
         "  - {name: all by u, entities: A, by: org, newest: u, per_second: 1, items: 5}\n"
         "  - {name: put, put: A, per_second: 1}\n";
}

TEST(DesignCandidates, SomeServeEachReadHoweverShortTheTimeIs) {
  const design::Questions questions = questions_of(tasks());
  const PriceList list = prices();
  const design::Appraiser appraiser(questions, design::tables_of(questions, questions.layout), list);
  const design::Options some = design::options_of(appraiser, {}, {});
  const design::Options all = design::options_of(appraiser, {});
  EXPECT_FALSE(some.is_complete);
  EXPECT_TRUE(all.is_complete);
  EXPECT_LT(some.size(), all.size());
  for (const auto read : model::PositionsOf<Pattern>(4))
    EXPECT_TRUE(std::any_of(some.paths.begin(), some.paths.end(), [&](const design::Path& path) {
      return path.pattern == read;
    })) << read.number();
}

TEST(DesignCandidates, AreNotProvenIfTheTimeEndsBeforeAllAreThere) {
  const design::Questions questions = questions_of(tasks());
  const double best = usd_of(questions);
  const auto found = design::search(questions, prices(), {.seconds = 0, .designs = 1});
  ASSERT_TRUE(found) << found.error();
  EXPECT_TRUE(found->timed_out);
  EXPECT_EQ(found->bound, 0);
  ASSERT_FALSE(found->designs.empty());
  EXPECT_GE(found->designs[0].usd, best - 1e-6);
}

// ---- indexes that entities share

// An update of a part of the index's key does not know the rest, so the key cannot be a single text.
TEST(DesignCandidates, ShareNoKeyThatAWriteKnowsInPart) {
  std::string entities, patterns;
  for (int i = 0; i < 12; ++i) {
    entities += fmt::format(
        "  - {{name: E{0}, count: 1M, identity: [id{0}], fields: {{id{0}: string, a: string, b: string, c: string, "
        "t: time}}}}\n",
        i);
    patterns += fmt::format("  - {{name: a{0}, entities: E{0}, by: [a, c], newest: t, per_second: 1, items: 3}}\n", i);
    patterns += fmt::format("  - {{name: b{0}, entities: E{0}, by: b, per_second: 1, items: 3}}\n", i);
  }
  patterns += "  - {name: change, update: E0, set: [c, t], per_second: 1}\n";
  const auto found =
      search(questions_of("design: 1\nname: shop\ntables: one\nentities:\n" + entities + "patterns:\n" + patterns));
  const design::Design& design = found.designs.at(0);
  EXPECT_TRUE(design.shares_indexes);
  EXPECT_LE(design.model->tables.at(0).indexes.size(), 20u);
  EXPECT_TRUE(found.unserved.empty());
  expect_sound(design, "shared indexes");
}

}  // namespace design_dividing_test
}  // namespace partita::modelling
