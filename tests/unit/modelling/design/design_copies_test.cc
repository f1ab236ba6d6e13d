// Copies that a design proposes: their names, of which item they are, and who writes them. Models with copies that are
// extended.
#include <algorithm>
#include <fstream>
#include <tuple>

#include "modelling/design/questions/copies.h"
#include "modelling/design/search/answer.h"
#include "unit/modelling/design/design_answers_support.h"

namespace partita::modelling {
namespace design_copies_test {

using namespace design_answers_support;

// A loan names the member who has it, as the member's identity is named, and another one by a declared reference.
TEST(DesignCopies, AreOfTheItemThatTheReadNames) {
  for (const char* with : {"memberId.name", "buyer.name", "[memberId.name, buyer.name]"}) {
    SCOPED_TRACE(with);
    const auto answers = answers_of(fmt::format(R"(design: 1
name: loans
entities:
  - {{name: Member, count: 1000, fields: {{memberId: string, name: string}}, identity: memberId}}
  - name: Loan
    count: 10k
    fields: {{loanId: string, memberId: {{kind: string, distinct: 1000}},
             buyer: {{kind: string, references: Member, distinct: 1000}}, due: date}}
    identity: loanId
patterns:
  - {{name: Loans of, entities: Loan, by: memberId, newest: due, with: {}, per_second: 200, items: 20}}
  - {{name: Loans of a buyer, entities: Loan, by: buyer, per_second: 1, items: 10}}
  - {{name: Lend, create: Loan, per_second: 1}}
  - {{name: Rename, update: Member, set: name, per_second: 0.01}}
)",
                                                with));
    ASSERT_FALSE(answers.found.designs.empty());
    const design::Design& design = answers.found.designs[0];
    expect_sound(design, with);
    const std::string text = with;
    std::vector<std::string> wanted, found;
    for (const char* by : {"memberId", "buyer"})
      if (text.find(by) != std::string::npos) wanted.emplace_back(by);
    for (const model::CopyInfo& copy : design.proof->copies()) {
      ASSERT_EQ(copy.references.size(), 1u);
      found.emplace_back(copy.holder->at(copy.references[0].holder).name);
    }
    std::sort(wanted.begin(), wanted.end());
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, wanted) << yaml_of(design);
    EXPECT_TRUE(design.copies_left.empty());
  }
}

// A new write of a source writes the copies in another table too, although no question names that table.
TEST(DesignCopies, OfAnotherTableBelongToAnExtension) {
  const std::string path = testing::TempDir() + "design_copies_shop.yml";
  for (const char* kept : {"", ", kept: transaction", ", kept: followed"}) {
    SCOPED_TRACE(kept);
    ASSERT_TRUE(std::ofstream(path) << fmt::format(R"(format: 1
name: shop
tables:
  - name: members
    partition_key: memberId
    type_attribute: null
    entities:
      - {{name: Member, count: 1000, fields: {{memberId: string, title: string}}, key: {{partition: "{{memberId}}"}}}}
  - name: books
    partition_key: memberId
    sort_key: bookId
    type_attribute: null
    entities:
      - name: Book
        count: 5000
        size_bytes: 300
        fields: {{memberId: string, bookId: string, memberTitle: {{kind: string, copy_of: Member.title{}}}}}
        key: {{partition: "{{memberId}}", sort: "{{bookId}}"}}
patterns:
  - {{name: Books, entities: Book, by: memberId, per_second: 4, items: 5}}
  - {{name: A member, entities: Member, by: memberId, per_second: 4}}
)",
                                                   kept));
    const auto usd_of = [&](const std::string& patterns) {
      const auto answers = answers_of(fmt::format("design: 1\nextend: {}\npatterns:\n{}", path, patterns));
      EXPECT_FALSE(answers.found.designs.empty());
      if (answers.found.designs.empty()) return 0.0;
      EXPECT_TRUE(std::any_of(answers.found.designs[0].model->patterns.begin(),
                              answers.found.designs[0].model->patterns.end(),
                              [](const Pattern& one) { return one.name.starts_with("Rename: find each Book"); }));
      return answers.found.designs[0].usd;
    };
    const std::string rename = "  - {name: Rename, update: Member, set: title, per_second: 5}\n";
    // A read of the books, which costs very little, names their table.
    EXPECT_NEAR(usd_of(rename),
                usd_of(rename + "  - {name: A book, entities: Book, by: [memberId, bookId], per_second: 0.000001}\n"),
                0.01);
  }
}

