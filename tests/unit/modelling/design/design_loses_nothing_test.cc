// No read of a design loses an item: each answer is compared with a search through lists of the items that knows the
// questions alone, and asks neither a key nor an index. Optional fields make indexes that lack items.
#include <algorithm>
#include <fstream>
#include <random>
#include <set>

#include "modelling/design/report/report.h"
#include "modelling/design/search/answer.h"
#include "unit/modelling/design/design_support.h"

namespace partita::modelling {
namespace design_loses_nothing_test {

using namespace design_support;

// Two entities with random optional fields, and reads that ask for parts of each other's keys.
class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::string questions() { return head() + entities() + "patterns:\n" + reads(2 + random_() % 3) + writes(); }

  std::string head() const { return "design: 1\nname: lists\n"; }

  std::string entities() {
    std::string out = "entities:\n";
    for (const char* name : {"Member", "Book"})
      out += fmt::format(
          "  - {{name: {0}, count: {1}, identity: {0}Id, size_bytes: {2}, fields: {{{0}Id: string, zone: {{kind: "
          "string, distinct: {3}{4}}}, email: {{kind: string{5}}}, state: {{enum: [OPEN, SHUT]{6}}}, at: {{kind: "
          "time{7}}}}}}}\n",
          name, pick({"200k", "2M", "20M"}), pick({"120", "400", "3000"}), pick({"1000", "50000"}), optional(),
          optional(), optional(), optional());
    return out;
  }

  std::string reads(std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
      const char* of = pick({"Member", "Book", "[Member, Book]"});
      const bool is_one = of[0] != '[';
      const char* by = pick({"zone", "email", "[zone, email]", "[zone, state]"});
      const std::string where = is_one && by[0] != '[' && chance(3) ? ", where: {state: OPEN}" : "";
      const std::string order = chance(2) ? fmt::format(", {}: at", pick({"newest", "oldest"})) : "";
      const std::string wanted = is_one && chance(4) ? fmt::format(", wanted: [{}Id, zone]", of) : "";
      out += fmt::format("  - {{name: read {}, entities: {}, by: {}{}{}{}, per_second: {}, items: {}}}\n", i, of, by,
                         where, order, wanted, pick({"1", "20"}), pick({"1", "20"}));
    }
    return out;
  }

  std::string writes() {
    std::string out;
    for (const char* name : {"Member", "Book"})
      out += fmt::format(
          "  - {{name: move {0}, update: {0}, set: [{1}], given: [zone, email, state, at], per_second: "
          "{2}}}\n",
          name, pick({"zone", "email", "zone, state"}), pick({"1", "100"}));
    return out;
  }

 private:
  const char* pick(std::initializer_list<const char*> list) { return list.begin()[random_() % list.size()]; }
  bool chance(unsigned of) { return random_() % of == 0; }
  std::string optional() { return chance(2) ? ", optional: true, present: 0.1" : ""; }
  std::mt19937 random_;
};

constexpr const char* kFields[] = {"zone", "email", "state", "at"};

// Items of the entity with each combination of the fields that items may lack, each twice.
std::vector<AttributeMap> items_of(const Entity& entity) {
  std::vector<AttributeMap> out;
  for (unsigned present = 0; present < 16; ++present)
    for (unsigned copy = 0; copy < 2; ++copy) {
      AttributeMap item;
      bool is_possible = true;
      item.set(entity.name + "Id", fmt::format("{}{}{}", entity.name, present, copy));
      for (unsigned i = 0; i < std::size(kFields); ++i) {
        const Field* field = entity.field(kFields[i]);
        if (!(present >> i & 1)) {
          is_possible = is_possible && field->optional;
          continue;
        }
        const char* values[] = {"north", "a@example.com", copy ? "SHUT" : "OPEN", "2026-01-07T10:00:00.000Z"};
        item.set(field->attribute, values[i]);
      }
      if (is_possible) out.push_back(std::move(item));
    }
  return out;
}

// The items that the read asks for, by the questions.
std::size_t asked_for(const design::Questions& questions, std::size_t pattern, const AttributeMap& given,
                      const std::map<std::string, std::vector<AttributeMap>>& items) {
  const Pattern& read = questions.patterns[pattern];
  std::size_t out = 0;
  for (const std::string& entity : read.entities)
    for (const AttributeMap& item : items.at(entity)) {
      bool matches = read.range.empty() || item.contains(read.range);
      for (const std::string& field : read.by)
        matches = matches && item.contains(field) && given.contains(field) && *item.find(field) == *given.find(field);
      for (const When& when : questions.where[pattern])
        matches = matches && item.contains(when.field) && item.find(when.field)->text() == when.equals;
      out += matches;
    }
  return out;
}

