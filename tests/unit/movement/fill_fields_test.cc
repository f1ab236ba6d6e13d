// Stored items get the fields of a later model, while programs change them.
#include "movement/reshaping/fill_fields.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "modelling/read/read_model.h"
#include "movement/reshaping/filled_scans.h"
#include "movement_support.h"

namespace partita::movement {
namespace fill_fields_test {

using movement_support::Intercepted;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::shared_ptr<const modelling::Proof> people(const std::string& fields) {
  auto model = modelling::read_model_text(R"(format: 1
name: people
tables:
  - name: people
    partition_key: PK
    entities:
      - name: PERSON
        fields: {id: string, )" + fields + R"(}
        key: {partition: "P#{id}"}
)",
                                          "model.yml", {});
  EXPECT_TRUE(model) << (model ? "" : model.error().message);
  return modelling::prove(std::make_shared<const modelling::Model>(model ? *std::move(model) : modelling::Model()));
}

class FillFields : public ::testing::Test {
 protected:
  void SetUp() override {
    OpenOptions options;
    options.in_memory = true;
    database_ = *partita::open("", options);
    ASSERT_TRUE(database_->create_table({.table_name = "x_people",
                                         .attribute_definitions = {{{"PK", ScalarAttributeType::S}}},
                                         .key_schema = {{{"PK", KeyType::Hash}}},
                                         .billing_mode = BillingMode::PayPerRequest}));
    use("email: string, nick: 'string?'",
        "email: string, alias: {kind: string, optional: true, from: nick}, "
        "domain: {kind: string, from: \"split(email, '@', 1)\"}");
  }

  void use(const std::string& was, const std::string& now) {
    const auto derivations = modelling::derive::Derivations::make(people(was), people(now), {});
    ASSERT_TRUE(derivations) << derivations.error().message;
    auto fields =
        modelling::derive::NewFields::make(std::make_shared<const modelling::derive::Derivations>(*derivations));
    ASSERT_TRUE(fields) << fields.error().message;
    fields_ = std::make_unique<modelling::derive::NewFields>(*std::move(fields));
  }

  static AttributeMap person(int id, const std::string& email) {
    return {{"PK", "P#" + std::to_string(id)}, {"type", "PERSON"}, {"id", std::to_string(id)}, {"email", email}};
  }
  void put(AttributeMap item) { ASSERT_TRUE(database_->put_item({.table_name = "x_people", .item = std::move(item)})); }
  AttributeMap get(int id) {
    const auto got =
        database_->get_item({.table_name = "x_people", .key = AttributeMap{{"PK", "P#" + std::to_string(id)}}});
    return got && got->item ? got->item->to_map() : AttributeMap();
  }
  FilledEntity fill(Database& database, FillMode mode, Differing differing = Differing::Leave) {
    const auto report =
        fill_fields(database, *fields_, {.mode = mode, .differing = differing, .prefix = "x_", .segments = 2});
    EXPECT_TRUE(report) << report.error().message;
    EXPECT_THAT(report->faults, IsEmpty());
    return report->entities.empty() ? FilledEntity() : report->entities.begin()->second;
  }

