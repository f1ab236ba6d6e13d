// The refusals of copies that the library keeps, and of patterns that speak of them. A model that is refused here does
// not compile in C++ either, so that a generated header compiles.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "modelling/core/proof.h"
#include "modelling/generate/cpp/cpp_header.h"
#include "modelling/lint/rule.h"
#include "modelling/read/read_model.h"

namespace partita::modelling {
namespace prove_copies_test {

using testing::HasSubstr;

struct Case {
  const char* fields;    // of ORDER, in addition to orderId and customerId
  const char* options;   // of ORDER
  const char* patterns;  // in addition to those of all cases
  model::Mistake mistake;
  const char* particulars;
};

constexpr const char* kName = "name: {kind: string, copy_of: CUSTOMER.name, kept: transaction}";

const Case kCases[] = {
    {kName, "", "", model::Mistake::None, ""},
    {"tier: {enum: [GOLD, SILVER], copy_of: CUSTOMER.tier, kept: transaction}", "", "", model::Mistake::None, ""},
    {"tier: {enum: [GOLD, BRONZE], copy_of: CUSTOMER.tier, kept: transaction}", "", "", model::Mistake::CopyType,
     "tier of ORDER, a copy of tier of CUSTOMER: their types differ"},
    {"tier: {enum: [{name: GOLD, attribute: g}, SILVER], copy_of: CUSTOMER.tier, kept: transaction}", "", "",
     model::Mistake::CopyType, "their types differ"},
    {"nick: {kind: string, copy_of: CUSTOMER.nick, kept: transaction}", "", "", model::Mistake::CopyType,
     "there may be no value to repeat"},
    {kName, "unique: name", "", model::Mistake::CopyPlace, "the copy is unique"},
    {"name: {kind: string, copy_of: CUSTOMER.name, kept: followed}", "updated_at: name", "", model::Mistake::CopyPlace,
     "the library sets the copy in another way too"},
    {"name: {kind: string, copy_of: CUSTOMER.name, kept: transaction}, up: {kind: string, copy_of: ORDER.name, kept: "
     "transaction}",
     "", "", model::Mistake::CopyOfKept, "up of ORDER, a copy of name of ORDER: the library sets the repeated member"},
    {"id: {kind: string, copy_of: CUSTOMER.customerId, kept: transaction}", "", "", model::Mistake::CopyOfKept,
     "the repeated member is in the primary key"},
    // Fields that refer to the source, and that the library sets.
    {"mail: string, low: string, name: {kind: string, copy_of: CUSTOMER.name, copy_by: {low: customerId}, kept: "
     "followed}",
     "computed: [{field: low, from: mail}]", "", model::Mistake::CopyReferenceKept, "the library sets low"},
    {"owner: {kind: string, copy_of: CUSTOMER.name, kept: transaction}, name: {kind: string, copy_of: CUSTOMER.name, "
     "copy_by: {owner: customerId}, kept: transaction}",
     "", "", model::Mistake::CopyReferenceKept, "the library sets owner"},
    {"name: {kind: string, copy_of: CUSTOMER.name, copy_by: {name: customerId}, kept: transaction}", "", "",
     model::Mistake::CopyReferenceKept, "the library sets name, which is the copy itself"},
    // copy_by, also of copies that patterns keep
    {"name: {kind: string, copy_of: CUSTOMER.name, copy_by: {customerId: nope}, kept: transaction}", "", "",
     model::Mistake::CopyRefers, "nope is not a member of the primary key of CUSTOMER"},
    {"name: {kind: string, copy_of: CUSTOMER.name, copy_by: {customerId: name}}", "", "", model::Mistake::CopyRefers,
     "name is not a member of the primary key of CUSTOMER"},
    {"name: {kind: string, copy_of: CUSTOMER.name, copy_by: {customerId: customerId, orderId: customerId}, kept: "
     "followed}",
     "", "", model::Mistake::CopyRefers, "customerId of CUSTOMER is named twice"},
    {"name: {kind: string, copy_of: CUSTOMER.name, copy_by: {nope: customerId}, kept: transaction}", "", "",
     model::Mistake::NoSuchField, "names nope, which ORDER has not"},
    // Patterns that set a copy
    {kName, "", "{name: Set, update: ORDER, set: name}", model::Mistake::KeptMember,
     "\"Set\": name of ORDER, which the library copies from CUSTOMER.name"},
    {kName, "", "{name: Set, transact: [{update: ORDER, set: name}, {check: CUSTOMER}]}", model::Mistake::KeptMember,
     "\"Set\": name of ORDER"},
    {kName, "", "{name: Set, update: ORDER, set: [name, customerId]}", model::Mistake::None, ""},
    {kName, "", "{name: Set, transact: [{update: ORDER, set: name}, {update: CUSTOMER, set: name}]}",
     model::Mistake::None, ""},
    {kName, "", "{name: Set, update: ORDER, set: name, part_of: Rename}", model::Mistake::None, ""},
};

Model model_of(const Case& one) {
  const std::string text = fmt::format(
      R"({{format: 1, name: shop, tables: [{{name: shop, partition_key: PK, sort_key: SK,
  indexes: [{{name: byc, partition: G1P, sort: G1S}}, {{name: by2, partition: G2P, sort: G2S}}], entities: [
  {{name: ORDER, fields: {{orderId: string, customerId: string, {}}}, key: {{partition: "ORDER#{{orderId}}", sort: ORDER}},
   in: {{byc: {{partition: "C#{{customerId}}", sort: "{{orderId}}"}}}}{}{}}},
  {{name: CUSTOMER, fields: {{customerId: string, tier: {{enum: [GOLD, SILVER]}}, name: string, nick: 'string?'}},
   key: {{partition: "CUST#{{customerId}}", sort: CUST}}}}]}}],
  patterns: [{{name: Orders, entities: ORDER, by: customerId}}, {{name: Rename, update: CUSTOMER, set: name}}{}{}]}})",
      one.fields, *one.options ? ", " : "", one.options, *one.patterns ? ", " : "", one.patterns);
  auto model = read_model_text(text, "shop.yml");
  if (!model) ADD_FAILURE() << text << "\n" << model.error().message;
  return model ? std::move(*model) : Model();
}

