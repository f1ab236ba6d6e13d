// The texts about extensions of models: the errors of wrong questions, and the report.
#include <algorithm>
#include <array>
#include <fstream>

#include "modelling/design/report/report.h"
#include "unit/modelling/design/design_extend_support.h"

namespace partita::modelling {
namespace design_extend_report_test {

using namespace design_support;
using namespace design_extend_support;

std::string error_of(const std::string& rest, const std::string& system = "commerce") {
  const auto found =
      design::read_questions_text(fmt::format("design: 1\nextend: {}\n{}", path_of(system), rest), "questions.yml");
  EXPECT_FALSE(found) << rest;
  return found ? std::string() : found.error().message;
}

TEST(DesignExtendReport, NamesTheLineAndTheCureOfWrongQuestions) {
  const auto expect = [](const std::string& error, const std::string& part, int line) {
    EXPECT_NE(error.find(part), std::string::npos) << error;
    EXPECT_EQ(error.find(fmt::format("questions.yml:{}: ", line)), 0U) << error;
  };
  const auto of_customer = [](const std::string& members) {
    return error_of("entities:\n  - name: CUSTOMER\n" + members +
                    "patterns:\n  - {name: A, entities: CUSTOMER, by: email}\n");
  };
  expect(of_customer("    fields: {nickname: string}\n"), "make it optional, as in nickname: string?", 5);
  expect(of_customer("    fields: {email: integer}\n"), "the field email of CUSTOMER exists, and its kind differs", 5);
  expect(of_customer("    fields:\n      email: 'string?'\n"), "whether items may lack it differs", 6);
  expect(of_customer("    fields: {mail: {kind: string, optional: true, attribute: email}}\n"),
         "give it another attribute", 5);
  expect(of_customer("    count: 7\n"), "count of the existing entity CUSTOMER differs", 5);
  expect(of_customer("    identity: email\n"), "the identity of the existing entity CUSTOMER is customerId", 5);
  expect(of_customer("    key: {partition: \"{email}\"}\n"), "keeps its keys", 5);
  expect(of_customer("    kount: 7\n"), "kount", 5);
  expect(error_of("entities:\n  - {name: CUSTOMER, fields: {}}\n  - {name: CUSTOMER, fields: {}}\n"),
         "the entity CUSTOMER occurs twice", 5);
  expect(error_of("patterns:\n  - {name: Items of an order, entities: CUSTOMER, by: email}\n"),
         "the existing model has a pattern \"Items of an order\" already", 4);
  expect(error_of("patterns:\n  - {name: A, table: shop, entities: CUSTOMER, by: email}\n"), "has no entity CUSTOMER",
         4);
  expect(error_of("patterns:\n  - {name: A, entities: Customer, by: name}\n", "customer_orders"),
         "say which one by table: customer_orders", 4);
  expect(error_of("patterns:\n  - {name: A, entities: CUSTOMERS, by: name}\n"), "did you mean 'CUSTOMER'?", 4);
  expect(error_of("entities:\n  - {name: NEW, fields: {id: string}, identity: id}\n"
                  "patterns:\n  - {name: A, table: commerce_single_table, entities: NEW, by: id}\n"),
         "leave table out", 6);
  const auto missing =
      design::read_questions_text("design: 1\nextend: nowhere.yml\npatterns: []\n", "dir/questions.yml");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("dir/nowhere.yml"), std::string::npos) << missing.error().message;
}

// Two tables of this model have an entity Customer. The error says which name to write, and that is enough.
TEST(DesignExtendReport, SaysWhichTableAnEntityOfSeveralTablesIsIn) {
  const auto expect = [](const std::string& rest, const std::string& part, int line) {
    const std::string error = error_of(rest, "customer_orders");
    EXPECT_NE(error.find(part), std::string::npos) << error;
    EXPECT_EQ(error.find(fmt::format("questions.yml:{}: ", line)), 0U) << error;
  };
  const std::string in_two = "the entity Customer is in the tables customer_orders and customer_orders_by_ulid of ";
  const std::string cure = "customer_orders/model.yaml: say which one by table: customer_orders";
  const auto read = [](const std::string& table) {
    return "patterns:\n  - {name: A" + table + ", entities: Customer, by: name, items: 2}\n";
  };
  const auto write = [](const std::string& table) {
    return "patterns:\n  - name: A\n    transact:\n      - {delete: Customer" + table + "}\n";
  };
  const auto entity = [](const std::string& table) {
    return "entities:\n  - {name: Customer" + table + ", fields: {nickname: 'string?'}}\n";
  };
  expect(read(""), in_two, 4);
  expect(read(""), cure, 4);
  expect(write(""), cure, 4);
  expect(entity(""), cure, 4);
  for (const std::string table : {"customer_orders", "customer_orders_by_ulid"})
    for (const std::string& rest : {read(", table: " + table), write(", table: " + table), entity(", table: " + table),
                                    entity("") + read(", table: " + table)}) {
      const design::Questions questions = extend("customer_orders", rest);
      EXPECT_EQ(questions.subjects.at(questions.subject("Customer").number()).table, table) << rest;
    }
  expect(read(", table: customer_orders") +
             "  - {name: B, table: customer_orders_by_ulid, entities: Customer, by: name}\n",
         "both have an entity Customer: extend one table in a file of its own, and then the other", 1);
  expect(entity(", table: shop"), "has no entity Customer: it is in customer_orders", 4);
}

TEST(DesignExtendReport, RefusesAModelThatTheProofRefuses) {
  const std::string path = testing::TempDir() + "refused_model.yml";
  ASSERT_TRUE(std::ofstream(path) << R"(format: 1
name: refused
tables:
  - name: refused
    partition_key: PK
    entities:
      - {name: A, fields: {id: string, other: string}, key: {partition: "A#{id}"}}
patterns:
  - {name: By other, entities: A, by: other}
)");
  const auto found = design::read_questions_text(
      fmt::format("design: 1\nextend: {}\npatterns:\n  - {{name: A, entities: A, by: id}}\n", path), "questions.yml");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().message.find("questions.yml:2: the proof refuses"), 0U) << found.error().message;
  EXPECT_NE(found.error().message.find("\"By other\""), std::string::npos) << found.error().message;
}

