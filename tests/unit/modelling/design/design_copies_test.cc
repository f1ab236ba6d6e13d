// Copies that a design proposes: of which item they are, and who writes them.
#include <algorithm>
#include <fstream>

#include "modelling/design/search/answer.h"
#include "unit/modelling/design/design_support.h"

namespace partita::modelling {
namespace design_copies_test {

using namespace design_support;

design::Answers answers_of(const std::string& yaml) {
  auto found = design::answer(questions_of(yaml), prices(), {.seconds = 120, .designs = 1});
  EXPECT_TRUE(found) << found.error();
  return found ? std::move(*found) : design::Answers();
}

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
      found.emplace_back(copy.holder->fields[static_cast<std::size_t>(copy.references[0].holder)].name);
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

}  // namespace design_copies_test
}  // namespace partita::modelling
