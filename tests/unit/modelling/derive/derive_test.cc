// Expressions over earlier fields, and the items that follow from them.
#include <gmock/gmock.h>

#include "modelling/derive/derivations.h"
#include "modelling/derive/new_fields.h"
#include "modelling/read/read_model.h"

namespace partita::modelling::derive {
namespace derive_test {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::shared_ptr<const Proof> proof_of(const std::string& text) {
  auto model = read_model_text(text, "model.yml", {});
  EXPECT_TRUE(model) << (model ? "" : model.error().message);
  auto proof = prove(std::make_shared<const Model>(model ? *std::move(model) : Model()));
  for (const Refusal& refusal : proof->refusals()) ADD_FAILURE() << refusal.entity << ' ' << refusal.particulars;
  return proof;
}

const AttributeMap kValues = {{"name", AttributeValue("Ada Lovelace")},
                              {"n", AttributeValue::number("42")},
                              {"state", AttributeValue("PAID")},
                              {"address", AttributeValue::map({{"street", AttributeValue("Long Street")},
                                                               {"floor", AttributeValue::number("3")}})}};

// The value as a text with its type, "absent", or the error.
std::string evaluated(const std::string& text) {
  const auto expression = Expression::parse(text);
  if (!expression) return expression.error().message;
  const auto value = expression->evaluate([](std::string_view field) { return kValues.find(field); });
  if (!value) return value.error().message;
  if (!*value) return "absent";
  if ((*value)->is(AttributeType::S)) return "S " + (*value)->s();
  if ((*value)->is(AttributeType::N)) return "N " + (*value)->n();
  if ((*value)->is(AttributeType::Bool)) return (*value)->boolean() ? "true" : "false";
  return (*value)->is(AttributeType::M) ? "M" : "other";
}

TEST(DeriveExpression, ValuesAreComputed) {
  EXPECT_EQ(evaluated("name"), "S Ada Lovelace");
  EXPECT_EQ(evaluated("address.street"), "S Long Street");
  EXPECT_EQ(evaluated("address.none"), "absent");
  EXPECT_EQ(evaluated("name.street"), "absent");
  EXPECT_EQ(evaluated("'it''s'"), "S it's");
  EXPECT_EQ(evaluated("-1.5"), "N -1.5");
  EXPECT_EQ(evaluated("true"), "true");
  EXPECT_EQ(evaluated(" concat( name , '#', n ) "), "S Ada Lovelace#42");
  EXPECT_EQ(evaluated("concat(name, none)"), "absent");
  EXPECT_EQ(evaluated("split(name, ' ', 1)"), "S Lovelace");
  EXPECT_EQ(evaluated("split(name, ' ', 2)"), "absent");
  EXPECT_EQ(evaluated("upper(lower(name))"), "S ADA LOVELACE");
  EXPECT_EQ(evaluated("text(n)"), "S 42");
  EXPECT_EQ(evaluated("number('7')"), "N 7");
  EXPECT_EQ(evaluated("number(name)"), "'Ada Lovelace' is not a number");
  EXPECT_EQ(evaluated("first(none, name)"), "S Ada Lovelace");
  EXPECT_EQ(evaluated("case(state, 'PAID', 'SETTLED')"), "S SETTLED");
  EXPECT_EQ(evaluated("case(state, 'OPEN', 'NEW')"), "S PAID");
  EXPECT_EQ(evaluated("case(state, 'OPEN', 'NEW', 'OTHER')"), "S OTHER");
  EXPECT_EQ(evaluated("map(name, address.floor)"), "M");
  EXPECT_EQ(evaluated("map(none)"), "absent");
  EXPECT_EQ(evaluated("list(name, none)"), "other");
  EXPECT_EQ(evaluated("lower(address)"), "lower takes texts and numbers, and not a value of type M");
}

TEST(DeriveExpression, FaultsSayWhere) {
  EXPECT_THAT(evaluated(""), HasSubstr("an expression is missing (at character 1"));
  EXPECT_THAT(evaluated("concat(name"), HasSubstr("the ) of concat is missing (at character 12"));
  EXPECT_THAT(evaluated("conct(name)"), HasSubstr("conct is not a function; did you mean 'concat'?"));
  EXPECT_THAT(evaluated("split(name)"), HasSubstr("split has 1 arguments"));
  EXPECT_THAT(evaluated("name name"), HasSubstr("'name' is behind the end"));
  EXPECT_THAT(evaluated("'open"), HasSubstr("the text has no end"));
  EXPECT_THAT(evaluated("1.2.3"), HasSubstr("'1.2.3' is not a number"));
  EXPECT_THAT(evaluated("map('x')"), HasSubstr("map takes fields"));
  EXPECT_THAT(evaluated("map(a.x, b.x)"), HasSubstr("map has the member x twice"));
  EXPECT_THAT(evaluated(std::string(200, '(')), HasSubstr("is missing"));
  std::string deep = "name";
  for (int i = 0; i < 100; ++i) deep = "lower(" + deep + ")";
  EXPECT_THAT(evaluated(deep), HasSubstr("too deep"));
}

constexpr const char* kWas = R"(format: 1
name: shop
tables:
  - name: shop
    partition_key: PK
    entities:
      - name: CUSTOMER
        fields: {customer: integer, name: string, since: date, seen: seconds, street: 'string?'}
        key: {partition: "C#{customer:019d}"}
)";

std::string next(const std::string& fields, const std::string& entity = "CUSTOMER", const std::string& more = "") {
  return R"(format: 1
name: shop
tables:
  - name: shop_2
    partition_key: PK
    entities:
      - name: )" +
         entity + "\n" + more + "        fields: {customer: string" + fields +
         "}\n        key: {partition: \"{customer}\"}\n";
}

