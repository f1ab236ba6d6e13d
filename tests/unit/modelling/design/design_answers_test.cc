// Reads that span entities: which of copies, second requests and item collections is the cheapest.
#include <algorithm>

#include "modelling/design/report/report.h"
#include "modelling/design/search/answer.h"
#include "unit/modelling/design/design_answers_support.h"

namespace partita::modelling {
namespace design_answers_test {

using namespace design_answers_support;

// ---- the cheapest way

TEST(DesignAnswers, CopiesWhatIsReadOftenAndSeldomChanges) {
  const auto answers = answers_of(shop(50, 0.01));
  const Field* copy = copy_of(answers, "customerName");
  ASSERT_NE(copy, nullptr) << yaml_of(answers.found.designs.at(0));
  EXPECT_EQ(copy->copy_of, "CUSTOMER.name");
  EXPECT_EQ(copy->kept, CopyKept::Transaction);
  // Twenty orders of a customer, so each change is one transaction with twenty updates.
  const Pattern* find = pattern_of(answers, "Rename: find each ORDER of the CUSTOMER");
  const Pattern* rename = pattern_of(answers, "Rename");
  ASSERT_NE(find, nullptr);
  ASSERT_NE(rename, nullptr);
  EXPECT_EQ(find->by, std::vector<std::string>{"customerId"});
  EXPECT_EQ(find->part_of, "Rename");
  EXPECT_DOUBLE_EQ(*find->items, 20);
  EXPECT_EQ(rename->operation, PatternOperation::TransactWrite);
  ASSERT_EQ(rename->actions.size(), 2u);
  EXPECT_DOUBLE_EQ(rename->actions[1].items, 20);
  EXPECT_EQ(rename->actions[1].set, std::vector<std::string>{"customerName"});
  // The copy must be known before an order is made, and must be true when it is.
  ASSERT_NE(pattern_of(answers, "Order: the CUSTOMER"), nullptr);
  const Pattern* order = pattern_of(answers, "Order");
  ASSERT_EQ(order->actions.size(), 2u);
  EXPECT_EQ(order->actions[1].kind, Action::Kind::Check);
  EXPECT_EQ(order->actions[1].entity, "CUSTOMER");
  EXPECT_EQ(pattern_of(answers, "Open orders: each CUSTOMER"), nullptr);
  expect_sound(answers.found.designs[0], "copy");
}

// Forty orders of a customer are too many for each of its transactions.
TEST(DesignAnswers, CopiesInManyItemsFollowTheStream) {
  const auto answers = answers_of(many_orders(shop(50, 0.01)));
  const Field* copy = copy_of(answers, "customerName");
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(copy->kept, CopyKept::Followed);
  const Pattern* update = pattern_of(answers, "Rename: copy into each ORDER of the CUSTOMER");
  ASSERT_NE(update, nullptr);
  EXPECT_DOUBLE_EQ(*update->per_second, 0.4);
  EXPECT_EQ(update->part_of, "Rename");
  EXPECT_EQ(update->actions.at(0).set, std::vector<std::string>{"customerName"});
  EXPECT_EQ(pattern_of(answers, "Rename")->actions.size(), 1u);
  EXPECT_EQ(pattern_of(answers, "Order")->actions.size(), 1u);
  EXPECT_NE(pattern_of(answers, "Order: compare the CUSTOMER"), nullptr);
  expect_sound(answers.found.designs[0], "followed copy");

  const design::Report report = design::make_report(answers, prices());
  ASSERT_TRUE(report.copy_costs && report.copy_costs->other_usd);
  EXPECT_GT(report.copy_costs->usd, 0);
  EXPECT_GT(*report.copy_costs->other_usd, report.copy_costs->usd);
  EXPECT_NE(design::report_text(report).find("written by a program that follows the stream of changes"),
            std::string::npos);
}

// The two ways are priced alike, whichever of them a design takes.
TEST(DesignAnswers, TheOtherWayToKeepCopiesIsPriced) {
  const auto few = design::make_report(answers_of(shop(50, 0.01)), prices());
  ASSERT_TRUE(few.copy_costs && few.copy_costs->other_usd);
  EXPECT_EQ(few.copy_costs->kept, CopyKept::Transaction);
  EXPECT_GT(few.copy_costs->usd, *few.copy_costs->other_usd);
  const auto many = design::make_report(answers_of(many_orders(shop(50, 0.01))), prices());
  // Orders are made once a second in both, and each customer is renamed as often: only the number of updates differs.
  const double updates_usd = many.copy_costs->usd - *few.copy_costs->other_usd;
  EXPECT_GT(updates_usd, 0);
  EXPECT_LT(updates_usd, few.copy_costs->usd);
}

TEST(DesignAnswers, AsksTwiceForWhatChangesOften) {
  const auto answers = answers_of(shop(1, 50));
  EXPECT_EQ(copy_of(answers, "customerName"), nullptr);
  const Pattern* second = pattern_of(answers, "Open orders: each CUSTOMER");
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(second->operation, PatternOperation::BatchGet);
  EXPECT_DOUBLE_EQ(*second->items, 20);
  EXPECT_DOUBLE_EQ(*second->per_second, 1);
  expect_sound(answers.found.designs[0], "second request");
}

TEST(DesignAnswers, ReadsOneItemCollectionIfACallGivesTheOther) {
  const std::string yaml = R"(design: 1
name: shop
entities:
  - {name: CUSTOMER, count: 1M, size_bytes: 300, fields: {customerId: ulid, name: string}, identity: customerId}
  - {name: ORDER, count: 5M, size_bytes: 200, fields: {customerId: ulid, orderId: ulid, cents: integer},
     identity: [customerId, orderId]}
patterns:
  - {name: Orders, entities: ORDER, by: customerId, with: CUSTOMER.name, per_second: 50, items: 5}
  - {name: Rename, update: CUSTOMER, set: name, per_second: 5}
  - {name: Order, create: ORDER, per_second: 1}
)";
  const auto answers = answers_of(yaml);
  const Pattern* read = pattern_of(answers, "Orders");
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(read->entities, (std::vector<std::string>{"CUSTOMER", "ORDER"}));
  EXPECT_EQ(answers.found.designs.at(0).model->patterns.size(), 3u);
  expect_sound(answers.found.designs[0], "collection");
}

// With all rates the proposal costs no more than each way alone.
TEST(DesignAnswers, NoWayIsCheaperThanTheChosenOne) {
  for (const double list : {0.5, 5.0, 50.0})
    for (const double rename : {0.01, 1.0, 30.0}) {
      const auto questions = questions_of(shop(list, rename));
      const auto decisions = design::decisions_of(questions);
      ASSERT_TRUE(decisions);
      ASSERT_EQ(decisions->size(), 1u);
      double least = -1;
      for (const auto way : design::positions_of(decisions->at(0).ways)) {
        const double usd = design_support::usd_of(design::rewritten(questions, *decisions, {way}));
        least = least < 0 ? usd : std::min(least, usd);
      }
      const auto answers = answers_of(shop(list, rename));
      EXPECT_NEAR(usd_of(answers), least, 1e-6) << list << " " << rename;
      EXPECT_NEAR(answers.found.bound, least, 1e-4) << list << " " << rename;
    }
}

// Two reads want the same copy, whose writes are paid for once. Alone, neither is worth them.
TEST(DesignAnswers, ReadsShareACopy) {
  const std::string second =
      "  - {name: Shut orders, entities: ORDER, where: {status: SHUT}, newest: made, with: CUSTOMER.name, "
      "per_second: 7, items: 20}\n";
  const auto is_copied = [](const design::Answers& answers) { return copy_of(answers, "customerName") != nullptr; };
  EXPECT_FALSE(is_copied(answers_of(shop(7, 0.2))));
  const auto both = answers_of(shop(7, 0.2, second));
  EXPECT_TRUE(is_copied(both));
  EXPECT_EQ(pattern_of(both, "Open orders: each CUSTOMER"), nullptr);
  EXPECT_EQ(pattern_of(both, "Shut orders: each CUSTOMER"), nullptr);
  const Pattern* rename = pattern_of(both, "Rename");
  ASSERT_NE(rename, nullptr);
  EXPECT_EQ(rename->actions.size(), 2u);
  expect_sound(both.found.designs[0], "shared copy");
}

// With many decisions, the tree must find the same cost as a trial of all combinations.
TEST(DesignAnswers, FindsTheBestOfAllCombinations) {
  const std::string more =
      "  - {name: Shut orders, entities: ORDER, where: {status: SHUT}, newest: made, with: [CUSTOMER.name, "
      "CUSTOMER.tier], per_second: 3, items: 5}\n"
      "  - {name: An order, entities: ORDER, by: orderId, with: CUSTOMER.tier, per_second: 9}\n"
      "  - {name: Promote, update: CUSTOMER, set: tier, per_second: 0.05}\n";
  const auto questions = questions_of(shop(4, 0.4, more));
  const auto decisions = design::decisions_of(questions);
  ASSERT_TRUE(decisions);
  ASSERT_EQ(decisions->size(), 3u);
  const auto way_at = [](std::size_t number) { return design::WayPosition(number); };
  double least = 1e30;
  for (std::size_t ways = 0; ways < 8; ++ways)
    least =
        std::min(least, design_support::usd_of(design::rewritten(
                            questions, *decisions, {way_at(ways & 1), way_at(ways >> 1 & 1), way_at(ways >> 2 & 1)})));
  const auto answers = answers_of(shop(4, 0.4, more));
  EXPECT_NEAR(usd_of(answers), least, 1e-6);
  EXPECT_NEAR(answers.found.bound, least, 1e-4);
  expect_sound(answers.found.designs[0], "combination");
}

// Open decisions make the questions cheaper, or the tree would cut off the best way.
TEST(DesignAnswers, OpenQuestionsAreABound) {
  const auto questions = questions_of(shop(5, 1));
  const auto decisions = design::decisions_of(questions);
  ASSERT_TRUE(decisions);
  const double open = design_support::usd_of(design::rewritten(questions, *decisions, {design::kOpen}));
  ASSERT_EQ(decisions->at(0).ways.size(), 2u);
  for (const auto way : design::positions_of(decisions->at(0).ways)) {
    const double least =
        design::least_usd(questions, decisions->at(0), design::at(decisions->at(0).ways, way), prices());
    EXPECT_GT(least, 0);
    EXPECT_LE(open + least, design_support::usd_of(design::rewritten(questions, *decisions, {way})) + 1e-6)
        << way.number();
  }
}

// ---- how many requests

TEST(DesignAnswers, OneRequestForbidsTheSecond) {
  const auto answers = answers_of(shop(1, 50, "", ", requests: 1"));
  EXPECT_NE(copy_of(answers, "customerName"), nullptr);
  EXPECT_EQ(pattern_of(answers, "Open orders: each CUSTOMER"), nullptr);
}

TEST(DesignAnswers, OneSecondRequestAsksForAllItemsOfAnEntity) {
  const auto twice = questions_of(sales("  - {name: Change, update: PERSON, set: name, per_second: 5000}\n"));
  auto questions = twice;
  questions.requests[0] = 3;
  const auto answers = design::answer(questions, prices(), {.seconds = 120, .designs = 1});
  ASSERT_TRUE(answers) << answers.error();
  const Pattern* second = pattern_of(*answers, "Sales of a day: each PERSON");
  ASSERT_NE(second, nullptr);
  EXPECT_DOUBLE_EQ(*second->items, 80);
  // Copies of all are the only way in one request, although they cost far more.
  questions.requests[0] = 1;
  const auto one = design::answer(questions, prices(), {.seconds = 120, .designs = 1});
  ASSERT_TRUE(one) << one.error();
  EXPECT_EQ(pattern_of(*one, "Sales of a day: each PERSON"), nullptr);
  EXPECT_GT(usd_of(*one), usd_of(*answers));
}

TEST(DesignAnswers, SaysWhichReadMayTakeTooFewRequests) {
  auto questions = questions_of(sales(""));
  questions.patterns[0].consistent = true;
  questions.requests[0] = 2;
  const auto found = design::answer(questions, prices(), {.seconds = 120, .designs = 1});
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().find("\"Sales of a day\" may take 2 requests, and more are needed"), std::string::npos)
      << found.error();
}

