// Random statements of PartiQL compared with the same operations made by expressions. Two tables get the same writes,
// one of them by statements. The answers must agree, with the capacity, and in the end the items of both tables. The
// stream of the statements' table must tell the same items.
//
// PARTITA_ORACLE_SEED repeats a run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <random>

#include "support/stream_replay.h"
#include "support/test_database.h"

namespace partita::test {
namespace statements_test {

constexpr int kSteps = 1500;
const std::string kExpressions = "expressions", kStatements = "statements";

// A condition, or a part of an update, in both languages.
struct Both {
  std::string expression;
  std::string statement;
};

// Writes random conditions and updates. A statement's values are parameters or part of its text.
class Writer {
 public:
  explicit Writer(std::mt19937_64& random) : random_(random) {}

  int below(int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(random_); }

  Both value(AttributeValue value) {
    const std::string name = fmt::format(":v{}", values.size());
    values.set(name, value);
    if (below(2) == 0) return {name, text_of(value)};
    parameters.push_back(std::move(value));
    return {name, "?"};
  }

  AttributeValue any_value() {
    switch (below(7)) {
      case 0:
        return AttributeValue::number(std::to_string(below(4)));
      case 1:
        return AttributeValue::number(below(2) == 0 ? "1.50" : "-2e1");
      case 2:
        return AttributeValue::string_set({"x", "y"});
      case 3:
        return AttributeValue::list({AttributeValue::number("1"), "it's"});
      case 4:
        return AttributeValue::map({{"in", below(3)}});
      case 5:
        return below(2) == 0 ? AttributeValue::boolean(true) : AttributeValue::null();
      default:
        return below(2) == 0 ? "x" : "xy";
    }
  }

  // `depth` bounds the nesting.
  Both condition(int depth) {
    if (depth > 0 && below(3) == 0) {
      const std::string word = below(2) == 0 ? "AND" : "OR";
      const Both left = condition(depth - 1), right = condition(depth - 1);
      return {fmt::format("({}) {} ({})", left.expression, word, right.expression),
              fmt::format("({}) {} ({})", left.statement, word, right.statement)};
    }
    if (depth > 0 && below(5) == 0) {
      const Both inner = condition(depth - 1);
      return {"NOT (" + inner.expression + ")", "NOT (" + inner.statement + ")"};
    }
    return simple_condition();
  }

  // The values are made in the order of the statement, because its parameters are.
  Both update() {
    switch (below(6)) {
      case 0: {
        const Both any = value(any_value());
        return {"SET a = " + any.expression, "SET a = " + any.statement};
      }
      case 1: {
        const Both one = value(1);
        return {"SET n = n + " + one.expression, "SET n = n + " + one.statement};
      }
      case 2: {
        const Both number = value(below(5)), any = value(any_value());
        return {fmt::format("SET m.#in = {}, l[0] = {}", number.expression, any.expression),
                fmt::format("SET m.\"in\" = {} SET l[0] = {}", number.statement, any.statement)};
      }
      case 3:
        return {"REMOVE a, l[1]", "REMOVE a REMOVE l[1]"};
      case 4: {
        const Both set = value(AttributeValue::string_set({"w", "x"}));
        return {"ADD s " + set.expression, "SET s = set_add(s, " + set.statement + ")"};
      }
      default: {
        const Both list = value(AttributeValue::list({"z"}));
        return {"SET l = list_append(l, " + list.expression + ")", "SET l = list_append(l, " + list.statement + ")"};
      }
    }
  }

  AttributeMap values;
  std::vector<AttributeValue> parameters;

 private:
  static std::string text_of(const AttributeValue& value) {
    switch (value.type()) {
      case AttributeType::S: {
        std::string text = "'";
        for (const char c : value.s()) text += c == '\'' ? std::string("''") : std::string(1, c);
        return text + "'";
      }
      case AttributeType::N:
        return value.n();
      case AttributeType::Bool:
        return value.boolean() ? "TRUE" : "false";
      case AttributeType::L: {
        std::string text;
        for (const AttributeValue& element : value.l()) text += (text.empty() ? "" : ", ") + text_of(element);
        return "[" + text + "]";
      }
      case AttributeType::M: {
        std::string text;
        for (const Attribute& one : value.m())
          text += fmt::format("{}'{}': {}", text.empty() ? "" : ", ", one.name, text_of(one.value));
        return "{" + text + "}";
      }
      case AttributeType::SS: {
        std::string text;
        for (const std::string& element : value.set()) text += (text.empty() ? "'" : ", '") + element + "'";
        return "<<" + text + ">>";
      }
      default:
        return "NULL";
    }
  }

