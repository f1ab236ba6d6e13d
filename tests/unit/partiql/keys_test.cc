// The keys that a WHERE clause names.
#include "partiql/keys.h"

#include "unit/partiql/helpers.h"

namespace partita::partiql::testing {
namespace keys_test {

constexpr KeyNames kKeys{"pk", "sk"};

PreparedStatement bound(const std::string& where) {
  auto prepared = prepare_statement("SELECT * FROM T WHERE " + where, std::nullopt);
  EXPECT_TRUE(prepared && bind_where(*prepared)) << where;
  return *std::move(prepared);
}

// The partition keys of the plan, and "*" after those with a condition on the sort key. "scan" if the statement has no
// plan.
std::string plan_of(const std::string& where) {
  const auto plan = plan_keys(*bound(where).where, kKeys);
  if (!plan) return "scan";
  std::string text;
  for (const KeyBranch& branch : plan->branches) text += branch.partition.s() + (branch.sort ? "* " : " ");
  return text + (plan->negates_sort_key ? "negated" : "");
}

TEST(StatementKeys, Plans) {
  EXPECT_EQ(plan_of("pk = 'a'"), "a ");
  EXPECT_EQ(plan_of("'a' = pk"), "a ");
  EXPECT_EQ(plan_of("pk = 'a' AND sk > '1' AND x = 2"), "a* ");
  EXPECT_EQ(plan_of("x = 2 AND (begins_with(sk, '1') AND pk = 'a')"), "a* ");
  EXPECT_EQ(plan_of("pk IN ('a', 'b', 'a')"), "a b ");
  EXPECT_EQ(plan_of("(pk = 'a' OR pk = 'b') AND sk BETWEEN '1' AND '2'"), "a* b* ");
  EXPECT_EQ(plan_of("pk = 'a' AND sk = '1' OR pk = 'b'"), "a* b ");
  EXPECT_EQ(plan_of("NOT (pk <> 'a')"), "a ");
  EXPECT_EQ(plan_of("NOT (pk <> 'a' OR sk <> '1')"), "a* ");
  EXPECT_EQ(plan_of("pk = 'a' AND sk <> '1'"), "a negated");
  EXPECT_EQ(plan_of("pk = 'a' AND NOT begins_with(sk, '1')"), "a negated");
  EXPECT_EQ(plan_of("pk = 'a' AND sk IN ('1', '2')"), "a ");
  EXPECT_EQ(plan_of("pk > 'a'"), "scan");
  EXPECT_EQ(plan_of("pk = 'a' OR x = 1"), "scan");
  EXPECT_EQ(plan_of("NOT pk = 'a'"), "scan");
  EXPECT_EQ(plan_of("pk = x"), "scan");
  EXPECT_EQ(plan_of("pk.x = 'a'"), "scan");
}

std::string key_of(const std::string& where) {
  const auto key = item_key(*bound(where).where, kKeys);
  return key ? key->find("pk")->s() + key->find("sk")->s() : "none";
}

TEST(StatementKeys, TheKeyOfOneItem) {
  EXPECT_EQ(key_of("pk = 'a' AND sk = '1'"), "a1");
  EXPECT_EQ(key_of("x = 1 AND sk = '1' AND attribute_exists(y) AND pk = 'a'"), "a1");
  EXPECT_EQ(key_of("NOT (pk <> 'a' OR sk <> '1')"), "a1");
  EXPECT_EQ(key_of("pk = 'a'"), "none");
  EXPECT_EQ(key_of("pk = 'a' AND sk > '1'"), "none");
  EXPECT_EQ(key_of("pk = 'a' AND sk = '1' OR x = 1"), "none");
  EXPECT_EQ(key_of("pk IN ('a') AND sk = '1'"), "none");
}

TEST(StatementKeys, TheKeyAndNothingElse) {
  const auto exact = [](const std::string& where) {
    const Statement statement = parsed("SELECT * FROM T WHERE " + where);
    return exact_item_key(statement, {S("p")}, kKeys).has_value();
  };
  EXPECT_TRUE(exact("pk = 'a' AND sk = '1'"));
  EXPECT_TRUE(exact("'1' = sk AND pk = ?"));
  EXPECT_FALSE(exact("pk = 'a' AND sk = '1' AND x = 1"));
  EXPECT_FALSE(exact("pk = 'a'"));
  EXPECT_FALSE(exact("pk = 'a' AND x = 1"));
  EXPECT_FALSE(exact("pk = 'a' AND pk = 'b'"));
  EXPECT_FALSE(exact("pk = 'a' OR sk = '1'"));
}

TEST(StatementKeys, NamesOutsideOfOr) {
  const PreparedStatement statement =
      bound("pk = 'a' AND b = 1 AND (c = 1 OR d = 2) AND NOT begins_with(e.f, 'x') AND b < 3");
  EXPECT_EQ(names_outside_or(*statement.where), (std::vector<std::string_view>{"pk", "b", "e"}));
}

}  // namespace keys_test
}  // namespace partita::partiql::testing