  std::unique_ptr<Database> database_;
  std::unique_ptr<modelling::derive::NewFields> fields_;
};

TEST_F(FillFields, ItemsGetWhatTheyLackAndKeepTheRest) {
  AttributeMap nicked = person(1, "a@x.org");
  nicked.set("nick", "Al");
  nicked.set("more", 7);
  AttributeMap written = person(2, "b@x.org");
  written.set("domain", "later.org");
  for (const AttributeMap& item : {nicked, written}) put(item);
  EXPECT_EQ(fill(*database_, FillMode::List).lacking, 1);
  EXPECT_EQ(get(1), nicked);

  const FilledEntity filled = fill(*database_, FillMode::Fill);
  EXPECT_EQ(filled.filled, 1);
  EXPECT_EQ(filled.differing, 1) << "of the item that a later program wrote";
  nicked.set("alias", "Al");
  nicked.set("domain", "x.org");
  EXPECT_EQ(get(1), nicked);
  EXPECT_EQ(get(2), written);

  EXPECT_EQ(fill(*database_, FillMode::DropOld).dropped, 1);
  nicked.erase("nick");
  EXPECT_EQ(get(1), nicked);
  const FilledEntity again = fill(*database_, FillMode::DropOld);
  EXPECT_EQ(again.lacking + again.filled + again.left_over, 0);
}

// An earlier program changed the source, or a later one the field. Only the user knows which.
TEST_F(FillFields, ValuesThatDifferKeepTheirSourceUntilTheUserDecides) {
  AttributeMap differing = person(1, "a@x.org");
  differing.set("nick", "newer");
  differing.set("alias", "older");
  differing.set("domain", "x.org");
  put(differing);
  EXPECT_EQ(fill(*database_, FillMode::Fill).differing, 1);
  EXPECT_EQ(fill(*database_, FillMode::DropOld).dropped, 0);
  EXPECT_EQ(get(1), differing);
  EXPECT_EQ(fill(*database_, FillMode::Fill, Differing::Derive).filled, 1);
  EXPECT_EQ(*get(1).find("alias"), AttributeValue("newer"));
  put(differing);
  EXPECT_EQ(fill(*database_, FillMode::DropOld, Differing::Accept).dropped, 1);
  EXPECT_EQ(*get(1).find("alias"), AttributeValue("older"));
  EXPECT_FALSE(get(1).contains("nick"));
}

// A program of the earlier model writes the item anew between the read and the removal.
TEST_F(FillFields, AnItemThatIsWrittenAnewKeepsItsFields) {
  AttributeMap whole = person(1, "a@x.org");
  whole.set("nick", "Al");
  put(whole);
  EXPECT_EQ(fill(*database_, FillMode::Fill).filled, 1);
  Intercepted intercepted(*database_);
  whole.set("nick", "Bo");
  intercepted.before = [&](std::string_view operation) -> std::optional<Error> {
    if (operation == "UpdateItem") put(whole);
    return std::nullopt;
  };
  EXPECT_EQ(fill(intercepted, FillMode::DropOld).dropped, 0);
  EXPECT_EQ(get(1), whole);
}

// More fields than one write has, of which one field follows: they go together.
TEST_F(FillFields, AFieldOfManyKeepsItsValueWhileTheyGo) {
  std::string was,
      now = "all: {kind: map, from: \"map(f0, f13, f39)\"}, first: {kind: string, from: \"first(f1, f38)\"}";
  for (int i = 0; i < 40; ++i) was += fmt::format("{}f{}: 'string?'", i == 0 ? "" : ", ", i);
  use(was, now);
  AttributeMap item = {{"PK", "P#1"}, {"type", "PERSON"}, {"id", "1"}};
  for (int i = 0; i < 40; ++i) item.set(fmt::format("f{}", i), fmt::format("v{}", i));
  put(item);
  EXPECT_EQ(fill(*database_, FillMode::Fill).filled, 1);
  const AttributeMap filled = get(1);
  EXPECT_EQ(fill(*database_, FillMode::DropOld).dropped, 1);
  EXPECT_EQ(
      get(1),
      (AttributeMap{{"PK", "P#1"}, {"type", "PERSON"}, {"id", "1"}, {"all", *filled.find("all")}, {"first", "v1"}}));
  EXPECT_EQ(fill(*database_, FillMode::Fill, Differing::Derive).filled, 0);
}

// The sources of a value are gone in part, or cannot give it any more: it is never derived again, and the
// others stay.
TEST_F(FillFields, AValueWithoutAllOfItsSourcesStays) {
  use("nick: 'string?', name: string, text: 'string?'",
      "name: string, alias: {kind: string, optional: true, from: \"first(nick, name)\"}, n: {kind: integer, optional: "
      "true, from: number(text)}");
  AttributeMap item = {{"PK", "P#1"},  {"type", "PERSON"}, {"id", "1"}, {"name", "m"},
                       {"alias", "n"}, {"text", "six"},    {"n", 5}};
  put(item);
  const FilledEntity found = fill(*database_, FillMode::Fill, Differing::Derive);
  EXPECT_EQ(found.filled, 0);
  EXPECT_EQ(found.differing, 1) << "n of text";
  EXPECT_EQ(fill(*database_, FillMode::DropOld).kept, 1);
  EXPECT_EQ(get(1), item);
  EXPECT_EQ(fill(*database_, FillMode::DropOld, Differing::Accept).dropped, 1);
  item.erase("text");
  EXPECT_EQ(get(1), item);
}

// A source that stays is changed between the read and the removal of another one.
TEST_F(FillFields, ARemovalDependsOnAllSources) {
  use("head: string, tail: 'string?'", "head: string, whole: {kind: string, from: \"concat(head, tail)\"}");
  AttributeMap item = {{"PK", "P#1"}, {"type", "PERSON"}, {"id", "1"}, {"head", "a"}, {"tail", "b"}};
  put(item);
  EXPECT_EQ(fill(*database_, FillMode::Fill).filled, 1);
  Intercepted intercepted(*database_);
  intercepted.before = [&](std::string_view operation) -> std::optional<Error> {
    if (operation != "UpdateItem") return std::nullopt;
    AttributeMap changed = get(1);
    changed.set("head", "c");
    put(changed);
    return std::nullopt;
  };
  EXPECT_EQ(fill(intercepted, FillMode::DropOld).dropped, 0);
  EXPECT_TRUE(get(1).contains("tail"));
}

TEST_F(FillFields, ARefusedItemIsAFaultAndTheOthersAreFilled) {
  put(person(1, "a@x.org"));
  put(person(2, "b@x.org"));
  Intercepted intercepted(*database_);
  bool is_first = true;
  intercepted.before = [&](std::string_view operation) -> std::optional<Error> {
    if (operation != "UpdateItem" || !std::exchange(is_first, false)) return std::nullopt;
    return Error{ErrorCode::ValidationException, "too large", {}, {}};
  };
  const auto report = fill_fields(intercepted, *fields_, {.mode = FillMode::Fill, .prefix = "x_", .segments = 1});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->fault_count, 1);
  EXPECT_EQ(report->entities.begin()->second.filled, 1);
}

