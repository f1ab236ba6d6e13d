// Vector indexes of the model: their tables, their searches, and the results of a search in a table of several
// entities.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model.h>
#include <partita/model/export_model.h>
#include <partita/model/upgrade.h>
#include <partita/open.h>
#include <partita/table_difference.h>

namespace partita {
namespace vectors_test {

namespace pt = partita::model;
using namespace pt::literals;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

enum class Kind { TEXT, PICTURE };
BOOST_DESCRIBE_ENUM(Kind, TEXT, PICTURE)

struct Note {
  std::string tenantId = {}, noteId = {}, text = {};
  Kind kind = Kind::TEXT;
  int year = 2026;
  std::optional<std::vector<float>> embedding = {};
  std::optional<pt::epoch_seconds> expiresAt = {};
};
BOOST_DESCRIBE_STRUCT(Note, (), (tenantId, noteId, text, kind, year, embedding, expiresAt))

// A picture shares the index of the notes and the partitions of its tenant.
struct Picture {
  std::string tenantId, pictureId;
  std::array<float, 3> embedding{};
};
BOOST_DESCRIBE_STRUCT(Picture, (), (tenantId, pictureId, embedding))

struct Found {
  std::string noteId, text;
};
BOOST_DESCRIBE_STRUCT(Found, (), (noteId, text))

struct NoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">, pt::ttl<"expiresAt">> {};
struct PictureE : pt::entity<Picture, "PICTURE", pt::key<"TENANT#{tenantId}", "PICTURE#{pictureId}">> {};
struct Notes : pt::table<"notes", pt::primary<"PK", "SK">,
                         pt::vector_index<"by_meaning", "embedding", 3, pt::cosine, pt::partition_key<"tenantId">,
                                          pt::inline_filters<"type", "kind", "year">>,
                         pt::holds<NoteE, PictureE>> {};

using Similar = pt::similar<"Notes of a tenant with a similar meaning", NoteE, pt::by<"tenantId">>;
using SimilarOfKind = pt::similar<"Notes of one kind", NoteE, pt::by<"tenantId", "kind">, pt::as<Found>>;
using SimilarPictures = pt::similar<"Pictures", PictureE, pt::by<"tenantId">>;
static_assert(pt::serves<Notes, Similar, SimilarOfKind, SimilarPictures>);

class Vectors : public ::testing::Test {
 protected:
  // The database's own clock is earlier, so it does not remove the items that have expired by this one.
  std::int64_t now_ms_ = 4'000'000'000'000;
  std::shared_ptr<Database> database_ = open("", {.in_memory = true}).value();
  pt::db<Notes> db_{database_, {.now_ms = [this] { return now_ms_; }}};

  void SetUp() override { ASSERT_TRUE(db_.create_table_if_missing().run()); }

