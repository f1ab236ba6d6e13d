// Properties of designs that hold for all generated questions, and not only for examples.
#include <algorithm>
#include <random>

#include "unit/modelling/design/design_support.h"

namespace partita::modelling {
namespace design_properties_test {

using namespace design_support;

// A domain of a parent, its children, and a third entity that refers to the parent, with random reads and writes.
class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::string questions() {
    std::string out = fmt::format("design: 1\nname: domain\ntables: {}\nentities:\n", pick("several", "one"));
    out += fmt::format(
        "  - {{name: PARENT, count: {}, size_bytes: {}, fields: {{parent: string, name: string, made: time, kind: "
        "{{enum: [A, B, C]}}}}, identity: [parent]}}\n",
        number(1000, 1000000), number(100, 900));
    out += fmt::format(
        "  - {{name: CHILD, count: {}, size_bytes: {}, fields: {{parent: string, child: ulid, place: string, at: time, "
        "state: {{enum: [OPEN, SHUT]}}, note: string}}, identity: [parent, child]}}\n",
        number(1000, 5000000), number(100, 2500));
    out += fmt::format(
        "  - {{name: VISIT, count: {}, fields: {{guest: string, parent: string, day: date, price: integer}}, identity: "
        "[guest, parent]}}\n",
        number(1000, 1000000));
    out += "patterns:\n";
    for (const auto& [name, text] :
         {std::pair{"create PARENT", "create: PARENT"}, std::pair{"create CHILD", "create: CHILD"},
          std::pair{"put VISIT", "put: VISIT"}, std::pair{"update CHILD", "update: CHILD, set: [state]"}})
      out += fmt::format("  - {{name: {}, {}, per_second: {}}}\n", name, text, number(1, 50));
    std::vector<std::string> reads = {
        "entities: PARENT, by: parent",
        "entities: PARENT, by: kind, newest: made",
        "entities: PARENT, by: name, wanted: [parent, name]",
        "entities: CHILD, by: parent",
        "entities: CHILD, by: parent, newest: at",
        "entities: CHILD, by: [parent, state], newest: at",
        "entities: CHILD, by: parent, where: {state: OPEN}",
        "entities: CHILD, by: place, newest: at, wanted: [place, at]",
        "entities: CHILD, newest: at",
        "entities: [PARENT, CHILD], by: parent",
        "entities: VISIT, by: guest",
        "entities: VISIT, by: parent, newest: day",
        "entities: VISIT, by: [guest, parent]",
        "entities: VISIT, by: day",
    };
    std::shuffle(reads.begin(), reads.end(), random_);
    const std::size_t count = 2 + random_() % 5;
    for (std::size_t i = 0; i < count; ++i)
      out += fmt::format("  - {{name: read {}, {}, per_second: {}, items: {}}}\n", i, reads[i], number(1, 40),
                         number(1, 30));
    return out;
  }

 private:
  const char* pick(const char* a, const char* b) { return random_() % 2 ? a : b; }
  unsigned number(unsigned from, unsigned to) { return from + static_cast<unsigned>(random_()) % (to - from + 1); }
  std::mt19937 random_;
};

constexpr unsigned kInputs = 12;

design::Questions without_pattern(design::Questions questions, std::size_t position) {
  questions.patterns.erase(questions.patterns.begin() + static_cast<std::ptrdiff_t>(position));
  questions.where.erase(questions.where.begin() + static_cast<std::ptrdiff_t>(position));
  return questions;
}

TEST(DesignProperties, EachDesignIsSound) {
  for (unsigned seed = 1; seed <= kInputs; ++seed) {
    const std::string text = Generator(seed).questions();
    SCOPED_TRACE(text);
    const design::SearchResult found = search(questions_of(text), 2);
    ASSERT_FALSE(found.designs.empty());
    EXPECT_TRUE(found.unserved.empty());
    EXPECT_FALSE(found.timed_out);
    EXPECT_NEAR(found.bound, found.designs[0].usd, 1e-5);
    for (const design::Design& design : found.designs) expect_sound(design, fmt::format("seed {}", seed));
  }
}

// So a design never gets cheaper by a read more, and never dearer by a read less.
TEST(DesignProperties, NoReadMakesADesignCheaper) {
  for (unsigned seed = 1; seed <= kInputs; ++seed) {
    const design::Questions questions = questions_of(Generator(seed).questions());
    const double usd = usd_of(questions);
    for (std::size_t i = 0; i < questions.patterns.size(); ++i) {
      if (!is_read(questions.patterns[i].operation)) continue;
      EXPECT_LE(usd_of(without_pattern(questions, i)), usd + 1e-6) << seed << ": " << questions.patterns[i].name;
    }
  }
}

TEST(DesignProperties, TheOrderOfTheFileDoesNotChangeTheCost) {
  std::mt19937 random(7);
  for (unsigned seed = 1; seed <= kInputs; ++seed) {
    const design::Questions questions = questions_of(Generator(seed).questions());
    design::Questions other = questions;
    std::shuffle(other.subjects.begin(), other.subjects.end(), random);
    std::vector<std::size_t> order(questions.patterns.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    for (std::size_t i = 0; i < order.size(); ++i) {
      other.patterns[i] = questions.patterns[order[i]];
      other.where[i] = questions.where[order[i]];
    }
    EXPECT_NEAR(usd_of(questions), usd_of(other), 1e-6) << seed;
  }
}

// Whichever table is cheaper is chosen.
TEST(DesignProperties, AnyLayoutIsTheCheaperOne) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    design::Questions questions = questions_of(Generator(seed).questions());
    double usd[3] = {};
    for (const design::Layout layout : {design::Layout::One, design::Layout::Several, design::Layout::Any}) {
      questions.layout = layout;
      usd[static_cast<int>(layout)] = usd_of(questions);
    }
    EXPECT_NEAR(usd[2], std::min(usd[0], usd[1]), 1e-6) << seed;
  }
}

}  // namespace design_properties_test
}  // namespace partita::modelling