TEST(ProveCopies, RefusesWhatCannotBeKept) {
  for (const Case& one : kCases) {
    const auto proof = prove(std::make_shared<const Model>(model_of(one)));
    bool found = one.mistake == model::Mistake::None && proof->refusals().empty();
    std::string all;
    for (const Refusal& refusal : proof->refusals()) {
      found =
          found || (refusal.mistake == one.mistake && refusal.particulars.find(one.particulars) != std::string::npos);
      all += refusal.particulars + "\n";
    }
    EXPECT_TRUE(found) << one.fields << " " << one.options << " " << one.patterns << "\n" << all;
  }
}

// The header names the refused copies.
TEST(ProveCopies, LeavesNothingOutOfAHeaderInSilence) {
  for (const Case& one : kCases) {
    const std::string header = cpp_header(model_of(one), {});
    const bool refused = one.mistake != model::Mistake::None;
    EXPECT_EQ(header.find("is left out") != std::string::npos, refused)
        << one.fields << " " << one.options << " " << one.patterns << "\n"
        << header;
  }
}

// A part of a pattern that is not there is a pattern of its own, which has a function.
TEST(ProveCopies, FindsPartsOfNoPattern) {
  for (const auto& [part_of, message] :
       {std::pair("Nope", "\"Find\" is a part of \"Nope\", and no pattern is called so; it is one of Orders, Rename"),
        std::pair("Find", "\"Find\" is a part of itself"), std::pair("Rename", "")})
    for (const char* fields : {kName, "name: string"}) {
      const std::string pattern = fmt::format("{{name: Find, entities: ORDER, by: customerId, part_of: {}}}", part_of);
      const Model model = model_of({fields, "", pattern.c_str(), model::Mistake::None, ""});
      std::string found;
      for (const lint::Finding& finding : lint::run(*prove(std::make_shared<const Model>(model))))
        if (finding.rule->id == "P114") found += finding.message;
      EXPECT_EQ(found, message) << fields;
      const bool is_left_to_the_library = fields == kName && std::string_view(part_of) == "Rename";
      EXPECT_EQ(cpp_header(model, {}).find(" find(") == std::string::npos, is_left_to_the_library) << part_of;
    }
}

TEST(ProveCopies, GiveACopyTheTypeOfTheFieldThatItRepeats) {
  const std::string header = cpp_header(model_of(kCases[1]), {});
  EXPECT_THAT(header, HasSubstr("  CustomerTier tier = CustomerTier::GOLD;\n"));
  EXPECT_THAT(header, testing::Not(HasSubstr("OrderTier")));
}

}  // namespace prove_copies_test
}  // namespace partita::modelling