  // A path is the same in both languages, except for words that PartiQL keeps for itself.
  Both path() {
    static const std::vector<Both> kPaths = {{"a", "a"},       {"n", "\"n\""},   {"l", "l"},
                                             {"l[0]", "l[0]"}, {"m", "m"},       {"m.#in", "m.\"in\""},
                                             {"s", "s"},       {"nope", "nope"}, {"nope.b", "nope.b"}};
    return kPaths[static_cast<std::size_t>(below(static_cast<int>(kPaths.size())))];
  }

  Both simple_condition() {
    const Both at = path();
    switch (below(8)) {
      case 0: {
        const Both one = value(any_value());
        const std::string op = below(2) == 0 ? "=" : "<>";
        return {fmt::format("{} {} {}", at.expression, op, one.expression),
                fmt::format("{} {} {}", at.statement, op, one.statement)};
      }
      case 1: {
        static constexpr const char* kOperators[] = {"<", "<=", ">", ">="};
        const Both one = value(below(2) == 0 ? AttributeValue(below(4)) : AttributeValue("x"));
        const char* op = kOperators[below(4)];
        return {fmt::format("{} {} {}", one.expression, op, at.expression),
                fmt::format("{} {} {}", one.statement, op, at.statement)};
      }
      case 2: {
        const Both low = value(below(2)), high = value(2 + below(2));
        return {fmt::format("{} BETWEEN {} AND {}", at.expression, low.expression, high.expression),
                fmt::format("{} BETWEEN {} AND {}", at.statement, low.statement, high.statement)};
      }
      case 3: {
        const Both first = value(any_value()), second = value(any_value());
        const bool list = below(2) == 0;
        return {fmt::format("{} IN ({}, {})", at.expression, first.expression, second.expression),
                fmt::format("{} IN {}{}, {}{}", at.statement, list ? "[" : "(", first.statement, second.statement,
                            list ? "]" : ")")};
      }
      case 4:
        return {"attribute_exists(" + at.expression + ")",
                below(2) == 0 ? at.statement + " IS NOT MISSING" : "Attribute_Exists(" + at.statement + ")"};
      case 5: {
        const Both type = value(below(2) == 0 ? "S" : "SS");
        return {fmt::format("attribute_type({}, {})", at.expression, type.expression),
                fmt::format("attribute_type({}, {})", at.statement, type.statement)};
      }
      case 6: {
        const Both part = value(below(2) == 0 ? AttributeValue("x") : AttributeValue(1));
        return {fmt::format("contains({}, {})", at.expression, part.expression),
                fmt::format("contains({}, {}) = true", at.statement, part.statement)};
      }
      default: {
        const Both size = value(below(3));
        return {fmt::format("size({}) > {}", at.expression, size.expression),
                fmt::format("size({}) > {}", at.statement, size.statement)};
      }
    }
  }

  std::mt19937_64& random_;
};

CreateTableRequest table(const std::string& name) {
  CreateTableRequest request{.table_name = name, .billing_mode = BillingMode::PayPerRequest};
  request.attribute_definitions = {{"pk", ScalarAttributeType::S}, {"sk", ScalarAttributeType::N}};
  request.key_schema = {{"pk", KeyType::Hash}, {"sk", KeyType::Range}};
  request.stream_specification =
      StreamSpecification{.stream_enabled = true, .stream_view_type = StreamViewType::NewAndOldImages};
  return request;
}

// An answer in a form in which both ways can be compared.
struct Outcome {
  std::string error = {};
  std::vector<AttributeMap> items = {};
  double units = 0;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

std::ostream& operator<<(std::ostream& out, const Outcome& outcome) {
  return out << outcome.error << ", " << outcome.items.size() << " items, " << outcome.units << " units";
}

double units_of(const std::optional<ConsumedCapacity>& consumed) { return consumed ? *consumed->capacity_units : 0; }

class Comparison {
 public:
  Comparison(Database& database, std::mt19937_64& random) : database_(database), random_(random) {}

  void step() {
    Writer to(random_);
    const AttributeMap key{{"pk", fmt::format("p{}", to.below(3))}, {"sk", to.below(4)}};
    switch (to.below(8)) {
      case 0:
      case 1:
        return insert(to, key);
      case 2:
      case 3:
      case 4:
        return update(to, key);
      case 5:
        return erase(to, key);
      case 6:
        return get(to, key);
      default:
        return to.below(2) == 0 ? query(to, key) : scan(to);
    }
  }

  std::vector<AttributeMap> items_of(const std::string& name) {
    const auto page = database_.scan({.table_name = name});
    std::vector<AttributeMap> items;
    for (const Item& item : *page->items) items.push_back(item.to_map());
    return items;
  }

