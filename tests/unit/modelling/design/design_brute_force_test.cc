// The search finds the same cost as a trial of all choices: every primary key, every set of indexes, and every way to
// serve the reads by them, each priced as a finished model.
#include <algorithm>
#include <functional>
#include <limits>

#include "modelling/design/candidates/candidates.h"
#include "modelling/design/candidates/tables.h"
#include "modelling/design/keys/serves.h"
#include "modelling/design/models/assemble.h"
#include "unit/modelling/design/design_support.h"

namespace partita::modelling {
namespace design_brute_force_test {

using namespace design_support;

constexpr std::size_t kMostIndexes = 3;  // of one choice

class BruteForce {
 public:
  explicit BruteForce(const design::Questions& questions)
      : questions_(questions),
        tables_(design::tables_of(questions, questions.layout)),
        indexes_(design::index_choices(questions, tables_, {})) {
    for (const design::SubjectPosition i : design::positions_of(questions.subjects))
      forms_.push_back(design::primary_forms(questions, i, tables_));
  }

  double cheapest() {
    choose_primary(0);
    return best_;
  }
  std::size_t tried() const { return tried_; }

 private:
  void choose_primary(std::size_t subject) {
    if (subject == forms_.size()) return choose_indexes(0);
    for (const design::PrimaryForm& form : forms_[subject]) {
      choice_.primary.push_back(form);
      choose_primary(subject + 1);
      choice_.primary.pop_back();
    }
  }

  void choose_indexes(std::size_t first) {
    choice_.serving.clear();
    choose_serving(0);
    if (choice_.indexes.size() == kMostIndexes) return;
    for (std::size_t i = first; i < indexes_.size(); ++i) {
      choice_.indexes.push_back(indexes_[i]);
      choose_indexes(i + 1);
      choice_.indexes.pop_back();
    }
  }

  static design::Serving by(design::ChosenIndexPosition index) { return {design::Serving::By::ThisIndex, index}; }

  void choose_serving(std::size_t pattern) {
    if (pattern == questions_.patterns.size()) {
      // An index that serves no read only costs.
      for (const design::ChosenIndexPosition i : design::positions_of(choice_.indexes))
        if (std::find(choice_.serving.begin(), choice_.serving.end(), by(i)) == choice_.serving.end()) return;
      return price();
    }
    choice_.serving.push_back(design::kByPrimaryKey);
    choose_serving(pattern + 1);
    for (const design::ChosenIndexPosition i : design::positions_of(choice_.indexes))
      if (design::may_serve(questions_, choice_.indexes[i], design::PatternPosition(pattern))) {
        choice_.serving.back() = by(i);
        choose_serving(pattern + 1);
      }
    choice_.serving.pop_back();
  }

  void price() {
    ++tried_;
    const auto proof = prove(design::assemble(questions_, tables_, choice_, design::all_of(questions_)).model);
    if (!proof->refusals().empty()) return;
    const double usd = bill_of_model(proof, prices_, {}).total_usd();
    if (usd < best_ && lint::run(*proof).empty()) best_ = usd;
  }

