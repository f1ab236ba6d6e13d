// A name of no entity is refused wherever a model can have one, with its line and the nearest known name, and no result
// is made of a pattern that has such a name.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "modelling/cost/bill.h"
#include "modelling/diff/compare_models.h"
#include "modelling/docs/document.h"
#include "modelling/docs/html.h"
#include "modelling/generate/cpp/cpp_header.h"
#include "modelling/lint/rule.h"
#include "modelling/read/read_model.h"
#include "modelling/write/write_model.h"

namespace partita::modelling {
namespace unknown_names_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::shared_ptr<const Model> model_of(const std::string& more_fields, const std::string& patterns) {
  auto model = read_model_text(fmt::format(R"(
format: 1
name: shop
tables:
  - name: shop
    partition_key: PK
    sort_key: SK
    entities:
      - name: ORDER
        fields:
          customer: string
          id: string
          {}
        key: {{partition: "CUST#{{customer}}", sort: "ORDER#{{id}}"}}
      - name: CUSTOMER
        fields: {{customer: string, name: string}}
        key: {{partition: "CUST#{{customer}}", sort: CUST}}
  - name: stock
    partition_key: PK
    entities:
      - name: STOCK
        fields: {{sku: string, count: integer}}
        key: {{partition: "STOCK#{{sku}}"}}
patterns:
  - {{name: known, create: ORDER}}
{})",
                                           more_fields, patterns),
                               "m.yml");
  if (!model) ADD_FAILURE() << patterns << more_fields << '\n' << model.error().message;
  return std::make_shared<const Model>(model ? std::move(*model) : Model());
}

std::vector<std::string> errors_of(const Proof& proof) {
  std::vector<std::string> out;
  for (const lint::Finding& finding : lint::run(proof))
    if (finding.severity == lint::Severity::Error)
      out.push_back(fmt::format("{} {}: {}", finding.rule->id, finding.place.line, finding.message));
  return out;
}

struct Case {
  const char* pattern;  // its members behind the name, from line 26 on
  const char* refusal;
};

const Case kPatterns[] = {
    {"entities: ORDR, by: [customer, id]", "P001 26: \"x\": no table holds the entity ORDR; did you mean 'ORDER'?"},
    {"entities: [ORDER, CUSTOMR], by: customer",
     "P001 26: \"x\": the table shop has no entity CUSTOMR; did you mean 'CUSTOMER'?"},
    {"entities: [ORDER, STOCK], by: customer",
     "P001 26: \"x\": the table shop has no entity STOCK; it is one of ORDER, CUSTOMER"},
    {"table: stok, entities: STOCK, by: sku", "P001 26: \"x\": there is no table stok; did you mean 'stock'?"},
    {"search: STOK", "P001 26: \"x\": no table holds the entity STOK; did you mean 'STOCK'?"},
    {"scan: STOK", "P001 26: \"x\": no table holds the entity STOK; did you mean 'STOCK'?"},
    {"scan: STOCK, table: shop", "P001 26: \"x\": the table shop has no entity STOCK; it is one of ORDER, CUSTOMER"},
    {"batch_get: [ORDER, STOK]", "P001 26: \"x\": no table holds the entity STOK; did you mean 'STOCK'?"},
    {"transact_get: [STOK, ORDER]", "P001 26: \"x\": no table holds the entity STOK; did you mean 'STOCK'?"},
    {"transact_get: OFFER", "P001 26: \"x\": no table holds the entity OFFER; it is one of ORDER, CUSTOMER, STOCK"},
    {"transact_get: ORDER, actions: [{get: ORDER},\n    {get: STOK}]",
     "P001 27: \"x\": no table holds the entity STOK; did you mean 'STOCK'?"},
    {"put: STOK", "P001 26: \"x\": no table holds the entity STOK; did you mean 'STOCK'?"},
    {"create: STOK", "P001 26: \"x\": no table holds the entity STOK; did you mean 'STOCK'?"},
    {"update: STOK, set: count", "P001 26: \"x\": no table holds the entity STOK; did you mean 'STOCK'?"},
    {"delete: STOK", "P001 26: \"x\": no table holds the entity STOK; did you mean 'STOCK'?"},
    {"batch_write: [{put: ORDER},\n    {delete: STOK}]",
     "P001 27: \"x\": no table holds the entity STOK; did you mean 'STOCK'?"},
    {"transact: [{create: ORDER},\n    {check: STOK}]",
     "P001 27: \"x\": no table holds the entity STOK; did you mean 'STOCK'?"},
    {"transact: [{create: ORDER}, {update: STOCK, set: count, table: shop}]",
     "P001 26: \"x\": the table shop has no entity STOCK; it is one of ORDER, CUSTOMER"},
};

std::string pattern_text(const Case& one) { return fmt::format("  - {{name: x, {}}}\n", one.pattern); }