// Carries the model out with items that lack whatever they may lack.
void expect_nothing_lost(const design::Questions& questions, const design::Design& design) {
  Model model = *design.model;
  std::map<std::string, std::vector<AttributeMap>> items;
  for (Table& table : model.tables)
    for (Entity& entity : table.entities) {
      items[entity.name] = items_of(entity);
      entity.samples.clear();
      for (const AttributeMap& item : items[entity.name]) entity.samples.push_back(Item(item));
    }
  const auto proof = prove(std::make_shared<const Model>(std::move(model)));
  const auto database = run_support::database_in_memory();
  const auto run = run::run_model(*proof, *database, {});
  ASSERT_TRUE(run) << run.error().message;
  for (std::size_t i = 0; i < questions.patterns.size(); ++i) {
    const Pattern& read = questions.patterns[i];
    if (read.operation != PatternOperation::Read) continue;
    const auto found = std::find_if(run->patterns.begin(), run->patterns.end(),
                                    [&](const run::PatternRun& one) { return one.pattern->name == read.name; });
    ASSERT_NE(found, run->patterns.end()) << read.name;
    ASSERT_EQ(found->outcome, run::Outcome::Right) << read.name << ": " << found->reason;
    EXPECT_EQ(found->items.size(), asked_for(questions, i, found->given, items)) << read.name << "\n"
                                                                                 << yaml_of(design);
  }
}

constexpr unsigned kInputs = 40;

TEST(DesignLosesNothing, InRandomQuestionsWithOptionalFields) {
  std::set<bool> with_index_for_some;
  for (unsigned seed = 1; seed <= kInputs; ++seed) {
    const std::string text = Generator(seed).questions();
    SCOPED_TRACE(text);
    const design::Questions questions = questions_of(text);
    const design::SearchResult found = search(questions, 2);
    EXPECT_TRUE(found.unserved.empty());
    for (const design::Design& design : found.designs) {
      expect_nothing_lost(questions, design);
      for (const Table& table : design.model->tables)
        for (const Index& index : table.indexes)
          for (const Entity& entity : table.entities)
            for (const std::string& attribute : index.sort) {
              const Field* field = entity.field(attribute);
              with_index_for_some.insert(field && field->optional);
            }
    }
  }
  // Otherwise the questions would not try any key.
  EXPECT_EQ(with_index_for_some.size(), 2u);
}

TEST(DesignLosesNothing, InRandomExtensions) {
  const std::string path = testing::TempDir() + "design_loses_nothing_model.yml";
  for (unsigned seed = 1; seed <= kInputs / 2; ++seed) {
    Generator generator(seed + 1000);
    const design::SearchResult before = search(questions_of(generator.questions()));
    ASSERT_FALSE(before.designs.empty());
    ASSERT_TRUE(std::ofstream(path) << yaml_of(before.designs[0]));
    std::string reads = generator.reads(2);
    for (std::size_t at = 0; (at = reads.find("name: read", at)) != std::string::npos;)
      reads.replace(at, 10, "name: new");
    const std::string text = fmt::format("design: 1\nextend: {}\npatterns:\n{}", path, reads);
    SCOPED_TRACE(yaml_of(before.designs[0]) + text);
    const design::Questions questions = questions_of(text);
    const design::SearchResult found = search(questions);
    ASSERT_FALSE(found.designs.empty());
    design::Questions served = questions;
    for (std::size_t i = served.patterns.size(); i-- > 0;)
      if (served.is_existing(served.patterns[i]) || design::contains(found.unserved, design::PatternPosition(i))) {
        served.patterns.erase(served.patterns.begin() + static_cast<std::ptrdiff_t>(i));
        served.where.erase(served.where.begin() + static_cast<std::ptrdiff_t>(i));
      }
    expect_nothing_lost(served, found.designs[0]);
  }
}