 private:
  // The WHERE clause of one item, with the values in the order of the text.
  static std::string key_text(Writer& to, const AttributeMap& key) {
    const std::string pk = to.value(*key.find("pk")).statement, sk = to.value(*key.find("sk")).statement;
    return fmt::format("pk = {} AND {} = sk", pk, sk);
  }
  static OptionalNames names(const std::string& text) {
    if (text.find("#in") == std::string::npos) return std::nullopt;
    return std::map<std::string, std::string>{{"#in", "in"}};
  }
  // The placeholders that the text has.
  static OptionalItem values(const Writer& to, const std::string& text) {
    AttributeMap used;
    for (const Attribute& one : to.values)
      for (std::size_t at = text.find(one.name); at != text.npos; at = text.find(one.name, at + 1))
        if (const std::size_t end = at + one.name.size(); end == text.size() || !std::isdigit(text[end]))
          used.set(one.name, one.value);
    if (used.empty()) return std::nullopt;
    return used;
  }

  Outcome run(const std::string& statement, const Writer& to) {
    ExecuteStatementRequest request{.statement = statement, .return_consumed_capacity = ReturnConsumedCapacity::Total};
    if (!to.parameters.empty()) request.parameters = to.parameters;
    const auto response = database_.execute_statement(request);
    if (!response) return {.error = response.error().message};
    Outcome outcome{.units = units_of(response->consumed_capacity)};
    for (const Item& item : *response->items) outcome.items.push_back(item.to_map());
    return outcome;
  }

  template <class Response>
  static Outcome written(const Result<Response>& response) {
    if (!response) return {.error = response.error().message};
    Outcome outcome{.units = units_of(response->consumed_capacity)};
    if (response->attributes) outcome.items.push_back(response->attributes->to_map());
    return outcome;
  }
  template <class Response>
  static Outcome page(const Result<Response>& response) {
    if (!response) return {.error = response.error().message};
    Outcome outcome{.units = units_of(response->consumed_capacity)};
    for (const Item& item : *response->items) outcome.items.push_back(item.to_map());
    return outcome;
  }

  void insert(Writer& to, const AttributeMap& key) {
    AttributeMap item = key;
    for (const char* name : {"a", "n", "l", "m", "s"})
      if (to.below(4) != 0)
        item.set(name, name[0] == 'n'   ? AttributeValue(to.below(5))
                       : name[0] == 'l' ? AttributeValue::list({1, "x"})
                       : name[0] == 'm' ? AttributeValue::map({{"in", 1}})
                       : name[0] == 's' ? AttributeValue::string_set({"x", "y"})
                                        : to.any_value());
    Outcome expected = written(database_.put_item({.table_name = kExpressions,
                                                   .item = item,
                                                   .return_consumed_capacity = ReturnConsumedCapacity::Total,
                                                   .condition_expression = "attribute_not_exists(pk)"}));
    if (!expected.error.empty()) expected.error = "Duplicate primary key exists in table";
    const std::string statement = "INSERT INTO statements VALUE " + to.value(AttributeValue::map(item)).statement;
    EXPECT_EQ(run(statement, to), expected) << statement;
  }

  void update(Writer& to, const AttributeMap& key) {
    const Both change = to.update();
    const bool has_more = to.below(2) == 0;
    const std::string where = key_text(to, key);
    const Both more = has_more ? to.condition(2) : Both{};
    const std::string condition =
        "attribute_exists(pk)" + (has_more ? " AND (" + more.expression + ")" : std::string());
    const auto [returned, clause] = returning(to);
    const std::string all = change.expression + " " + condition;
    const Outcome expected = written(database_.update_item({.table_name = kExpressions,
                                                            .key = key,
                                                            .return_values = returned,
                                                            .return_consumed_capacity = ReturnConsumedCapacity::Total,
                                                            .update_expression = change.expression,
                                                            .condition_expression = condition,
                                                            .expression_attribute_names = names(all),
                                                            .expression_attribute_values = values(to, all)}));
    const std::string statement = fmt::format("UPDATE statements {} WHERE {}{}{}", change.statement, where,
                                              has_more ? " AND (" + more.statement + ")" : std::string(), clause);
    EXPECT_EQ(run(statement, to), expected) << statement;
  }

  static std::pair<ReturnValue, std::string> returning(Writer& to) {
    static const std::vector<std::pair<ReturnValue, std::string>> kAll = {
        {ReturnValue::None, ""},
        {ReturnValue::AllOld, " RETURNING ALL OLD *"},
        {ReturnValue::AllNew, " RETURNING ALL NEW *"},
        {ReturnValue::UpdatedOld, " RETURNING MODIFIED OLD *"},
        {ReturnValue::UpdatedNew, " RETURNING MODIFIED NEW *"}};
    return kAll[static_cast<std::size_t>(to.below(5))];
  }