// ---- names of copies

std::string named(const std::string& fields, const std::string& with) {
  return fmt::format(R"(design: 1
name: shop
entities:
  - {{name: ORDER_ITEM, fields: {{item: ulid, price: integer}}, identity: item}}
  - {{name: LINE, fields: {{id: ulid, item: ulid, {}}}, identity: id}}
patterns:
  - {{name: A line, entities: LINE, by: id, with: {}}}
)",
                     fields, with);
}

TEST(DesignCopies, NamesCopiesAsTheEntityNamesItsFields) {
  const auto name_of = [](const std::string& fields) {
    const auto questions = questions_of(named(fields, "ORDER_ITEM.price"));
    return design::CopyNames(questions).name_of("LINE", questions.with[0].at(0), "price");
  };
  EXPECT_EQ(name_of("note: string"), "orderItemPrice");
  EXPECT_EQ(name_of("a_note: string"), "order_item_price");
  EXPECT_EQ(name_of("orderItemPrice: string"), "orderItemPriceCopy");
}

// ---- writes that keep copies true

TEST(DesignCopies, FollowsEachReferenceByItself) {
  const auto answers =
      answers_of(sales("  - {name: Change, transact: [{update: PERSON, set: name}, {update: PRODUCT, "
                       "set: title}], per_second: 0.001}\n"));
  for (const auto& [label, by, copy] :
       {std::tuple{"buyer", "buyerId", "buyerName"}, std::tuple{"seller", "sellerId", "sellerName"},
        std::tuple{"PRODUCT", "productId", "productTitle"}}) {
    const Pattern* find = pattern_of(answers, fmt::format("Change: find each SALE of the {}", label));
    const Pattern* update = pattern_of(answers, fmt::format("Change: copy into each SALE of the {}", label));
    ASSERT_NE(find, nullptr) << label;
    ASSERT_NE(update, nullptr) << label;
    EXPECT_EQ(find->by, std::vector<std::string>{by});
    EXPECT_EQ(update->actions.at(0).set, std::vector<std::string>{copy});
  }
  expect_sound(answers.found.designs.at(0), "references");
}

TEST(DesignCopies, AnItemThatRefersToAnotherGetsItsCopies) {
  const auto answers = answers_of(sales("  - {name: Resell, update: SALE, set: buyerId, per_second: 0.001}\n"));
  EXPECT_EQ(pattern_of(answers, "Resell")->actions.at(0).set, (std::vector<std::string>{"buyerId", "buyerName"}));
  EXPECT_NE(pattern_of(answers, "Resell: the buyer"), nullptr);
  EXPECT_EQ(pattern_of(answers, "Resell: the seller"), nullptr);
}

TEST(DesignCopies, EachItemOfABatchIsMadeWithWhatItsOwnSourceSays) {
  const auto answers =
      answers_of(sales("  - {name: Import, batch_write: [{put: SALE, items: 25}], per_second: 0.001}\n"));
  const Pattern* read = pattern_of(answers, "Import: each buyer");
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(read->operation, PatternOperation::BatchGet);
  EXPECT_DOUBLE_EQ(*read->items, 25);
}