  Note put(std::string id, std::vector<float> embedding, Kind kind = Kind::TEXT, int year = 2026) {
    Note note{.tenantId = "ada", .noteId = id, .text = "about " + id, .kind = kind, .year = year};
    note.embedding = std::move(embedding);
    db_.replace(note).value();
    return note;
  }
  template <class T>
  static std::vector<std::string> ids(const pt::SearchResults<T>& results) {
    std::vector<std::string> all;
    for (const auto& found : results.items) all.push_back(found.item.noteId);
    return all;
  }
};

const std::vector<float> kTea = {1, 0, 0};

TEST_F(Vectors, AreFoundWithTheirScoresBestFirst) {
  put("tea", {1, 0, 0});
  put("coffee", {1, 1, 0});
  put("trains", {0, 0, 1});
  Note silent{.tenantId = "ada", .noteId = "silent"};
  db_.replace(silent).value();
  const auto found = db_.search<Similar>(kTea, "tenantId"_f = "ada").value();
  EXPECT_THAT(ids(found), ElementsAre("tea", "coffee", "trains"));
  EXPECT_FLOAT_EQ(found.items[0].score, 0);
  EXPECT_NEAR(found.items[1].score, 0.2929, 1e-4);
  EXPECT_FLOAT_EQ(found.items[2].score, 1);
  EXPECT_EQ(found.items[1].item.text, "about coffee");
  EXPECT_EQ(found.items[1].item.embedding, (std::vector<float>{1, 1, 0}));
  EXPECT_EQ(found.cost.requests, 1);
  EXPECT_GE(found.cost.search_bytes, 1024);
  EXPECT_THAT(ids(db_.search<Similar>(kTea, "tenantId"_f = "ada").top_k(1).value()), ElementsAre("tea"));
  EXPECT_THAT(db_.search<Similar>(kTea, "tenantId"_f = "bob").value().items, IsEmpty());
}

TEST_F(Vectors, OfAnotherEntityTakeNoPlaces) {
  for (int i = 0; i < 20; ++i) db_.replace(Picture{"ada", std::to_string(i), {1, 0, 0}}).value();
  put("far", {0, 1, 0});
  const auto notes = db_.search<Similar>(kTea, "tenantId"_f = "ada").top_k(5).value();
  EXPECT_THAT(ids(notes), ElementsAre("far"));
  EXPECT_THAT(notes.unreadable, IsEmpty());
  const auto pictures = db_.search<SimilarPictures>(std::array<float, 3>{1, 0, 0}, "tenantId"_f = "ada").value();
  EXPECT_THAT(pictures.items, SizeIs(10));
  EXPECT_EQ(pictures.items[0].item.embedding, (std::array<float, 3>{1, 0, 0}));
}

TEST_F(Vectors, AreSelectedByInlineFilters) {
  put("near", {1, 0, 0}, Kind::PICTURE, 2026);
  put("old", {1, 0, 0}, Kind::TEXT, 2025);
  put("wanted", {0, 1, 0}, Kind::TEXT, 2026);
  auto search = db_.search<Similar>(kTea, "tenantId"_f = "ada").top_k(1);
  EXPECT_THAT(ids(search.filter("kind"_f == Kind::TEXT && "year"_f == 2026).value()), ElementsAre("wanted"));
  const auto of_kind = db_.search<SimilarOfKind>(kTea, "tenantId"_f = "ada", "kind"_f = Kind::TEXT).value();
  EXPECT_THAT(ids(of_kind), ElementsAre("old", "wanted"));
  EXPECT_EQ(of_kind.items[0].item.text, "about old");
}

TEST_F(Vectors, OfExpiredItemsAreHiddenAndTheAnswerIsFilled) {
  for (int i = 0; i < 15; ++i) {
    Note note = put("expired" + std::to_string(i), {1, 0, 0});
    note.expiresAt = pt::epoch_seconds(now_ms_ / 1000 - 60);
    db_.replace(note).value();
  }
  put("alive", {0, 1, 0});
  const auto found = db_.search<Similar>(kTea, "tenantId"_f = "ada").top_k(2).value();
  EXPECT_THAT(ids(found), ElementsAre("alive"));
  EXPECT_GT(found.cost.requests, 1);
  EXPECT_FALSE(found.incomplete);
  EXPECT_THAT(db_.search<Similar>(kTea, "tenantId"_f = "ada").with_expired().value().items, SizeIs(10));
}

// A search has at most a hundred places. If expired items fill them, no request finds the item behind them.
TEST_F(Vectors, OfManyExpiredItemsMakeAnAnswerIncomplete) {
  const auto put_expired = [&](int from, int to) {
    for (int i = from; i < to; ++i) {
      Note note{.tenantId = "ada", .noteId = "expired" + std::to_string(i), .embedding = std::vector<float>{1, 0, 0}};
      note.expiresAt = pt::epoch_seconds(now_ms_ / 1000 - 60);
      db_.replace(note).value();
    }
  };
  put("alive", {0, 1, 0});
  const auto search = [&] { return db_.search<Similar>(kTea, "tenantId"_f = "ada").top_k(2).value(); };
  put_expired(0, 99);
  EXPECT_THAT(ids(search()), ElementsAre("alive"));
  EXPECT_TRUE(search().incomplete) << "an item behind the hundred would not be found";
  put_expired(99, 150);
  EXPECT_THAT(ids(search()), IsEmpty());
  EXPECT_TRUE(search().incomplete);
  EXPECT_FALSE(db_.search<Similar>(kTea, "tenantId"_f = "ada").top_k(2).with_expired().value().incomplete);
}

TEST_F(Vectors, OfAnUpdateAreFoundAtOnce) {
  put("tea", {1, 0, 0});
  put("coffee", {0, 1, 0});
  db_.update<NoteE>("tenantId"_f = "ada", "noteId"_f = "coffee")
      .set("embedding"_f = std::vector<float>{2, 0, 0})
      .value();
  EXPECT_FLOAT_EQ(db_.search<Similar>(kTea, "tenantId"_f = "ada").value().items[1].score, 0);
  db_.update<NoteE>("tenantId"_f = "ada", "noteId"_f = "tea").set("embedding"_f = std::nullopt).value();
  EXPECT_THAT(ids(db_.search<Similar>(kTea, "tenantId"_f = "ada").value()), ElementsAre("coffee"));
}

TEST_F(Vectors, RowsThatCannotBeReadAreReported) {
  put("tea", {1, 0, 0});
  AttributeMap broken{{"PK", "TENANT#ada"}, {"SK", "NOTE#x"}, {"type", "NOTE"}, {"tenantId", "ada"}, {"noteId", "x"}};
  broken.set("embedding", AttributeValue::list({AttributeValue(1), AttributeValue(0), AttributeValue(0)}));
  ASSERT_TRUE(database_->put_item({.table_name = "notes", .item = broken}));
  const auto found = db_.search<Similar>(kTea, "tenantId"_f = "ada").value();
  EXPECT_THAT(ids(found), ElementsAre("tea"));
  ASSERT_THAT(found.unreadable, SizeIs(1));
  EXPECT_EQ(found.unreadable[0].key.find("SK")->s(), "NOTE#x");
  const auto failed = db_.search<Similar>(kTea, "tenantId"_f = "ada").on_unreadable(pt::Unreadable::Fail).run();
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().message, HasSubstr("text"));
}

TEST_F(Vectors, OfWrongLengthOrNumberAreErrors) {
  const auto message = [](const auto& result) { return result ? std::string("no error") : result.error().message; };
  EXPECT_THAT(message(db_.search<Similar>(std::vector<float>{1, 0}, "tenantId"_f = "ada").run()),
              HasSubstr("imension"));
  EXPECT_EQ(message(db_.search<Similar>(kTea, "tenantId"_f = "ada").top_k(101).run()),
            "top_k must be from 1 to 100, not 101");
  EXPECT_EQ(message(db_.search<SimilarOfKind>(kTea, "tenantId"_f = "ada", "kind"_f = Kind::TEXT)
                        .filter("kind"_f == Kind::PICTURE)
                        .run()),
            "The search \"Notes of one kind\" selects by kind twice");
  const float no_number = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(message(db_.search<Similar>(std::vector<float>{1, 0, no_number}, "tenantId"_f = "ada").run()), "no error");
}

TEST_F(Vectors, AreExplainedWithoutARequest) {
  const auto explained = db_.search<SimilarOfKind>(kTea, "tenantId"_f = "ada", "kind"_f = Kind::TEXT).explain();
  ASSERT_TRUE(explained);
  EXPECT_EQ(explained->operation, "SearchVectors");
  EXPECT_EQ(explained->index, "by_meaning");
  EXPECT_EQ(explained->key_condition, "tenantId = \"ada\" AND kind = \"TEXT\" AND type = \"NOTE\"");
  EXPECT_THAT(explained->request_json, HasSubstr("\"TopK\":10"));
}

TEST_F(Vectors, AreInTheTableAndItsDifferences) {
  const auto wanted = model::create_table_request(*db_.session(), Notes::info());
  const auto there = database_->describe_table({.table_name = "notes"})->table;
  EXPECT_THAT(differences(wanted, there), IsEmpty());
  const VectorIndex& index = wanted.vector_indexes.value().at(0);
  EXPECT_EQ(index.dimensions, 3);
  EXPECT_EQ(index.distance_function, VectorDistanceFunction::Cosine);
  ASSERT_THAT(index.search_schema.value(), SizeIs(4));
  EXPECT_EQ(index.search_schema->at(0).attribute_name, "tenantId");
  EXPECT_EQ(index.search_schema->at(0).search_schema_element_type, SearchSchemaElementType::Hash);
  const auto has = [&](const AttributeDefinition& wanted_definition) {
    const auto& all = *wanted.attribute_definitions;
    return std::ranges::find(all, wanted_definition) != all.end();
  };
  EXPECT_TRUE(has({"year", ScalarAttributeType::N}));
  EXPECT_TRUE(has({"type", ScalarAttributeType::S}));
}

TEST_F(Vectors, AreExported) {
  const pt::ModelInfo model{{&Notes::info()}, {&pt::detail::planned_search<Notes, SimilarOfKind>::info}};
  const std::string json = pt::to_json(model);
  EXPECT_THAT(json, HasSubstr("\"scope\": \"vector\""));
  EXPECT_THAT(json, HasSubstr("\"vector\": {\n            \"attribute\": \"embedding\",\n            \"dimensions\": "
                              "3,\n            \"distance\": \"COSINE\","));
  EXPECT_THAT(json,
              HasSubstr("\"operation\": \"SearchVectors\",\n        \"index\": \"by_meaning\",\n        "
                        "\"key_condition\": \"tenantId = {tenantId} AND kind = {kind} AND type = \\\"NOTE\\\"\""));
  const std::string diagram = pt::to_mermaid(model);
  EXPECT_THAT(diagram, HasSubstr("T0I0[/\"by_meaning<br/>COSINE of 3 dimensions\"/]"));
  EXPECT_THAT(diagram, HasSubstr("T0E1 -->|\"tenantId\"| T0I0"));
}

TEST(ArraysOfNumbers, AreListsOfTheirLength) {
  const std::array<float, 2> numbers = {0.1f, -2};
  const AttributeValue stored = pt::encode(numbers).value();
  EXPECT_EQ(stored, AttributeValue::list({AttributeValue(0.1), AttributeValue(-2)}));
  EXPECT_EQ((pt::decode<std::array<float, 2>>(stored).value()), numbers);
  const auto longer = pt::decode<std::array<float, 3>>(stored);
  ASSERT_FALSE(longer);
  EXPECT_THAT(longer.error().message, HasSubstr("must have 3 elements, but has 2"));
  EXPECT_THAT((pt::decode<std::array<double, 2>>(AttributeValue("no list")).error().message), HasSubstr("must be L"));
}

// ---- keys of partitions that are composed, no keys, and partial projections

struct ComposedNoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">,
                                  pt::on<"by_meaning", "NOTES#{tenantId}#{kind}">> {};
struct ComposedPictureE : pt::entity<Picture, "PICTURE", pt::key<"TENANT#{tenantId}", "PICTURE#{pictureId}">,
                                     pt::on<"by_meaning", "PICTURES#{tenantId}">> {};
struct Composed
    : pt::table<
          "composed", pt::primary<"PK", "SK">,
          pt::vector_index<"by_meaning", "embedding", 3, pt::dot_product, pt::partition_key<"VPK">,
                           pt::include<"text">>,
          pt::vector_index<"everywhere", "embedding", 3, pt::euclidean, pt::inline_filters<"type">, pt::keys_only>,
          pt::holds<ComposedNoteE, ComposedPictureE>> {};
using OfPartition = pt::similar<"Notes of a tenant and a kind", ComposedNoteE, pt::by<"tenantId", "kind">,
                                pt::as<Found>, pt::with_expired>;
struct NoteKey {
  std::string tenantId, noteId;
};
BOOST_DESCRIBE_STRUCT(NoteKey, (), (tenantId, noteId))
using Everywhere = pt::similar<"Notes of all tenants", ComposedNoteE, pt::using_index<"everywhere">, pt::as<NoteKey>,
                               pt::with_expired>;

TEST_F(Vectors, HavePartitionsOfComposedKeysOrNone) {
  pt::db<Composed> db(database_);
  ASSERT_TRUE(db.create_table_if_missing().run());
  Note note{.tenantId = "ada", .noteId = "tea", .text = "green"};
  note.embedding = std::vector<float>{2, 0, 0};
  db.replace(note).value();
  db.replace(Picture{"ada", "p", {1, 0, 0}}).value();
  note.tenantId = "bob";
  note.embedding = std::vector<float>{1, 2, 0};
  db.replace(note).value();

  const auto of_ada = db.search<OfPartition>(kTea, "tenantId"_f = "ada", "kind"_f = Kind::TEXT).value();
  ASSERT_THAT(of_ada.items, SizeIs(1));
  EXPECT_EQ(of_ada.items[0].item.text, "green");
  EXPECT_FLOAT_EQ(of_ada.items[0].score, 2);
  const auto all = db.search<Everywhere>(kTea).value();
  ASSERT_THAT(all.items, SizeIs(2));
  EXPECT_EQ(all.items[0].item.tenantId, "ada");
  EXPECT_FLOAT_EQ(all.items[0].score, 1);
  EXPECT_EQ(all.items[1].item.tenantId, "bob");
  EXPECT_FLOAT_EQ(all.items[1].score, 2);

  // The key of the partition follows its members.
  db.update<ComposedNoteE>("tenantId"_f = "ada", "noteId"_f = "tea").set("kind"_f = Kind::PICTURE).value();
  EXPECT_THAT(db.search<OfPartition>(kTea, "tenantId"_f = "ada", "kind"_f = Kind::TEXT).value().items, IsEmpty());
  EXPECT_THAT(db.search<OfPartition>(kTea, "tenantId"_f = "ada", "kind"_f = Kind::PICTURE).value().items, SizeIs(1));
  EXPECT_TRUE(db.verify().value().findings.empty());
}

// ---- tables in use

struct EarlyNoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">, pt::ttl<"expiresAt">> {};
struct EarlyNotes
    : pt::table<"notes", pt::primary<"PK", "SK">, pt::vector_index<"by_meaning", "embedding", 3, pt::euclidean>,
                pt::vector_index<"surplus", "embedding", 3, pt::cosine>, pt::holds<EarlyNoteE>> {};

TEST(VectorsOfTablesInUse, AreAddedReplacedAndDropped) {
  std::shared_ptr<Database> database = open("", {.in_memory = true}).value();
  pt::db<EarlyNotes> early(database);
  ASSERT_TRUE(early.create_table_if_missing().run());
  Note note{.tenantId = "ada", .noteId = "tea"};
  note.embedding = kTea;
  early.replace(note).value();

  pt::db<Notes> now(database);
  const auto refused = now.create_table_if_missing().run();
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message,
              AllOf(HasSubstr("vectors of index by_meaning: the definition has COSINE of 3 dimensions of embedding, "
                              "the table has EUCLIDEAN of 3 dimensions of embedding"),
                    HasSubstr("keys of index by_meaning: the definition has partition key tenantId, inline filters "
                              "kind + type + year, the table has no partition key")));
  EXPECT_THAT(to_text(now.plan_upgrade().value()),
              HasSubstr("notes: drop index surplus (the model has no index of that name)\n"));
  const auto report = now.upgrade({.drop_indexes = true}).value();
  EXPECT_THAT(report.left, IsEmpty());
  EXPECT_THAT(to_text(report),
              HasSubstr("done: notes: add index by_meaning (COSINE of 3 dimensions of embedding; tenantId HASH, type "
                        "INLINE_FILTER, kind INLINE_FILTER, year INLINE_FILTER; ALL)\n"));
  EXPECT_THAT(now.search<Similar>(kTea, "tenantId"_f = "ada").value().items, SizeIs(1));
}

