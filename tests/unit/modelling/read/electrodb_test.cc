// Schemas of ElectroDB.
#include <gtest/gtest.h>

#include "outline_of.h"

namespace partita::modelling {
namespace electrodb_test {

std::string without_notes(const std::string& outline) { return outline.substr(0, outline.find("notes\n")); }

TEST(ElectroDb, ComposesKeysByItsRules) {
  const std::string shown = outline_of(R"([
{"table": "jobs", "model": {"entity": "Task", "version": "2", "service": "TaskApp"},
 "attributes": {"team": {"type": "string", "required": true}, "taskId": {"type": "string", "label": "t"},
                "points": {"type": "number", "padding": {"length": 5, "char": "0"}}, "state": {"type": ["open", "done"], "field": "st"},
                "closed": {"type": "boolean"}, "tags": {"type": "set", "items": "string"}},
 "indexes": {"byTeam": {"collection": "work", "pk": {"field": "pk", "composite": ["team"]}, "sk": {"field": "sk", "composite": ["taskId"]}},
             "byState": {"index": "gsi1", "pk": {"field": "g1pk", "composite": ["state"], "casing": "none"}, "sk": {"field": "g1sk", "composite": ["points"]}},
             "custom": {"index": "gsi2", "pk": {"field": "g2pk", "template": "T#${taskId}"}, "sk": {"field": "g2sk", "composite": []}}}},
{"model": {"entity": "Member", "version": "1", "service": "TaskApp"},
 "attributes": {"team": "string", "name": {"type": "string"}},
 "indexes": {"byTeam": {"collection": ["work"], "pk": {"field": "pk", "composite": ["team"]}, "sk": {"field": "sk", "composite": ["name"]}}}}
])",
                                       "s.json");
  EXPECT_EQ(without_notes(shown).substr(0, shown.find("pattern")), R"(model TaskApp
table jobs: pk / sk, tag __edb_e__
  index gsi1: g1pk / g1sk
  index gsi2: g2pk / g2sk
  entity Task
    team string, taskId string, points? integer, state? enum(open|done) as st, closed? bool, tags? string_set
    key "$taskapp#team_{team}", "$work#task_2#t_{taskId}"
    in gsi1 "$TaskApp#state_{state}", "$task_2#points_{points:05d}", sparse
    in gsi2 "t#{taskId}", "$task_2"
  entity Member
    team string, name string
    key "$taskapp#team_{team}", "$work#member_1#name_{name}"
)") << shown;
  EXPECT_NE(shown.find("collection work"), shown.npos) << shown;
  EXPECT_NE(shown.find("Task.get"), shown.npos) << shown;
  EXPECT_NE(shown.find("ElectroDB writes the values in the keys of Task in lower case"), shown.npos) << shown;
}

TEST(ElectroDb, ComposesOtherForms) {
  struct Case {
    std::string_view index, key;
  };
  for (
      const Case& one : {
          // Without a sort key the partition key has the entity too.
          Case{R"({"pk": {"field": "pk", "composite": ["id"]}})", "key \"$s$e_1#id_{id}\""},
          Case{
              R"({"collection": "c", "type": "clustered", "pk": {"field": "pk", "composite": ["id"]}, "sk": {"field": "sk", "composite": ["n"]}})",
              "key \"$s#id_{id}\", \"$c#n_{n}#e_1\""},
          Case{
              R"({"collection": ["c", "d"], "pk": {"field": "pk", "composite": ["id"]}, "sk": {"field": "sk", "composite": []}})",
              "key \"$s#id_{id}\", \"$c#d#e_1\""},
          Case{
              R"({"scope": "z", "pk": {"field": "pk", "composite": ["id"], "casing": "upper"}, "sk": {"field": "sk", "composite": ["n"]}})",
              "key \"$S_Z#ID_{id}\", \"$e_1#n_{n}\""},
          // A key attribute that is an attribute of the entity holds its value.
          Case{R"({"pk": {"field": "id", "composite": ["id"]}, "sk": {"field": "sk", "composite": ["n"]}})",
               "key \"{id}\", \"$e_1#n_{n}\""},
      }) {
    const std::string shown = outline_of(R"({"model": {"entity": "e", "version": "1", "service": "s"},
 "attributes": {"id": {"type": "string"}, "n": {"type": "string"}}, "indexes": {"main": )" +
                                             std::string(one.index) + "}}",
                                         "s.json");
    EXPECT_NE(shown.find(std::string(one.key) + "\n"), shown.npos) << shown;
  }
}