TEST(DesignCopies, WhatEachWriteChangesIsNotCopied) {
  auto questions = questions_of(sales(""));
  questions.with[0] = {{.entity = "PERSON", .label = "buyer", .by = {"buyerId"}, .fields = {"rev"}}};
  const auto decisions = design::decisions_of(questions);
  ASSERT_TRUE(decisions);
  ASSERT_EQ(decisions->size(), 1u);
  ASSERT_EQ(decisions->at(0).ways.size(), 1u);
  EXPECT_EQ(decisions->at(0).ways[0].kind, design::Way::Kind::SecondRequest);
}

TEST(DesignCopies, AddedPatternsHaveNamesOfTheirOwn) {
  const auto answers =
      answers_of(many_orders(shop(50, 0.01,
                                  "  - {name: 'Rename: copy into each ORDER of the CUSTOMER', entities: ORDER, "
                                  "by: orderId, per_second: 1}\n"
                                  "  - {name: 'Order: the CUSTOMER', entities: ORDER, by: orderId}\n")));
  const Pattern* update = pattern_of(answers, "Rename: copy into each ORDER of the CUSTOMER 2");
  ASSERT_NE(update, nullptr);
  EXPECT_EQ(update->operation, PatternOperation::Update);
  EXPECT_NE(pattern_of(answers, "Order: the CUSTOMER 2"), nullptr);
  expect_sound(answers.found.designs.at(0), "names");
}

TEST(DesignCopies, WhatAnItemHoldsAlreadyIsNotCopiedAgain) {
  const auto questions = questions_of(R"(design: 1
name: shop
entities:
  - {name: CUSTOMER, fields: {customerId: ulid, name: string}, identity: customerId}
  - {name: ORDER, identity: orderId,
     fields: {orderId: ulid, customerId: ulid, buyer: {kind: string, copy_of: CUSTOMER.name}, cents: integer}}
patterns:
  - {name: An order, entities: ORDER, by: orderId, with: CUSTOMER.name, wanted: [cents]}
)");
  EXPECT_TRUE(questions.with[0].empty());
  EXPECT_EQ(questions.patterns[0].wanted, (std::vector<std::string>{"cents", "buyer"}));
}

TEST(DesignCopies, RefersByAFieldToAnEntityOfTheSameKind) {
  const auto answers = answers_of(R"(design: 1
name: staff
entities:
  - name: PERSON
    count: 50k
    size_bytes: 300
    fields: {personId: ulid, name: string, team: string, managerId: {kind: ulid, optional: true, references: PERSON}}
    identity: personId
patterns:
  - {name: Team, entities: PERSON, by: team, with: managerId.name, per_second: 50, items: 8}
  - {name: Hire, create: PERSON, per_second: 0.001}
)");
  const Model& model = *answers.found.designs.at(0).model;
  const Field* copy = model.table_of("PERSON")->entity("PERSON")->field("managerName");
  ASSERT_NE(copy, nullptr) << yaml_of(answers.found.designs[0]);
  EXPECT_TRUE(copy->optional);
  expect_sound(answers.found.designs[0], "self");
}

TEST(DesignCopies, AConsistentReadHasNoCopy) {
  const auto answers = answers_of(R"(design: 1
name: shop
entities:
  - {name: CUSTOMER, count: 1M, size_bytes: 300, fields: {customerId: ulid, name: string}, identity: customerId}
  - {name: ORDER, count: 5M, size_bytes: 200, fields: {orderId: ulid, customerId: ulid}, identity: orderId}
patterns:
  - {name: An order, entities: ORDER, by: orderId, consistent: true, with: CUSTOMER.name, per_second: 500}
)");
  const Pattern* second = pattern_of(answers, "An order: the CUSTOMER");
  ASSERT_NE(second, nullptr);
  EXPECT_TRUE(second->consistent);
}

// ---- models with copies that are extended