// ---- the report and the input

TEST(DesignAnswers, TheReportNamesTheWayAndWhatAnotherCosts) {
  const auto answers = answers_of(shop(50, 0.01), 3);
  const design::Report report = design::make_report(answers, prices());
  ASSERT_EQ(report.answers.size(), 1u);
  EXPECT_EQ(report.answers[0].how,
            "copies in the items of ORDER: customerName repeats CUSTOMER.name, written with or after \"Rename\"");
  ASSERT_EQ(report.answers[0].considered.size(), 1u);
  EXPECT_GT(report.answers[0].considered[0].more_usd, 1);
  EXPECT_TRUE(report.answers[0].considered[0].is_exact);
  // A design with a copy that costs little more is a next best design, and the copy is the difference.
  const design::Report close = design::make_report(answers_of(shop(5, 0.2), 3), prices());
  EXPECT_TRUE(std::any_of(close.designs.begin(), close.designs.end(), [](const design::ReportedDesign& one) {
    return std::count(one.only_here.begin(), one.only_here.end(), "ORDER: customerName, a copy of CUSTOMER.name") > 0;
  }));
  // The second request is a next best design, of other questions than the proposal's.
  ASSERT_GE(report.designs.size(), 2u);
  EXPECT_TRUE(report.proven);
  const auto copy = std::find_if(report.copies.begin(), report.copies.end(),
                                 [](const auto& one) { return one.attribute == "customerName"; });
  ASSERT_NE(copy, report.copies.end());
  EXPECT_EQ(copy->writes, std::vector<std::string>{"Rename"});
  EXPECT_NE(design::report_text(report).find("considered: a second request for the CUSTOMER of each item, $"),
            std::string::npos)
      << design::report_text(report);
}