TEST(Derivations, ValuesBecomeThoseOfTheLaterKind) {
  const auto was = proof_of(kWas),
             now =
                 proof_of(next(", since: time, seen: time, from_year: {kind: string, from: \"split(since, '-', 0)\"}"));
  const auto derivations = Derivations::make(was, now, {});
  ASSERT_TRUE(derivations) << derivations.error().message;
  ASSERT_EQ(derivations->all().size(), 1);
  const AttributeMap values = {{"customer", AttributeValue::number("7")},
                               {"name", AttributeValue("Ada")},
                               {"since", AttributeValue("2020-02-29")},
                               {"seen", AttributeValue::number("1700000000")}};
  const auto item = derive(derivations->all().front(), values);
  ASSERT_TRUE(item) << item.error().message;
  EXPECT_EQ(**item, (AttributeMap{{"customer", AttributeValue("7")},
                                  {"since", AttributeValue("2020-02-29T00:00:00.000Z")},
                                  {"seen", AttributeValue("2023-11-14T22:13:20.000Z")},
                                  {"from_year", AttributeValue("2020")}}));
  AttributeMap lacking = values;
  lacking.erase("since");
  EXPECT_THAT(derive(derivations->all().front(), lacking).error().message, HasSubstr("CUSTOMER.since is required"));
}

std::string fault(const std::string& now, const std::vector<std::string>& left_out = {}) {
  const auto was = proof_of(kWas);
  const auto derivations = Derivations::make(was, proof_of(now), left_out);
  return derivations ? "" : derivations.error().message;
}

TEST(Derivations, UnknownOriginsAreNamedTogether) {
  EXPECT_THAT(
      fault(next(", tenant: string, name: {kind: string, from: nme}, x: {kind: string, from: \"concat(\"}")),
      AllOf(HasSubstr("CUSTOMER.tenant is required, and CUSTOMER of the earlier model has no such field"),
            HasSubstr("name of CUSTOMER is from nme, which CUSTOMER of the earlier model lacks; did you mean 'name'?"),
            HasSubstr("CUSTOMER.x: ")));
  EXPECT_THAT(fault(next("", "PERSON")), HasSubstr("CUSTOMER has no successor: say from: CUSTOMER"));
  EXPECT_EQ(fault(next("", "PERSON"), {"CUSTOMER"}), "");
  EXPECT_THAT(fault(next("", "PERSON"), {"CUSTOMER", "X"}), HasSubstr("--leave-out X"));
  EXPECT_EQ(fault(next("", "PERSON", "        from: CUSTOMER\n")), "");
  EXPECT_THAT(fault(next("", "PERSON", "        from: {entity: CUSTOMR}\n")), HasSubstr("did you mean 'CUSTOMER'?"));
  EXPECT_THAT(fault(next("", "PERSON", "        from: [{entity: CUSTOMER, when: {field: state, equals: X}}]\n")),
              HasSubstr("when of PERSON is from state, which"));
}

TEST(Derivations, ConditionsAreMetOrRefused) {
  const auto was = proof_of(R"(format: 1
name: bills
tables:
  - name: bills
    partition_key: PK
    entities:
      - name: BILL
        fields: {id: string, paid: bool, state: {enum: [OPEN, DONE]}, round: integer}
        key: {partition: "B#{id}"}
)");
  const AttributeMap values = {{"id", "1"}, {"paid", true}, {"state", "OPEN"}, {"round", 7}};
  const auto meets = [&](const std::string& when) {
    const auto now = proof_of(R"(format: 1
name: bills
tables:
  - name: done
    partition_key: PK
    entities:
      - name: DONE
        from: {entity: BILL, when: )" +
                              when + R"(}
        fields: {id: string}
        key: {partition: "D#{id}"}
)");
    const auto derivations = Derivations::make(was, now, {});
    if (!derivations) return derivations.error().message;
    return std::string(derive(derivations->all().front(), values)->has_value() ? "yes" : "no");
  };
  EXPECT_EQ(meets("{field: paid, equals: 'true'}"), "yes");
  EXPECT_EQ(meets("{field: paid, equals: 'false'}"), "no");
  EXPECT_EQ(meets("{field: state, equals: OPEN}"), "yes");
  EXPECT_EQ(meets("{field: round, equals: '7'}"), "yes");
  EXPECT_EQ(meets("{field: round, equals: '8'}"), "no");
  EXPECT_THAT(meets("{field: paid, equals: 'yes'}"), HasSubstr("no value of paid equals yes"));
  EXPECT_THAT(meets("{field: state, equals: OPN}"), HasSubstr("no value of state equals OPN"));
}