  void erase(Writer& to, const AttributeMap& key) {
    const std::string where = key_text(to, key);
    const Both more = to.condition(2);
    const std::string condition = "attribute_not_exists(pk) OR (" + more.expression + ")";
    const Outcome expected = written(database_.delete_item({.table_name = kExpressions,
                                                            .key = key,
                                                            .return_values = ReturnValue::AllOld,
                                                            .return_consumed_capacity = ReturnConsumedCapacity::Total,
                                                            .condition_expression = condition,
                                                            .expression_attribute_names = names(condition),
                                                            .expression_attribute_values = values(to, condition)}));
    const std::string statement =
        fmt::format("DELETE FROM statements WHERE {} AND ({}) RETURNING ALL OLD *", where, more.statement);
    EXPECT_EQ(run(statement, to), expected) << statement;
  }

  void get(Writer& to, const AttributeMap& key) {
    const auto got = database_.get_item(
        {.table_name = kExpressions, .key = key, .return_consumed_capacity = ReturnConsumedCapacity::Total});
    Outcome expected{.units = units_of(got->consumed_capacity)};
    if (got->item) expected.items.push_back(got->item->to_map());
    const std::string statement = "SELECT * FROM statements WHERE " + key_text(to, key);
    EXPECT_EQ(run(statement, to), expected) << statement;
  }

  void query(Writer& to, const AttributeMap& key) {
    const Both pk = to.value(*key.find("pk")), sk = to.value(*key.find("sk"));
    const Both more = to.condition(2);
    const bool forward = to.below(2) == 0;
    const std::string keys = fmt::format("pk = {} AND sk >= {}", pk.expression, sk.expression);
    const std::string all = keys + " " + more.expression;
    const Outcome expected = page(database_.query({.table_name = kExpressions,
                                                   .scan_index_forward = forward,
                                                   .return_consumed_capacity = ReturnConsumedCapacity::Total,
                                                   .filter_expression = more.expression,
                                                   .key_condition_expression = keys,
                                                   .expression_attribute_names = names(all),
                                                   .expression_attribute_values = values(to, all)}));
    const std::string statement =
        fmt::format("SELECT * FROM statements WHERE pk = {} AND sk >= {} AND ({}) ORDER BY sk {}", pk.statement,
                    sk.statement, more.statement, forward ? "ASC" : "DESC");
    EXPECT_EQ(run(statement, to), expected) << statement;
  }

  void scan(Writer& to) {
    const Both filter = to.condition(3);
    const Outcome expected = page(database_.scan({.table_name = kExpressions,
                                                  .return_consumed_capacity = ReturnConsumedCapacity::Total,
                                                  .filter_expression = filter.expression,
                                                  .expression_attribute_names = names(filter.expression),
                                                  .expression_attribute_values = values(to, filter.expression)}));
    const std::string statement = "SELECT * FROM statements WHERE " + filter.statement;
    EXPECT_EQ(run(statement, to), expected) << statement;
  }

  Database& database_;
  std::mt19937_64& random_;
};

std::uint64_t seed_of_statements() {
  const char* given = std::getenv("PARTITA_ORACLE_SEED");
  return given ? std::stoull(given) : std::random_device{}();
}

class StatementsTest : public testing::TestWithParam<Access> {};

TEST_P(StatementsTest, AgreeWithExpressions) {
  const std::uint64_t seed = seed_of_statements();
  std::cout << "PARTITA_ORACLE_SEED=" << seed << std::endl;
  std::mt19937_64 random(seed);
  TestDatabase database({GetParam(), Storage::Memory});
  for (const std::string& name : {kExpressions, kStatements})
    ASSERT_TRUE(database.database().create_table(table(name)));
  Comparison comparison(database.database(), random);
  for (int step = 0; step < kSteps && !HasFailure(); ++step) comparison.step();
  EXPECT_EQ(comparison.items_of(kStatements), comparison.items_of(kExpressions)) << "seed " << seed;
  StreamReplay replay;
  replay.catch_up(database.database(), kStatements);
  EXPECT_EQ(replay.items(), StreamReplay::stored_items(database.database(), kStatements, {"pk", "sk"}));
  EXPECT_EQ(database.findings(), "");
}

INSTANTIATE_TEST_SUITE_P(Ways, StatementsTest, testing::Values(Access::Embedded, Access::Http),
                         [](const auto& test) { return test.param == Access::Embedded ? "embedded" : "http"; });

}  // namespace statements_test
}  // namespace partita::test