  const design::Questions& questions_;
  const design::Tables tables_;
  const std::vector<design::IndexChoice> indexes_;
  const PriceList prices_ = prices();
  std::vector<std::vector<design::PrimaryForm>> forms_;
  design::Choice choice_;
  double best_ = std::numeric_limits<double>::infinity();
  std::size_t tried_ = 0;
};

void expect_the_same(const std::string& yaml) {
  SCOPED_TRACE(yaml);
  const design::Questions questions = questions_of(yaml);
  BruteForce force(questions);
  const double cheapest = force.cheapest();
  EXPECT_GT(force.tried(), 4u);
  EXPECT_NEAR(usd_of(questions), cheapest, 1e-6);
}

std::string orders(const std::string& patterns) {
  return "design: 1\nname: shop\ntables: several\nentities:\n"
         "  - {name: ORDER, count: 20M, size_bytes: 200, identity: [order], fields: {order: string, customer: string, "
         "made: time, status: {enum: [OPEN, SHUT]}}}\n"
         "  - {name: LINE, count: 60M, size_bytes: 150, identity: [order, line], fields: {order: string, line: string, "
         "sku: string}}\n"
         "patterns:\n" +
         patterns;
}

TEST(DesignBruteForce, FindsTheSameIndexes) {
  for (const char* patterns :
       {"  - {name: read, entities: ORDER, by: customer, newest: made, per_second: 5, items: 10}\n"
        "  - {name: create, create: ORDER, per_second: 5}\n",
        "  - {name: lines, entities: LINE, by: order, per_second: 5, items: 10}\n"
        "  - {name: by sku, entities: LINE, by: sku, wanted: [sku, order], per_second: 1, items: 5}\n"
        "  - {name: create, create: LINE, per_second: 5}\n",
        "  - {name: by customer, entities: ORDER, by: customer, wanted: [customer, order], per_second: 1, items: 3}\n"
        "  - {name: all of it, entities: ORDER, by: customer, newest: made, per_second: 9, items: 40}\n"
        "  - {name: change, update: ORDER, set: [status], per_second: 20}\n"
        "  - {name: create, create: ORDER, per_second: 5}\n"})
    expect_the_same(orders(patterns));
}

TEST(DesignBruteForce, FindsTheSameCollections) {
  for (const char* patterns :
       {"  - {name: with lines, entities: [ORDER, LINE], by: order, per_second: 5, items: 4}\n"
        "  - {name: by sku, entities: LINE, by: sku, per_second: 1, items: 5}\n"
        "  - {name: enter, transact: [{create: ORDER}, {create: LINE, items: 3}], per_second: 5}\n",
        "  - {name: with lines, entities: [ORDER, LINE], by: order, per_second: 5, items: 4}\n"
        "  - {name: lines, entities: LINE, by: order, per_second: 5, items: 4}\n"
        "  - {name: enter, transact: [{create: ORDER}, {create: LINE, items: 3}], per_second: 5}\n"})
    expect_the_same(orders(patterns));
}

// A consistent read in another order needs a local index, which only a table with the right partition key can have.
TEST(DesignBruteForce, FindsTheSameLocalIndex) {
  expect_the_same(
      "design: 1\nname: work\ntables: several\nentities:\n"
      "  - {name: TASK, count: 1M, size_bytes: 300, fields: {org: string, id: ulid, due: time, note: \"string?\"}, "
      "identity: "
      "[org, id]}\n"
      "patterns:\n"
      "  - {name: by due, entities: TASK, by: org, ascending: due, consistent: true, per_second: 2, items: 10}\n"
      "  - {name: by id, entities: TASK, by: id, per_second: 2, items: 1}\n"
      "  - {name: by note, entities: TASK, by: note, per_second: 1, items: 2}\n"
      "  - {name: put, put: TASK, per_second: 3}\n");
}

// A collection from each side of a relationship of many to many.
TEST(DesignBruteForce, FindsTheSameInvertedIndex) {
  expect_the_same(
      "design: 1\nname: school\ntables: one\nentities:\n"
      "  - {name: STUDENT, count: 10k, size_bytes: 200, fields: {student: ulid, name: string}, identity: student}\n"
      "  - {name: COURSE, count: 1k, size_bytes: 300, fields: {course: ulid, title: string}, identity: course}\n"
      "  - {name: ENROLMENT, count: 100k, size_bytes: 120, fields: {student: ulid, course: ulid, grade: integer}, "
      "identity: [student, course]}\n"
      "patterns:\n"
      "  - {name: of a student, entities: [STUDENT, ENROLMENT], by: student, per_second: 3, items: 10}\n"
      "  - {name: of a course, entities: [COURSE, ENROLMENT], by: course, per_second: 3, items: 10}\n"
      "  - {name: enrol, put: ENROLMENT, per_second: 1}\n");
}

}  // namespace design_brute_force_test
}  // namespace partita::modelling