TEST(UnknownNames, OfAPatternAreRefused) {
  for (const Case& one : kPatterns)
    EXPECT_THAT(errors_of(*prove(model_of("", pattern_text(one)))), ElementsAre(one.refusal)) << one.pattern;
}

TEST(UnknownNames, EntitiesOfSeveralTablesAreReadTogether) {
  for (const char* pattern : {"batch_get: [ORDER, STOCK]", "transact_get: [ORDER, STOCK]", "scan: STOCK"})
    EXPECT_THAT(errors_of(*prove(model_of("", pattern_text({pattern, ""})))), IsEmpty()) << pattern;
}

TEST(UnknownNames, NoResultIsMadeOfThem) {
  for (const Case& one : kPatterns) {
    SCOPED_TRACE(one.pattern);
    const auto model = model_of("", pattern_text(one));
    const auto proof = prove(model);
    const std::string header = cpp_header(*model, {});
    EXPECT_THAT(header, HasSubstr("// The pattern x is left out: "));
    EXPECT_THAT(header, Not(HasSubstr(" x(")));
    EXPECT_FALSE(docs::to_html(docs::describe(proof)).empty());
    EXPECT_EQ(bill_of_model(proof, *built_in_prices("us-east-1"), {}).patterns.size(), 2u);
    for (const Writer* writer : writers()) {
      const auto written = write_model(model, writer->name);
      EXPECT_TRUE(!written || !written->text.empty()) << writer->name;
    }
    EXPECT_TRUE(diff::compare_models(prove(model_of("", "")), proof).steps.empty());
    EXPECT_TRUE(diff::compare_models(proof, prove(model_of("", ""))).steps.empty());
  }
}

// The entity is known, and the sentence does not say otherwise.
TEST(UnknownNames, PatternsOfAnEntityThatIsLeftOutGoWithIt) {
  const auto model = model_of("more: {kind: string, optional: true}\n          count: integer", R"(
  - {name: some, transact_get: [CUSTOMER, ORDER]}
  - {name: others, batch_get: CUSTOMER}
)");
  Model changed = *model;
  changed.tables[0].entities[0].version = "nope";
  const std::string header = cpp_header(changed, {});
  EXPECT_THAT(header, HasSubstr("// The entity ORDER is left out: P001"));
  EXPECT_THAT(header, HasSubstr("// The pattern some is left out: the entity ORDER is left out"));
  EXPECT_THAT(header, Not(HasSubstr("no table holds")));
  EXPECT_THAT(header, HasSubstr(" others("));
}

TEST(UnknownNames, APatternWithoutAnEntityHasNoFunction) {
  Model model = *model_of("", "");
  for (const PatternOperation operation :
       {PatternOperation::Read, PatternOperation::TransactGet, PatternOperation::Search, PatternOperation::Put})
    model.patterns.push_back({.name = fmt::format("x{}", model.patterns.size()), .operation = operation});
  const std::string header = cpp_header(model, {});
  for (const char* name : {"x1", "x2", "x3", "x4"}) {
    EXPECT_THAT(header, HasSubstr(fmt::format("// The pattern {} is left out: it names no entity", name)));
    EXPECT_THAT(header, Not(HasSubstr(fmt::format(" {}(", name))));
  }
}

TEST(UnknownNames, OfCopiesReferencesAndParametersAreErrors) {
  const auto errors = [](const char* field, const char* pattern = "") {
    return errors_of(*prove(model_of(field, pattern)));
  };
  EXPECT_THAT(errors("more: {kind: string, references: CUSTOMR}"),
              ElementsAre("P115 13: more of ORDER references CUSTOMR, which no table holds; did you mean 'CUSTOMER'?"));
  EXPECT_THAT(errors("more: {kind: string, references: CUSTOMER}"), IsEmpty());
  EXPECT_THAT(errors("more: {kind: string, copy_of: CUSTOMR.name, kept: transaction}"),
              ElementsAre("P001 13: more of ORDER is a copy of CUSTOMR.name, which no entity has; did you mean "
                          "'CUSTOMER'?"));
  EXPECT_THAT(errors("more: {kind: string, copy_of: CUSTOMER.nam}"),
              ElementsAre("P135 13: more of ORDER is a copy of CUSTOMER.nam, which no entity has; did you mean "
                          "'name'?"));
  EXPECT_THAT(errors("", "  - {name: x, update: ORDER, set: id, parameters: [{name: one, entity: ORDR}]}\n"),
              testing::Contains("P115 26: \"x\": the parameter one is an item of ORDR, which no table holds; did you "
                                "mean 'ORDER'?"));
  EXPECT_THAT(errors("", "  - {name: x, put: ORDER, part_of: knwn}\n"),
              ElementsAre("P114 26: \"x\" is a part of \"knwn\", and no pattern is called so; did you mean 'known'?"));
}

}  // namespace unknown_names_test
}  // namespace partita::modelling