TEST(ElectroDb, RefusesWhatIsWrongInForm) {
  struct Case {
    std::string_view parts, message;
  };
  for (
      const Case& one : {
          Case{R"("attributes": {"id": {"type": "text"}}, "indexes": {})", "there is no type of attributes 'text'"},
          Case{R"("attributes": {"id": {"kind": "string"}}, "indexes": {})", "id of e has no member 'kind'"},
          Case{R"("attributes": {"id": "string"}, "indexes": {"m": {"pk": {"field": "pk", "composite": ["x"]}}})",
               "e has no attribute 'x'"},
          Case{R"("attributes": {"id": "string"}, "indexes": {"m": {"pk": {"field": "pk", "composite": ["id"]}},
                  "n": {"index": "g", "pk": {"field": "gpk", "template": "P#${x}"}}})",
               "e has no attribute 'x'"},
          Case{
              R"("attributes": {"id": "string"}, "indexes": {"m": {"index": "g", "pk": {"field": "pk", "composite": ["id"]}}})",
              "e has no index without a member 'index'"},
      }) {
    const std::string shown = outline_of(
        R"({"model": {"entity": "e", "version": "1", "service": "s"}, )" + std::string(one.parts) + "}", "s.json");
    EXPECT_NE(shown.find(one.message), shown.npos) << shown;
  }
}

// ElectroDB 3 stores such keys (verified with the package): only casing: none keeps the case of a template.
TEST(ElectroDb, WritesLiteralsOfTemplatesInTheirCasing) {
  for (const auto& [casing, key] :
       {std::pair{"", "acc#{accountId}#end"}, std::pair{", \"casing\": \"lower\"", "acc#{accountId}#end"},
        std::pair{", \"casing\": \"upper\"", "ACC#{accountId}#END"},
        std::pair{", \"casing\": \"none\"", "Acc#{accountId}#End"}}) {
    const std::string shown = outline_of(
        R"({"table": "t", "model": {"entity": "E", "version": "1", "service": "S"}, "attributes": {"accountId": {"type": "string", "required": true}},
 "indexes": {"main": {"pk": {"field": "pk", "composite": ["accountId"], "template": "Acc#${accountId}#End")" +
            std::string(casing) + R"(}, "sk": {"field": "sk", "composite": [], "template": "ACCOUNT"}}}})",
        "s.json");
    EXPECT_NE(shown.find("key \"" + std::string(key) + "\", \"account\""), shown.npos) << shown;
  }
}

// An index whose partition key has no attributes lists all items, and ElectroDB has a query for it.
TEST(ElectroDb, QueriesIndexesThatListAllItems) {
  const std::string shown = outline_of(
      R"({"table": "t", "model": {"entity": "Org", "version": "1", "service": "S"},
 "attributes": {"orgId": {"type": "string", "required": true}, "name": {"type": "string", "required": true}},
 "indexes": {"main": {"pk": {"field": "pk", "composite": ["orgId"]}, "sk": {"field": "sk", "composite": []}},
             "all": {"index": "gsi1", "pk": {"field": "gsi1pk", "composite": []}, "sk": {"field": "gsi1sk", "composite": ["name"]}}}})",
      "s.json");
  EXPECT_NE(shown.find("Org.all"), shown.npos) << shown;
  EXPECT_NE(shown.find("Org.get"), shown.npos) << shown;
  EXPECT_EQ(shown.find("Org.main"), shown.npos) << shown;
}

}  // namespace electrodb_test
}  // namespace partita::modelling