// So a design never gets cheaper by a read more, whatever the items may lack and the reads want.
TEST(DesignLosesNothing, NoReadMakesADesignCheaper) {
  for (unsigned seed = 1; seed <= kInputs / 2; ++seed) {
    const design::Questions questions = questions_of(Generator(seed).questions());
    const double usd = usd_of(questions);
    for (std::size_t i = 0; i < questions.patterns.size(); ++i) {
      if (!is_read(questions.patterns[i].operation)) continue;
      design::Questions less = questions;
      less.patterns.erase(less.patterns.begin() + static_cast<std::ptrdiff_t>(i));
      less.where.erase(less.where.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_LE(usd_of(less), usd + 1e-6) << seed << ": without " << questions.patterns[i].name << "\n"
                                          << Generator(seed).questions();
    }
  }
}

// ---- examples

std::string members(const std::string& reads) {
  return "design: 1\nname: lists\nentities:\n"
         "  - {name: Member, count: 20M, size_bytes: 200, identity: memberId, fields: {memberId: string, zone: {kind: "
         "string, distinct: 1000}, email: {kind: string, optional: true, present: 0.1}, paid: {kind: time, optional: "
         "true, present: 0.1}}}\npatterns:\n" +
         reads + "  - {name: Move, update: Member, set: zone, per_second: 100}\n";
}

// The answer lacks the members that never paid, and the report says so in words.
TEST(DesignLosesNothing, SaysWhatAnOrderLeavesOut) {
  const auto words = [](const std::string& yaml) {
    const auto answers = design::answer(questions_of(yaml), prices(), {.seconds = 60, .designs = 1});
    EXPECT_TRUE(answers) << answers.error();
    if (!answers) return std::string();
    const design::Report report = design::make_report(*answers, prices());
    std::string out;
    for (const std::string& note : report.notes) out += note + "\n";
    for (const design::Served& served : answers->found.designs.at(0).reads) out += served.reason + "\n";
    return out;
  };
  const std::string list = "{name: All of a zone, entities: Member, by: zone, newest: paid, per_second: 5, items: 20";
  const std::string said = words(members("  - " + list + "}\n"));
  EXPECT_NE(said.find("\"All of a zone\" asks for the order of paid, which items of Member may lack"),
            std::string::npos)
      << said;
  EXPECT_NE(said.find("the index holds only the items that have paid, so the answer lacks all others"),
            std::string::npos)
      << said;
  // A range asks for the items that have the field.
  for (const std::string& yaml :
       {members("  - " + list + ", range_comparison: \">\"}\n"),
        members("  - {name: All of a zone, entities: Member, by: zone, per_second: 5, items: 20}\n")}) {
    const std::string other = words(yaml);
    EXPECT_EQ(other.find("may lack"), std::string::npos) << other;
    EXPECT_EQ(other.find("ATTENTION"), std::string::npos) << other;
  }
}

// A read of whole items is not answered by a projection that another read wants.
TEST(DesignLosesNothing, WholeItemsNeedAWholeProjection) {
  const std::string head =
      "design: 1\nname: narrow\nentities:\n"
      "  - {name: Member, count: 5000, size_bytes: 3000, identity: memberId, fields: {memberId: string, zone: "
      "string}}\npatterns:\n";
  const std::string whole = "  - {name: All of a zone, entities: Member, by: zone, items: 100, per_second: 20}\n";
  const std::string ids =
      "  - {name: Ids of a zone, entities: Member, by: zone, wanted: memberId, items: 1, per_second: 1}\n";
  const auto found = search(questions_of(head + whole + ids));
  ASSERT_FALSE(found.designs.empty());
  EXPECT_GE(found.designs[0].usd, usd_of(questions_of(head + whole)));
  for (const ProvenPattern& pattern : found.designs[0].proof->patterns())
    if (pattern.declared->name == "All of a zone") {
      const model::IndexPosition index = pattern.info.plan.index;
      EXPECT_TRUE(index == model::kNone || pattern.info.table->at(index).projection == ProjectionType::All);
    }
  expect_sound(found.designs[0], "narrow");
}

// An existing index of some of the items serves no new read of all of them.
TEST(DesignLosesNothing, AnExistingIndexOfSomeItemsServesNoReadOfAll) {
  const std::string path = testing::TempDir() + "design_loses_nothing_members.yml";
  const auto extended = [&](const std::string& index, const std::string& read) {
    EXPECT_TRUE(std::ofstream(path) << fmt::format(R"(format: 1
name: lists
tables:
  - name: lists
    partition_key: memberId
    type_attribute: null
    indexes:
      - {{name: existing, partition: zone, {}}}
    entities:
      - name: Member
        count: 20M
        size_bytes: 200
        fields: {{memberId: string, zone: {{kind: string, distinct: 1000}}, email: {{kind: string, optional: true, present: 0.1}}, state: {{enum: [OPEN, SHUT]}}}}
        key: {{partition: "{{memberId}}"}}
)",
                                                   index));
    const auto found = search(questions_of(fmt::format("design: 1\nextend: {}\npatterns:\n  - {}\n", path, read)));
    EXPECT_TRUE(found.unserved.empty());
    return found.designs.empty() || found.designs[0].reads.empty() ? std::string("none")
                                                                   : found.designs[0].reads[0].index;
  };
  EXPECT_NE(extended("sort: email", "{name: All of a zone, entities: Member, by: zone, per_second: 5, items: 20}"),
            "existing");
  EXPECT_EQ(extended("sort: email", "{name: One, entities: Member, by: [zone, email], per_second: 5, items: 1}"),
            "existing");
  EXPECT_NE(extended("sort: email, projection: KEYS_ONLY",
                     "{name: One, entities: Member, by: [zone, email], per_second: 5, items: 1}"),
            "existing");
  EXPECT_EQ(extended("sort: email, projection: KEYS_ONLY",
                     "{name: One, entities: Member, by: [zone, email], wanted: memberId, per_second: 5, items: 1}"),
            "existing");
}

}  // namespace design_loses_nothing_test
}  // namespace partita::modelling
