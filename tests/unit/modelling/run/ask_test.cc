// One pattern asked on stored items, with values as they are written on a command line.
#include "modelling/run/ask.h"

#include <gmock/gmock.h>

#include "modelling/run/run_report.h"
#include "run_support.h"

namespace partita::modelling::run {
namespace ask_test {

using run_support::database_in_memory;
using run_support::kShop;
using run_support::proof_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;

std::vector<GivenValue> given(const std::vector<std::string>& words) {
  std::vector<GivenValue> out;
  for (const std::string& word : words) out.push_back(given_value(word).value());
  return out;
}

struct Ask : ::testing::Test {
  Ask() : run_(run_model(*proof_, *database_, {.items = 12}).value()) {}

  // The answer, or the text of the error.
  expected<PatternRun, std::string> ask(const std::string& pattern, const std::vector<std::string>& words = {}) {
    auto answer = run::ask(*proof_, *database_, {.pattern = pattern, .values = given(words)});
    if (!answer) return unexpected(answer.error().message);
    return std::move(*answer);
  }
  std::string fault(const std::string& pattern, const std::vector<std::string>& words = {}) {
    const auto answer = ask(pattern, words);
    return answer ? "answered" : answer.error();
  }

  const std::shared_ptr<const Proof> proof_ = proof_of(kShop);
  const std::shared_ptr<Database> database_ = database_in_memory();
  const ModelRun run_;
};

std::string text_of(const AttributeValue& value) {
  if (value.is(AttributeType::Bool)) return value.boolean() ? "true" : "false";
  return value.text();
}

// The values of a run, as words.
std::vector<std::string> words_of(const PatternRun& run) {
  std::vector<std::string> out;
  for (const auto& [name, value] : run.given) {
    const std::size_t space = name.find(' ');
    const std::string comparison = space == name.npos ? "=" : name.substr(space + 1);
    const std::string sign = comparison == "begins_with" ? "^=" : comparison == "between" ? "=" : comparison;
    for (const AttributeValue& one : value.is(AttributeType::L) ? value.l() : std::vector<AttributeValue>{value})
      out.push_back(name.substr(0, space) + sign + text_of(one));
  }
  return out;
}

std::vector<std::string> texts_of(const std::vector<ShownItem>& items) {
  std::vector<std::string> out;
  for (const ShownItem& item : items) out.push_back(to_json_line(item));
  return out;
}

TEST_F(Ask, APatternHasTheAnswerOfARun) {
  int asked = 0;
  for (const PatternRun& run : run_.patterns) {
    const PatternOperation operation = run.pattern->operation;
    if (operation != PatternOperation::Read && operation != PatternOperation::Scan) continue;
    const auto again = ask(run.pattern->name, words_of(run));
    ASSERT_TRUE(again) << run.pattern->name << ": " << again.error();
    EXPECT_EQ(again->key_condition, run.key_condition);
    EXPECT_EQ(again->index, run.index);
    // The run paid the only open order of the customer after it had read it.
    EXPECT_EQ(again->items.empty(), run.pattern->name == "open") << run.pattern->name;
    ++asked;
  }
  EXPECT_EQ(asked, 6);
}

TEST_F(Ask, ItemsAreThoseOfTheValues) {
  const auto stored = ask("all orders");
  ASSERT_TRUE(stored);
  const AttributeValue customer = *stored->items.front().fields.find("customer");
  const AttributeValue id = *stored->items.front().fields.find("id");
  const auto found = ask("order with lines", {"customer=" + customer.s(), "id=" + id.s()});
  ASSERT_TRUE(found) << found.error();
  EXPECT_EQ(texts_of({found->items.front()}), texts_of({stored->items.front()}));
  EXPECT_GT(found->capacity_units(), 0);
  const auto profile = ask("customer", {"customer=" + customer.s()});
  ASSERT_TRUE(profile) << profile.error();
  EXPECT_THAT(profile->items, SizeIs(1));
  const auto none = ask("customer", {"customer=nobody"});
  ASSERT_TRUE(none) << none.error();
  EXPECT_THAT(none->items, SizeIs(0));
}

TEST_F(Ask, AReadByKeysTakesTheFieldsOfTheKeys) {
  const auto stored = ask("all orders");
  const std::string customer = stored->items.front().fields.find("customer")->s();
  const std::string id = stored->items.front().fields.find("id")->s();
  const auto both = ask("as of one moment", {"customer=" + customer, "id=" + id});
  ASSERT_TRUE(both) << both.error();
  EXPECT_THAT(both->items, SizeIs(2));
}

TEST_F(Ask, ARangeTakesEitherComparison) {
  const auto all = ask("newest in a status", {"status=CREATED"});
  ASSERT_TRUE(all) << all.error();
  ASSERT_GE(all->items.size(), 2u);
  const std::string last = all->items.front().fields.find("created")->s();
  const std::string first = all->items.back().fields.find("created")->s();
  EXPECT_THAT(ask("newest in a status", {"status=CREATED", "created>=" + last})->items, SizeIs(1));
  EXPECT_EQ(ask("newest in a status", {"status=CREATED", "created<" + last})->items.size(), all->items.size() - 1);
  EXPECT_EQ(ask("newest in a status", {"status=CREATED", "created>=" + first, "created<=" + last})->items.size(),
            all->items.size());
  // The model says the comparison, so the value is enough.
  EXPECT_EQ(ask("since", {"status=CREATED", "created=" + first})->items.size(), all->items.size());
  EXPECT_THAT(fault("since", {"status=CREATED", "created<" + first}), HasSubstr("compares created by '>='"));
  const auto limited =
      run::ask(*proof_, *database_, {.pattern = "newest in a status", .values = given({"status=CREATED"}), .take = 1});
  EXPECT_THAT(limited->items, SizeIs(1));
  const auto scanned = run::ask(*proof_, *database_, {.pattern = "all orders", .take = 2});
  EXPECT_THAT(scanned->items, SizeIs(2));
  EXPECT_LT(scanned->evaluated_count(), ask("all orders")->evaluated_count());
  // The upper end may come first.
  EXPECT_EQ(ask("newest in a status", {"status=CREATED", "created<=" + last, "created>=" + first})->items.size(),
            all->items.size());
}

TEST(AskTwice, TwoFiltersOfAFieldAreToldApart) {
  const auto proof = proof_of(R"(
format: 1
name: m
tables:
  - name: things
    partition_key: PK
    sort_key: SK
    entities:
      - name: A
        fields: {a: string, id: string, d: integer, e: {enum: [{name: ON, attribute: OFF}, {name: OFF, attribute: ON}]}}
        key: {partition: "A#{a}", sort: "I#{id}"}
        samples:
          - {a: x, id: "1", d: 1, e: ON}
          - {a: x, id: "2", d: 5, e: OFF}
          - {a: x, id: "3", d: 9, e: OFF}
patterns:
  - {name: inside, entities: A, by: a, filter: [{field: d, comparison: ">"}, {field: d, comparison: "<"}]}
  - {name: of e, entities: A, by: a, filter: [{field: e, comparison: "="}]}
)");
  const auto database = database_in_memory();
  ASSERT_TRUE(run_model(*proof, *database, {}));
  const auto count = [&](const std::string& pattern, const std::vector<std::string>& words) {
    const auto answer = run::ask(*proof, *database, {.pattern = pattern, .values = given(words)});
    EXPECT_TRUE(answer) << answer.error().message;
    return answer ? answer->items.size() : 99;
  };
  EXPECT_EQ(count("inside", {"a=x", "d>1", "d<9"}), 1u);
  EXPECT_EQ(count("inside", {"a=x", "d<9", "d>0"}), 2u);
  EXPECT_EQ(count("inside", {"a=x", "d=1", "d=9"}), 1u);
  // The text of an attribute is meant, although it is the name of the other enumerator.
  EXPECT_EQ(count("of e", {"a=x", "e=ON"}) + count("of e", {"a=x", "e=OFF"}), 3u);
}

TEST_F(Ask, FaultsNameTheCure) {
  EXPECT_THAT(fault("newest in status"), HasSubstr("did you mean 'newest in a status'?"));
  EXPECT_THAT(fault("register"), HasSubstr("'register' writes"));
  EXPECT_THAT(fault("customer"), HasSubstr("'customer' needs one value: customer=VALUE"));
  EXPECT_THAT(fault("customer", {"custmer=a"}), HasSubstr("needs one value"));
  EXPECT_THAT(fault("customer", {"customer=a", "customr=b"}),
              AllOf(HasSubstr("does not take 'customr'"), HasSubstr("did you mean 'customer'?")));
  EXPECT_THAT(fault("customer", {"customer>a"}), HasSubstr("customer=VALUE"));
  EXPECT_THAT(fault("newest in a status", {"status=LOST"}), HasSubstr("CREATED, PAID, SHIPPED"));
  EXPECT_THAT(fault("all orders", {"id=1"}), HasSubstr("it takes no value"));
}

TEST_F(Ask, TheFirstRequestIsExplainedWithoutADatabase) {
  const auto plan = explain(*proof_, {.pattern = "newest in a status", .values = given({"status=PAID"})});
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->operation, "Query");
  EXPECT_EQ(plan->index, "by_status");
  EXPECT_THAT(to_json(*plan), AllOf(HasSubstr(R"("TableName": "shop")"), HasSubstr("STATUS#PAID")));
  EXPECT_THAT(explain(*proof_, {.pattern = "all orders"}).error().message, HasSubstr("has no plan"));
}

TEST(GivenValue, HasAFieldAndAComparison) {
  EXPECT_EQ(given_value("a=")->text, "");
  EXPECT_EQ(given_value("a=b=c")->text, "b=c");
  EXPECT_EQ(given_value("a>=b")->comparison, ">=");
  EXPECT_EQ(given_value("a^=b")->comparison, "begins_with");
  EXPECT_FALSE(given_value("=b"));
  EXPECT_FALSE(given_value("ab"));
  EXPECT_FALSE(given_value("a^b"));
  EXPECT_FALSE(given_value(""));
}

TEST(GivenValue, IsOfTheKindOfItsField) {
  const auto value = [](model::FieldKind kind, std::string_view text) {
    return value_of_text({.name = "f", .attribute = "f", .kind = kind}, text);
  };
  EXPECT_EQ(value(model::FieldKind::Integer, "7")->n(), "7");
  EXPECT_FALSE(value(model::FieldKind::Decimal, "seven"));
  EXPECT_TRUE(value(model::FieldKind::Bool, "true")->boolean());
  EXPECT_FALSE(value(model::FieldKind::Bool, "1"));
  EXPECT_EQ(value(model::FieldKind::Bytes, "AQI=")->b(), std::string("\1\2"));
  EXPECT_FALSE(value(model::FieldKind::Bytes, "A"));
  EXPECT_EQ(value(model::FieldKind::String, "x y")->s(), "x y");
  EXPECT_THAT(vector_of_text("[0.5, -1]").value(), testing::ElementsAre(0.5f, -1.0f));
  for (const char* wrong : {"", "[]", "1,", "1 2", "1e99", "nan"}) EXPECT_FALSE(vector_of_text(wrong)) << wrong;
}

}  // namespace ask_test
}  // namespace partita::modelling::run