// Designs are compared on demand, so all sums are on demand, and the report has the bill of a provisioned table too.
TEST(DesignExtendReport, TheReportSaysWhatAProvisionedTableIsBilled) {
  const auto model_with = [](const std::string& billing) {
    return "format: 1\nname: cars\ntables:\n  - name: cars\n    partition_key: plate\n    " + billing +
           "\n    entities:\n      - {name: CAR, count: 1M, size_bytes: 100, fields: {plate: string, owner: string}, "
           "key: {partition: \"{plate}\"}}\npatterns:\n  - {name: A car, entities: CAR, by: plate, per_second: 30}\n"
           "  - {name: Put a car, put: CAR, per_second: 8}\n";
  };
  const auto report_of = [&](const std::string& billing) {
    const std::string path = testing::TempDir() + "cars_model.yml";
    EXPECT_TRUE(std::ofstream(path) << model_with(billing));
    const design::Questions questions = questions_of(fmt::format(
        "design: 1\nextend: {}\npatterns:\n  - {{name: Of an owner, entities: CAR, by: owner, per_second: 2, "
        "items: 2}}\n",
        path));
    const design::SearchResult found = search(questions);
    EXPECT_EQ(found.designs.size(), 1u);
    if (found.designs.empty()) return design::Report();
    EXPECT_NEAR(found.designs[0].usd, found.designs[0].planned, 1e-6) << billing;
    EXPECT_NEAR(found.bound, found.designs[0].usd, 1e-5) << billing;
    return design::make_report({questions, found, {}}, prices());
  };
  const auto with_units = [](int read, int write) {
    return fmt::format("billing: provisioned\n    throughput: {{read: {}, write: {}}}", read, write);
  };
  const design::Report on_demand = report_of("billing: on_demand");
  ASSERT_TRUE(on_demand.extension);
  EXPECT_TRUE(on_demand.extension->capacities.empty());
  EXPECT_EQ(design::report_text(on_demand).find("requests on demand"), std::string::npos);

  const design::Report declared = report_of(with_units(20, 10));
  ASSERT_TRUE(declared.extension);
  EXPECT_NEAR(declared.usd(), on_demand.usd(), 1e-6);
  EXPECT_NEAR(declared.extension->was_usd, on_demand.extension->was_usd, 1e-6);
  ASSERT_EQ(declared.extension->capacities.size(), 1u);
  const design::ReportedCapacity& capacity = declared.extension->capacities[0];
  // The table's units are bought, and the index has as many once more.
  const double units_usd =
      kHoursOfMonth * (20 * prices().usd(PriceOf::read_unit_hour) + 10 * prices().usd(PriceOf::write_unit_hour));
  auto model = read_model_text(model_with(with_units(20, 10)), "cars.yml");
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_NEAR(capacity.was_usd,
              bill_of_model(prove(std::make_shared<const Model>(std::move(*model))), prices(), {}).total_usd(), 1e-6);
  EXPECT_GT(capacity.usd, capacity.was_usd + units_usd);
  EXPECT_LT(capacity.usd, capacity.was_usd + 1.5 * units_usd);
  EXPECT_EQ(capacity.lacks, std::vector<std::string>{});
  const std::string text = design::report_text(declared);
  EXPECT_NE(text.find("All these sums are those of requests on demand, by which designs are compared. cars is billed "
                      "otherwise: provisioned as declared, it costs $"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("candidates costs less on demand, and that is proven."), std::string::npos) << text;
  EXPECT_NE(design::report_json(declared).find("\"how\": \"provisioned as declared\""), std::string::npos);

  const design::Report few = report_of(with_units(20, 4));
  ASSERT_TRUE(few.extension && few.extension->capacities.size() == 1);
  EXPECT_EQ(few.extension->capacities[0].lacks,
            (std::vector<std::string>{"CAR_by_owner needs 8 write units a second and has 4",
                                      "cars needs 8 write units a second and has 4"}));

  const design::Report peak = report_of("billing: provisioned");
  ASSERT_TRUE(peak.extension && peak.extension->capacities.size() == 1);
  EXPECT_EQ(peak.extension->capacities[0].how, "provisioned for the peak");
  EXPECT_NEAR(peak.usd(), on_demand.usd(), 1e-6);
}

// The report has the cost of the additions, the steps of the upgrade, and only the new reads.
TEST(DesignExtendReport, TheReportIsOfTheAdditions) {
  const design::Questions questions = extend("commerce", R"(
entities:
  - {name: REVIEW, count: 1M, size_bytes: 200, fields: {reviewId: ulid, sku: string, at: time}, identity: reviewId}
patterns:
  - {name: Reviews of an article, entities: REVIEW, by: sku, newest: at, per_second: 5, items: 10}
  - {name: Write a review, create: REVIEW, per_second: 1}
)");
  const design::SearchResult found = search(questions);
  const design::Report report = design::make_report({questions, found, {}}, prices());
  ASSERT_TRUE(report.extension);
  const double was = bill_of_model(questions.existing->proof, prices(), {}).total_usd();
  EXPECT_NEAR(report.extension->was_usd, was, 1e-6);
  EXPECT_GT(report.usd(), was);
  ASSERT_EQ(report.reads.size(), 1u);
  EXPECT_EQ(report.reads[0].name, "Reviews of an article");
  EXPECT_EQ(report.extension->kept.size(), 9u);
  EXPECT_NE(report.extension->steps.find("commerce_REVIEW: create the table"), std::string::npos)
      << report.extension->steps;
  const std::string text = design::report_text(report);
  EXPECT_NE(text.find("The existing model costs $1,254.91 a month, so the additions cost $"), std::string::npos)
      << text;
  EXPECT_NE(text.find("9 reads of it are served as before."), std::string::npos) << text;
  EXPECT_EQ(text.find("Items of an order:"), std::string::npos) << text;
  EXPECT_NE(design::report_markdown(report).find("\n    STEPS"), std::string::npos);
  EXPECT_NE(design::report_json(report).find("\"was_usd\": 1254.9"), std::string::npos);
}

// Reads of tables that no question concerns are served as before too, and do not belong to the additions.
TEST(DesignExtendReport, ReadsOfOtherTablesAreServedAsBefore) {
  const std::string path = testing::TempDir() + "design_two_tables.yml";
  ASSERT_TRUE(std::ofstream(path) << R"(format: 1
name: two
tables:
  - name: members
    partition_key: memberId
    entities:
      - {name: Member, count: 1000, fields: {memberId: string, zone: string}, key: {partition: "{memberId}"}}
  - name: books
    partition_key: bookId
    entities:
      - {name: Book, count: 1000, fields: {bookId: string, title: string}, key: {partition: "{bookId}"}}
patterns:
  - {name: A member, entities: Member, by: memberId, per_second: 1}
  - {name: A book, entities: Book, by: bookId, per_second: 1}
  - {name: Make a book, create: Book, per_second: 1}
)");
  const design::Questions questions =
      questions_of(fmt::format("design: 1\nextend: {}\npatterns:\n  - {{name: Of a zone, entities: Member, by: zone, "
                               "per_second: 1, items: 3}}\n",
                               path));
  const design::Report report = design::make_report({questions, search(questions), {}}, prices());
  ASSERT_TRUE(report.extension);
  EXPECT_EQ(report.extension->kept, (std::vector<std::string>{"A member", "A book"}));
  ASSERT_EQ(report.reads.size(), 1u);
  EXPECT_EQ(report.reads[0].name, "Of a zone");
}

}  // namespace design_extend_report_test
}  // namespace partita::modelling