// A table whose items have copies of its other items' fields. Its entities are proven one by one while the extension is
// priced.
std::string books(const std::string& kept) {
  return fmt::format(R"(format: 1
name: books
tables:
  - name: books
    partition_key: PK
    sort_key: SK
    type_attribute: type
    entities:
      - name: Member
        count: 1000
        fields: {{memberId: string, title: string, zone: string}}
        key: {{partition: "MEMBER#{{memberId}}", sort: MEMBER}}
      - name: Book
        count: 5000
        size_bytes: 300
        fields: {{memberId: string, bookId: string, made: time, memberTitle: {{kind: string, copy_of: Member.title{}}}}}
        key: {{partition: "MEMBER#{{memberId}}", sort: "BOOK#{{bookId}}"}}
patterns:
  - {{name: Books, entities: Book, by: memberId, per_second: 4, items: 5}}
  - {{name: Join, create: Member, per_second: 1}}
)",
                     kept);
}

TEST(DesignCopies, AModelWithCopiesInOneTableCanBeExtended) {
  const std::string path = testing::TempDir() + "design_extend_books.yml";
  for (const char* kept : {"", ", kept: transaction", ", kept: followed"}) {
    SCOPED_TRACE(kept);
    ASSERT_TRUE(std::ofstream(path) << books(kept));
    for (const char* pattern :
         {"{name: New, entities: Member, by: memberId, per_second: 1}",
          "{name: New, entities: Book, by: [memberId, bookId], per_second: 1}",
          "{name: New, entities: Member, by: zone, per_second: 1, items: 4}",
          "{name: New, update: Member, set: zone, per_second: 1}", "{name: New, delete: Book, per_second: 1}"}) {
      const auto found = search(questions_of(fmt::format("design: 1\nextend: {}\npatterns:\n  - {}\n", path, pattern)));
      EXPECT_TRUE(found.unserved.empty()) << pattern;
      ASSERT_FALSE(found.designs.empty()) << pattern;
      EXPECT_TRUE(found.designs[0].proof->refusals().empty()) << pattern;
      const auto& fields = found.designs[0].model->tables.at(0).entities.at(1).fields;
      EXPECT_EQ(fields.back().kept,
                questions_of(fmt::format("design: 1\nextend: {}\npatterns:\n  - {}\n", path, pattern))
                    .existing->model()
                    .tables[0]
                    .entities[1]
                    .fields.back()
                    .kept);
    }
  }
}

// A program that makes an item with a copy must know the value that the copy repeats, and that is a part of the new
// write's cost.
TEST(DesignCopies, ANewWriteOfItemsWithCopiesReadsTheirSources) {
  const std::string path = testing::TempDir() + "design_extend_books.yml";
  const auto patterns_of = [&](const std::string& kept, const std::string& pattern) {
    EXPECT_TRUE(std::ofstream(path) << books(kept));
    const auto questions = questions_of(fmt::format("design: 1\nextend: {}\npatterns:\n  - {}\n", path, pattern));
    const auto answers = design::answer(questions, prices(), {.seconds = 60, .designs = 1});
    EXPECT_TRUE(answers) << answers.error();
    std::vector<std::string> out;
    if (answers && !answers->found.designs.empty())
      for (const Pattern& one : answers->found.designs[0].model->patterns) out.push_back(one.name);
    return out;
  };
  const auto has = [](const std::vector<std::string>& list, const std::string& wanted) {
    return std::find(list.begin(), list.end(), wanted) != list.end();
  };
  EXPECT_TRUE(
      has(patterns_of("", "{name: Batch, batch_write: [{put: Book, items: 3}], per_second: 1}"), "Batch: each Member"));
  for (const char* kept : {"", ", kept: transaction", ", kept: followed"})
    EXPECT_TRUE(has(patterns_of(kept, "{name: Place, create: Book, per_second: 1}"), "Place: the Member")) << kept;
  EXPECT_TRUE(
      has(patterns_of(", kept: followed", "{name: Place, create: Book, per_second: 1}"), "Place: compare the Member"));
  EXPECT_FALSE(has(patterns_of("", "{name: Join again, create: Member, per_second: 1}"), "Join again: the Member"));
}

}  // namespace design_copies_test
}  // namespace partita::modelling