// A table gets a missing vector index at once, because every item has the attributes that the index needs.
struct Bare : pt::table<"notes", pt::primary<"PK", "SK">, pt::holds<NoteE, PictureE>> {};

TEST(VectorsOfTablesInUse, AreAddedByCreateTableIfMissing) {
  std::shared_ptr<Database> database = open("", {.in_memory = true}).value();
  pt::db<Bare> bare(database);
  ASSERT_TRUE(bare.create_table_if_missing().run());
  Note note{.tenantId = "ada", .noteId = "tea"};
  note.embedding = kTea;
  bare.replace(note).value();
  pt::db<Notes> now(database);
  EXPECT_TRUE(now.create_table_if_missing().run());
  EXPECT_THAT(now.search<Similar>(kTea, "tenantId"_f = "ada").value().items, SizeIs(1));
}

// The items that an earlier model wrote lack the composed key.
struct BareNoteE : pt::entity<Note, "NOTE", pt::key<"TENANT#{tenantId}", "NOTE#{noteId}">> {};
struct BareComposed : pt::table<"composed", pt::primary<"PK", "SK">, pt::holds<BareNoteE>> {};

TEST(VectorsOfTablesInUse, AreAddedByUpgradeIfItemsLackTheirKeys) {
  std::shared_ptr<Database> database = open("", {.in_memory = true}).value();
  pt::db<BareComposed> bare(database);
  ASSERT_TRUE(bare.create_table_if_missing().run());
  Note note{.tenantId = "ada", .noteId = "tea"};
  note.embedding = kTea;
  bare.replace(note).value();
  pt::db<Composed> now(database);
  const auto refused = now.create_table_if_missing().run();
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("Table composed lacks the index by_meaning"));
  EXPECT_THAT(now.upgrade().value().left, IsEmpty());
  EXPECT_THAT(now.search<OfPartition>(kTea, "tenantId"_f = "ada", "kind"_f = Kind::TEXT).value().items, SizeIs(1));
  EXPECT_THAT(now.search<Everywhere>(kTea).value().items, SizeIs(1));
}

}  // namespace vectors_test
}  // namespace partita
