// The reader of OneTable schemas.
#include <gtest/gtest.h>

#include "modelling/lint/rule.h"
#include "outline_of.h"

namespace partita::modelling {
namespace onetable_test {

std::string schema(std::string_view models, std::string_view more = "") {
  return "format: onetable:1.1.0\n"
         "version: 0.0.1\n"
         "name: shop\n"
         "indexes:\n"
         "  primary: {hash: pk, sort: sk}\n"
         "  gs1: {hash: gs1pk, sort: gs1sk, project: [gs1pk, gs1sk, total], follow: true}\n"
         "  ls1: {sort: created, type: local, project: keys}\n" +
         std::string(more) + "models:\n" + std::string(models);
}

TEST(OneTable, ReadsModelsWithTheirTemplates) {
  const std::string text = schema(
      "  User:\n"
      "    pk: {type: string, value: 'account#${account}'}\n"
      "    sk: {type: string, value: '${_type}#${number:6:0}'}\n"
      "    account: {type: string, reference: 'Account:primary:id=account'}\n"
      "    number: {type: number}\n"
      "    id: {type: string, generate: ulid}\n"
      "    token: {type: string, uuid: uuid}\n"
      "    email: {type: string, required: true, unique: true, map: em, validate: '/@/'}\n"
      "    role: {type: string, enum: [admin, user], default: user}\n"
      "    status: {type: string}\n"
      "    gs1pk: {value: 'status#${status}'}\n"
      "    gs1sk: {value: '${email}'}\n"
      "    full: {value: '${account} ${email}'}\n"
      "    expires: {type: date, ttl: true}\n"
      "    on: {type: boolean}\n"
      "    tags: {type: array}\n"
      "    address: {type: object, schema: {city: {type: string}}}\n",
      "params: {isoDates: true, timestamps: true, typeField: type}\n");
  EXPECT_EQ(outline_of(text, "s.json"), R"(table shop: pk / sk, tag type
  index gs1: gs1pk / gs1sk, with total
  index ls1: local, pk / created, keys only
  entity User
    account string -> Account, number integer, id ulid, token uuid, email string as em, role enum(admin|user), status? string, full string, expires? seconds, on? bool, tags? list, address? map, created time, updated time
    key "account#{account}", "{_type}#{number:06d}"
    in gs1 "status#{status}", "{email}", sparse
    unique email
    expires at expires
    created at created
    updated at updated
notes
  s.json:6: reads of the index gs1 follow to the item in the table; the second read of each item is not kept
  s.json:10: OneTable reserves unique values of User by items with other keys than Partita's
)");
}

TEST(OneTable, TimesAsNumbersAreFieldsOfTheProgram) {
  auto read = read_model_text(schema("  A:\n    pk: {value: 'A#${id}'}\n    sk: {value: 'A'}\n    id: {type: string}\n",
                                     "params: {timestamps: true}\n"),
                              "s.json");
  ASSERT_TRUE(read) << read.error().message;
  const Entity& entity = read->tables[0].entities[0];
  ASSERT_TRUE(entity.field("created"));
  EXPECT_EQ(entity.field("created")->kind, model::FieldKind::Integer);
  EXPECT_EQ(entity.created_at + entity.updated_at, "");
  for (const lint::Finding& finding : lint::run(*prove(std::make_shared<const Model>(std::move(*read)))))
    EXPECT_NE(finding.rule->id, "P032") << finding.message;
}

TEST(OneTable, NotesSettingsThatAreNotKept) {
  const std::string shown =
      outline_of(schema("  User: {pk: {value: 'u#${id}'}, sk: {value: 'u'}, id: {type: string, required: true}}\n",
                        "params: {nulls: true, separator: ':', typeField: kind}\n"),
                 "s.json");
  EXPECT_NE(shown.find("nulls is a setting of OneTable's program and is not kept\n"), shown.npos) << shown;
  EXPECT_NE(shown.find("separator is a setting of OneTable's program and is not kept\n"), shown.npos) << shown;
  EXPECT_EQ(shown.find("typeField"), shown.npos) << shown;
}

TEST(OneTable, PutsTheModelsNameForTheTypeField) {
  const std::string shown =
      outline_of(schema("  A:\n    pk: {value: '${_type}#'}\n    sk: {value: '${_type}#${id}'}\n    "
                        "id: {type: string}\n"),
                 "s.json");
  EXPECT_NE(shown.find("key \"A#\", \"A#{id}\"\n"), shown.npos) << shown;
}

TEST(OneTable, KeepsDatesAsTheTableHoldsThem) {
  const std::string shown = outline_of(
      schema("  A: {pk: {value: 'a'}, sk: {value: 'b'}, at: {type: date}, day: {type: date, isoDates: true}}\n"),
      "s.json");
  EXPECT_NE(shown.find("at? integer, day? time\n"), shown.npos) << shown;
}

TEST(OneTable, TakesKeysWithoutTemplatesAsFields) {
  const std::string shown = outline_of(
      schema("  A: {pk: {type: string}, sk: {type: string}, hidden: {type: string, map: data.h}}\n"), "s.json");
  EXPECT_NE(shown.find("pk string, sk string, hidden? string as data.h\n    key \"{pk}\", \"{sk}\"\n"), shown.npos)
      << shown;
  EXPECT_NE(shown.find("s.json:9: hidden of A is packed into a map, as data.h"), shown.npos) << shown;
}

TEST(OneTable, NotesPaddingThatTemplatesLack) {
  for (const std::string_view part : {"${name:8}", "${number:6:x}", "${number:x}"}) {
    const std::string shown = outline_of(schema("  A: {pk: {value: '" + std::string(part) +
                                                "'}, sk: {value: 'b'}, name: {type: string}, number: {type: "
                                                "number}}\n"),
                                         "s.json");
    EXPECT_NE(shown.find("the padding of " + std::string(part) + " has no counterpart"), shown.npos) << shown;
  }
}

TEST(OneTable, ReadsQueriesAndItems) {
  const std::string shown = outline_of(
      schema(
          "  Like: {pk: {value: 'post#${post}'}, sk: {value: 'like#${user}'}, gs1pk: {value: 'user#${user}'}, gs1sk: "
          "{value: '${at}'}, post: {type: string, required: true}, user: {type: string, required: true}, at: {type: "
          "string, required: true}, count: {type: number}}\n",
          "queries:\n"
          "  Likes of a user: {hash: 'user#1', index: GS1, model: Like, operation: Begins with, limit: 100, type: "
          "Entity, filters: [{field: count, operation: Greater than, value: 5}]}\n"
          "  All: {index: primary, type: Scan}\n"
          "items: [{_type: Like, post: p, user: u, count: 7}, {_type: Gone}]\n"),
      "s.json");
  EXPECT_NE(shown.find("  Likes of a user: read Like by user, at begins_with, in gs1, filter count >, limit 100\n"),
            shown.npos)
      << shown;
  EXPECT_NE(shown.find("  All: scan shop\n"), shown.npos) << shown;
  EXPECT_NE(shown.find("    1 sample\n"), shown.npos) << shown;
  EXPECT_NE(shown.find("s.json:11: an item has no _type that names a model; it is skipped\n"), shown.npos) << shown;
}

TEST(OneTable, RefusesWhatIsWrongInForm) {
  struct Case {
    std::string text, message;
  };
  for (const Case& one : {
           Case{"format: onetable:2.0.0\nindexes: {primary: {hash: a}}\nmodels: {}",
                "s.json:1: the format is 'onetable:2.0.0', and only onetable:1.0.0 and onetable:1.1.0 are known"},
           Case{schema("  A: {sk: {value: b}}\n"),
                "s.json:9: the model A has no field for the key attribute pk; give it a value template"},
           Case{schema("  A: {pk: {value: '${id'}, sk: {value: b}}\n"),
                "s.json:9: '${id' has a ${ without its }; add the brace"},
           Case{schema("  A: {pk: {valeu: x}}\n"), "s.json:9: pk of A has no member 'valeu'; did you mean 'value'?"},
           Case{schema("  A: {pk: {type: strin}}\n"),
                "s.json:9: there is no type of fields 'strin'; did you mean 'string'?"},
           Case{"format: onetable:1.1.0\nindexes: {g: {hash: a}}\nmodels: {}",
                "s.json:2: indexes needs a member 'primary'"},
       })
    EXPECT_EQ(outline_of(one.text, "s.json"), one.message);
}

// JSON has no functions, so JSON.stringify drops `type: String`.
TEST(OneTable, SaysThatTypesAreMissing) {
  const std::string shown = outline_of(
      R"({"format": "onetable:1.1.0", "version": "1", "name": "sessions", "indexes": {"primary": {"hash": "PK", "sort": "SK"}},
 "models": {"Session": {"PK": {"value": "S#${id}"}, "SK": {"value": "S"}, "id": {"required": true}, "size": {},
            "kind": {"type": "string"}, "created": {"timestamp": true}, "updated": {}}},
 "params": {"isoDates": true, "timestamps": true}})",
      "s.json");
  EXPECT_NE(
      shown.find("fields without a type are taken for strings: id of Session, size of Session. JSON.stringify leaves "
                 "out types that are functions"),
      shown.npos)
      << shown;
  EXPECT_NE(shown.find("created"), shown.npos);
  EXPECT_EQ(shown.find("created of Session"), shown.npos) << shown;
}

}  // namespace onetable_test
}  // namespace partita::modelling