// Each write of the filler meets an item that a program has just replaced, changed or deleted.
TEST_F(FillFields, WritesBetweenTheReadAndTheFillStay) {
  for (int id = 0; id < 60; ++id) put(person(id, "a@old.org"));
  Intercepted intercepted(*database_);
  std::mutex mutex;
  int next = 0;
  intercepted.before = [&](std::string_view operation) -> std::optional<Error> {
    if (operation != "UpdateItem") return std::nullopt;
    const std::lock_guard lock(mutex);
    for (int id = 0; id < 60; ++id)
      if (id % 3 == next % 3 && get(id).find("email") && *get(id).find("email") == AttributeValue("a@old.org")) {
        if (id % 2 == 0)
          put(person(id, "a@new.org"));
        else
          EXPECT_TRUE(database_->delete_item(
              {.table_name = "x_people", .key = AttributeMap{{"PK", "P#" + std::to_string(id)}}}));
        break;
      }
    ++next;
    return std::nullopt;
  };
  EXPECT_EQ(fill(intercepted, FillMode::Fill).unsettled, 0);
  // Some were replaced after they were filled.
  const FilledEntity rest = fill(*database_, FillMode::Fill);
  EXPECT_EQ(rest.differing, 0);
  int deleted = 0, replaced = 0;
  for (int id = 0; id < 60; ++id) {
    const AttributeMap item = get(id);
    if (item.empty()) {
      ++deleted;
      continue;
    }
    const bool is_new = *item.find("email") == AttributeValue("a@new.org");
    replaced += is_new ? 1 : 0;
    ASSERT_TRUE(item.find("id") && item.find("domain")) << id;
    EXPECT_EQ(*item.find("domain"), AttributeValue(is_new ? "new.org" : "old.org")) << id;
  }
  EXPECT_GT(deleted, 5);
  EXPECT_GT(replaced, 5);
}

TEST_F(FillFields, AnItemThatProgramsAlwaysChangeIsLeft) {
  put(person(1, "0@x.org"));
  Intercepted intercepted(*database_);
  int writes = 0;
  intercepted.before = [&](std::string_view operation) -> std::optional<Error> {
    if (operation == "UpdateItem") put(person(1, std::to_string(++writes) + "@x.org"));
    return std::nullopt;
  };
  EXPECT_EQ(fill(intercepted, FillMode::Fill).unsettled, 1);
}

TEST_F(FillFields, FaultsAreNamedWithTheirItems) {
  put(person(1, "no domain"));
  const auto report = fill_fields(*database_, *fields_, {.mode = FillMode::Fill, .prefix = "x_"});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->fault_count, 1);
  EXPECT_THAT(report->faults.front(), HasSubstr("x_people {PK: \"P#1\"}: PERSON.domain is required"));
}

TEST_F(FillFields, ScansShowTheItemsAsTheyWillBe) {
  put(person(1, "a@x.org"));
  put(person(2, "no domain"));
  FilledScans filled(std::move(database_), *fields_, "x_");
  const auto page = filled.scan({.table_name = "x_people"});
  ASSERT_TRUE(page);
  int with = 0;
  for (const Item& item : *page->items) with += item.contains("domain") ? 1 : 0;
  EXPECT_EQ(with, 1);
}

}  // namespace fill_fields_test
}  // namespace partita::movement
