// Searches of one domain remember their prices: the work does not grow with the number of ways to answer a read. All is
// asserted by counts.
#include <fmt/ranges.h>

#include <algorithm>

#include "modelling/design/models/appraise.h"
#include "modelling/design/questions/rewrite.h"
#include "modelling/design/search/answer.h"
#include "unit/modelling/design/design_support.h"

namespace partita::modelling {
namespace design_memory_test {

using namespace design_support;

// A read over all entities, which may be divided in fifteen ways if there are four. Each has lists of its own, and
// children.
std::string tickets(int requests, const std::vector<std::string>& names = {"User", "Repo", "Issue", "Pull"}) {
  std::string out = "design: 1\nname: tickets\nentities:\n";
  std::string patterns;
  for (const std::string& name : names) {
    const std::string id = fmt::format("{}Id", name);
    out += fmt::format(
        "  - {{name: {0}, count: 5M, size_bytes: 900, identity: [owner, {1}], fields: {{owner: string, {1}: string, "
        "username: {{kind: string, distinct: 1M}}, status: {{enum: [OPEN, SHUT]}}, made: time, text: string}}}}\n"
        "  - {{name: {0}Note, count: 50M, size_bytes: 500, identity: [owner, {1}, noteId], fields: {{owner: string, "
        "{1}: string, noteId: ulid, username: string}}}}\n",
        name, id);
    patterns += fmt::format(
        "  - {{name: {0} with notes, entities: [{0}, {0}Note], by: [owner, {1}], per_second: 20, items: 10}}\n"
        "  - {{name: {0} of a status, entities: {0}, by: [username, status], newest: made, per_second: 10, items: "
        "10}}\n"
        "  - {{name: Make {0}, create: {0}, per_second: 3}}\n  - {{name: Note on {0}, create: {0}Note, per_second: "
        "9}}\n"
        "  - {{name: Close {0}, update: {0}, set: status, given: [username, made], per_second: 2}}\n",
        name, id);
  }
  return out + "patterns:\n" + patterns +
         fmt::format(
             "  - {{name: All of a user, entities: [{}], by: username, per_second: 1, items: 50, "
             "requests: {}}}\n",
             fmt::join(names, ", "), requests);
}

struct Work {
  std::size_t priced = 0, solved = 0;
  double usd = 0;
  bool is_proven = false;
};

Work work_of(const std::string& yaml) {
  design::SearchMemory memory;
  const auto found = design::answer(questions_of(yaml), prices(), {.seconds = 300, .designs = 1}, &memory);
  EXPECT_TRUE(found) << found.error();
  if (!found || found->found.designs.empty()) return {};
  return {.priced = memory.prices.priced(),
          .solved = memory.solver.solved(),
          .usd = found->found.designs[0].usd,
          .is_proven = !found->found.timed_out && found->found.gap() < 1e-9};
}

TEST(DesignMemory, TheWaysToDivideAReadAreAFewSearchesOfWork) {
  const std::string yaml = tickets(4);
  const Work all = work_of(yaml);
  EXPECT_TRUE(all.is_proven);
  EXPECT_LE(all.usd, work_of(tickets(1)).usd + 1e-6);
  // Each way by itself, as if the others were not known.
  const auto questions = questions_of(yaml);
  const auto decisions = design::decisions_of(questions);
  ASSERT_TRUE(decisions && decisions->size() == 1);
  std::size_t priced = 0, solved = 0;
  double least = 1e30;
  for (const auto way : design::positions_of(decisions->at(0).ways)) {
    design::SearchMemory memory;
    const auto found = design::search(design::rewritten(questions, *decisions, {way}), prices(),
                                      {.seconds = 300, .designs = 1}, &memory);
    ASSERT_TRUE(found && !found->designs.empty()) << way.number();
    least = std::min(least, found->designs[0].usd);
    priced += memory.prices.priced();
    solved += memory.solver.solved();
  }
  EXPECT_EQ(decisions->at(0).ways.size(), 15u);
  EXPECT_NEAR(all.usd, least, 1e-6);
  EXPECT_LT(5 * all.priced, 2 * priced) << all.priced;
  EXPECT_LT(3 * all.solved, solved) << all.solved;
}

TEST(DesignMemory, ASecondSearchOfTheSameQuestionsPricesNothing) {
  const auto questions = questions_of(tickets(1));
  design::SearchMemory memory;
  const auto first = design::search(questions, prices(), {.seconds = 300, .designs = 1}, &memory);
  const std::size_t priced = memory.prices.priced(), solved = memory.solver.solved();
  const auto second = design::search(questions, prices(), {.seconds = 300, .designs = 1}, &memory);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(memory.prices.priced(), priced);
  EXPECT_EQ(memory.solver.solved(), solved);
  EXPECT_DOUBLE_EQ(first->designs.at(0).usd, second->designs.at(0).usd);
  EXPECT_DOUBLE_EQ(first->bound, second->bound);
}

// The prices of other questions of the domain in a memory must not change a price.
TEST(DesignMemory, APriceIsTheSameAsWithoutAMemory) {
  const std::string plain = tickets(1, {"User", "Repo"});
  const auto changed = [&](std::string from, const std::string& to) {
    std::string out = plain;
    return out.replace(out.find(from), from.size(), to);
  };
  const std::string others[] = {
      plain,
      changed("count: 5M", "count: 6M"),
      changed("size_bytes: 900", "size_bytes: 1900"),
      changed("text: string", "text: string, more: {kind: string, size_bytes: 2k}"),
      changed("status: {enum: [OPEN, SHUT]}", "status: {kind: string, size_bytes: 40}"),
      changed("per_second: 3", "per_second: 30"),
      changed("set: status", "set: text"),
      changed("newest: made", "newest: made, wanted: [owner, made]"),
      changed("text: string", "PK: string"),
      changed("identity: [owner, UserId]", "identity: UserId"),
      "tables: one\n" + plain,
      "tables: several\n" + plain,
  };
  design::SearchMemory memory;
  for (const std::string& yaml : others) {
    const auto questions = questions_of(yaml);
    const auto fresh = design::search(questions, prices(), {.seconds = 300, .designs = 1});
    const auto known = design::search(questions, prices(), {.seconds = 300, .designs = 1}, &memory);
    ASSERT_TRUE(fresh && known) << yaml;
    ASSERT_FALSE(fresh->designs.empty() || known->designs.empty()) << yaml;
    EXPECT_DOUBLE_EQ(fresh->designs[0].usd, known->designs[0].usd) << yaml;
    EXPECT_NEAR(known->designs[0].usd, known->designs[0].planned, 1e-6) << yaml;
    EXPECT_DOUBLE_EQ(fresh->bound, known->bound) << yaml;
  }
}

// A relaxed program costs no more than the program itself.
TEST(DesignMemory, TheRelaxedBoundIsABound) {
  design::Program program;
  std::vector<design::Program::Term> cover;
  for (const double cost : {3.0, 5.0, 7.0}) cover.push_back({program.add_variable(cost), 2});
  program.add_constraint(cover, design::Program::Sense::AtLeast, 3);
  const auto bound = design::relaxed_bound(program, 60);
  const auto solution = design::solve(program, 60);
  ASSERT_TRUE(bound && solution);
  EXPECT_NEAR(*bound, 3 + 5 / 2.0, 1e-5);
  EXPECT_LE(*bound, solution->cost);
  program.add_constraint({{design::VariablePosition(0)}}, design::Program::Sense::AtLeast, 2);
  EXPECT_FALSE(std::isfinite(design::relaxed_bound(program, 60).value()));
}

}  // namespace design_memory_test
}  // namespace partita::modelling