TEST(DesignAnswers, BadQuestionsAreNamedWithACure) {
  const auto error_of = [](const std::string& read) {
    std::string yaml = shop(1, 1);
    const std::size_t at = yaml.find("with: CUSTOMER.name");
    yaml.replace(at, std::string("with: CUSTOMER.name").size(), read);
    const auto found = design::read_questions_text(yaml, "questions.yml");
    return found ? std::string("none") : found.error().message;
  };
  const auto expect_error = [&](const std::string& read, const std::string& wanted) {
    EXPECT_NE(error_of(read).find(wanted), std::string::npos) << read << ": " << error_of(read);
    EXPECT_EQ(error_of(read).find("questions.yml:15"), 0u) << error_of(read);
  };
  expect_error("with: name", "write the entity, or the field that refers to it");
  expect_error("with: CUSTOMERS.name", "'CUSTOMERS', which is neither an entity nor a field of ORDER");
  expect_error("with: CUSTOMER.names", "the field 'names', which CUSTOMER does not have");
  expect_error("with: CUSTOMER.customerId", "which tells one CUSTOMER from the others");
  expect_error("with: [CUSTOMER.name, CUSTOMER.name]", "twice");
  expect_error("with: cents.name", "cents of ORDER refers to no entity");
  expect_error("with: ORDER.made", "do not say which other ORDER they mean");
  expect_error("with: CUSTOMER.name, requests: 0", "a read takes from 1 to 100");
  EXPECT_EQ(error_of("with: customerId.name"), "none");
}

}  // namespace design_answers_test
}  // namespace partita::modelling