TEST(Derivations, AnUnnamedAttributeBecomesTheFieldOfItsName) {
  const auto was = proof_of(kWas), now = proof_of(next(", note: 'string?'"));
  const auto derivations = Derivations::make(was, now, {});
  ASSERT_TRUE(derivations) << derivations.error().message;
  const auto item = derive(derivations->all().front(), {{"customer", 7}, {"note", "later"}});
  ASSERT_TRUE(item) << item.error().message;
  EXPECT_EQ(*(*item)->find("note"), AttributeValue("later"));
  EXPECT_THAT(derivations->unused_fields(),
              ElementsAre("CUSTOMER.name", "CUSTOMER.since", "CUSTOMER.seen", "CUSTOMER.street"));
}

// The faults of fields that stored items would get, or "fits".
std::string in_place(const std::string& entities) {
  const auto derivations = Derivations::make(proof_of(kWas),
                                             proof_of("format: 1\nname: shop\ntables:\n  - name: shop\n"
                                                      "    partition_key: PK\n    entities:\n" +
                                                      entities),
                                             {});
  if (!derivations) return derivations.error().message;
  const auto fields = NewFields::make(std::make_shared<const Derivations>(*derivations));
  return fields ? "fits" : fields.error().message;
}

TEST(NewFields, OnlyWhatEarlierProgramsDoNotWriteIsDerivedInPlace) {
  const auto customer = [](const std::string& fields) {
    return "      - name: CUSTOMER\n        fields: {customer: integer, " + fields +
           "}\n        key: {partition: \"C#{customer:019d}\"}\n";
  };
  EXPECT_EQ(in_place(customer("name: string, since: date, upper: {kind: string, from: upper(name)}")), "fits");
  EXPECT_EQ(in_place(customer("full: {kind: string, from: name}")), "fits");
  EXPECT_THAT(
      in_place(customer("name: {kind: string, from: upper(name)}")),
      HasSubstr("CUSTOMER.name cannot be derived in the table shop, because the earlier model has other values in "
                "the attribute name"));
  EXPECT_THAT(in_place(customer("x: {kind: string, attribute: since, from: name}")), HasSubstr("the attribute since"));
  EXPECT_THAT(in_place(customer("name: string") +
                       "      - name: NAME\n        from: CUSTOMER\n        fields: {customer: integer, name: string}\n"
                       "        key: {partition: \"N#{customer:019d}\"}\n"),
              HasSubstr("CUSTOMER is split, merged or chosen by a condition"));
}

// The `from` of a model that was migrated to is of the time before it.
TEST(Derivations, AnEarlierMigrationIsNotDoneAgain) {
  const std::string second =
      next(", full: {kind: string, from: name}, year: {kind: string, from: \"split(since, '-', 0)\"}");
  EXPECT_EQ(fault(second), "");
  const auto now = proof_of(second);
  const auto same = Derivations::make(now, proof_of(second), {});
  ASSERT_TRUE(same) << same.error().message;
  for (const FieldOrigin& field : same->all().front().fields) EXPECT_FALSE(field.expression);
  std::string third = next(", full: string, year: string");
  third.replace(third.find("shop_2"), 6, "shop_3");
  for (const auto& [was, later, direction] :
       {std::tuple(second, third, Direction::Forward), std::tuple(third, second, Direction::Back)}) {
    const auto derivations = Derivations::make(proof_of(was), proof_of(later), {}, direction);
    ASSERT_TRUE(derivations) << derivations.error().message;
    const AttributeMap values = {{"customer", "7"}, {"full", "Ada"}, {"year", "2020"}};
    const auto item = derive(derivations->all().front(), values);
    ASSERT_TRUE(item) << item.error().message;
    EXPECT_EQ(**item, values);
    EXPECT_THAT(derivations->unused_fields(), testing::IsEmpty());
  }
}

TEST(Derivations, AModelFollowsFromItsSuccessorUnlessValuesWouldBeLost) {
  const auto was = proof_of(kWas);
  const auto lost = [&](const std::string& now) {
    const auto back = Derivations::make(proof_of(now), was, {}, Direction::Back);
    return back ? back->lost_on_a_way_back() : std::vector<std::string>{back.error().message.substr(0, 27)};
  };
  EXPECT_THAT(lost(next(", title: {kind: string, from: name}, since: date, seen: seconds, street: 'string?'")),
              ElementsAre());
  EXPECT_THAT(lost(next(", name: string, since: date, seen: seconds")), ElementsAre("CUSTOMER.street"));
  EXPECT_THAT(lost(next(", name: string, since: time, seen: date, street: 'string?'")), ElementsAre("CUSTOMER.seen"));
  EXPECT_THAT(lost(next(", name: string, since: date, seen: seconds, address: {kind: map, from: map(street)}")),
              ElementsAre());
  EXPECT_THAT(lost(next(", name: {kind: string, from: lower(name)}, since: date, seen: seconds, street: 'string?'")),
              ElementsAre("CUSTOMER.name is required, "));
}

}  // namespace derive_test
}  // namespace partita::modelling::derive
