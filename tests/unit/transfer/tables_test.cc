// Exports and imports of tables, on a database in memory and on one that refuses.
#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/open.h>

#include "base/try.h"
#include "transfer/tables/export_table.h"
#include "transfer/tables/importer.h"
#include "transfer_support.h"

namespace partita {
namespace tables_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using transfer::Format;
using namespace transfer_support;

// Passes requests on, and answers the first batches with an answer of the test.
class Refusing : public Database {
 public:
  explicit Refusing(std::unique_ptr<Database> database) : database_(std::move(database)) {}

#define PARTITA_OPERATION(function, Name)                                                          \
  Result<Name##Response> function(Name##Request request) override {                                \
    return pass(std::move(request), [this](auto r) { return database_->function(std::move(r)); }); \
  }                                                                                                \
  void function(Name##Request request, Completion<Name##Response> done) override {                 \
    database_->function(std::move(request), std::move(done));                                      \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

  // Takes the request and the number of batches before it. nullopt passes it on.
  std::function<std::optional<Result<BatchWriteItemResponse>>(BatchWriteItemRequest&, int)> answer;
  int batches = 0;

 private:
  template <class Request, class Next>
  auto pass(Request request, Next next) -> decltype(next(std::move(request))) {
    if constexpr (std::is_same_v<Request, BatchWriteItemRequest>) {
      std::unique_lock lock(mutex_);
      const int number = batches++;
      if (answer)
        if (auto given = answer(request, number)) return *std::move(given);
    }
    return next(std::move(request));
  }

  const std::unique_ptr<Database> database_;
  std::mutex mutex_;
};

class Tables : public ::testing::Test {
 protected:
  void SetUp() override {
    OpenOptions options;
    options.in_memory = true;
    auto opened = partita::open("", options);
    ASSERT_TRUE(opened);
    database_ = std::make_unique<Refusing>(std::move(*opened));
    for (const char* name : {"from", "into"})
      ASSERT_TRUE(database_->create_table(
          {.table_name = name,
           .attribute_definitions = {{{"pk", ScalarAttributeType::S}, {"sk", ScalarAttributeType::N}}},
           .key_schema = {{{"pk", KeyType::Hash}, {"sk", KeyType::Range}}},
           .billing_mode = BillingMode::PayPerRequest}));
  }

  void put(int count) {
    for (int i = 0; i < count; ++i) {
      AttributeMap item = every_type();
      item.set("pk", "p" + std::to_string(i % 7));
      item.set("sk", i);
      if (i % 2 == 0) item.set("even", true);
      ASSERT_TRUE(database_->put_item({.table_name = "from", .item = item}));
    }
  }
  std::vector<Item> items_of(const std::string& table) {
    auto page = database_->scan({.table_name = table});
    EXPECT_TRUE(page);
    return page ? *page->items : std::vector<Item>();
  }
  transfer::TableFacts facts(const std::string& table) { return transfer::describe(*database_, table).value(); }

  // Imports the text into the table. The faults of refused records are in faults_.
  Result<transfer::ImportCounts> import(const std::string& text, Format format = Format::DynamoDbJson,
                                        std::chrono::milliseconds patience = std::chrono::minutes(1)) {
    transfer::Importer importer(*database_, facts("into"), transfer::ImportMode::Write,
                                {.requests = 3, .patience = patience}, [this](const transfer::RefusedRecord& refused) {
                                  faults_.push_back(refused.place.text() + ": " + refused.fault);
                                });
    TextSource source(text, 100'000);
    PARTITA_TRY(importer.add_file(source, format, {.types = facts("into").types}, "file"));
    PARTITA_TRY(importer.finish());
    return importer.counts();
  }
  std::string exported(Format format, int segments = 4) {
    TextSink sink;
    transfer::ExportProgress progress;
    const transfer::ScanSettings scan{.segments = segments};
    const auto done = format == Format::Csv
                          ? transfer::export_to_csv(*database_, facts("from"), {}, scan, sink, progress)
                          : transfer::export_to_stream(*database_, facts("from"), format, transfer::Compression::None,
                                                       scan, sink, progress);
    EXPECT_TRUE(done) << done.error().message;
    EXPECT_EQ(progress.items, items_of("from").size());
    EXPECT_EQ(progress.text_bytes, sink.text.size());
    return sink.text;
  }

  std::unique_ptr<Refusing> database_;
  std::vector<std::string> faults_;
};

TEST_F(Tables, TypedFormatsCopyATable) {
  put(200);
  for (const Format format : {Format::DynamoDbJson, Format::Ion}) {
    const auto counts = import(exported(format), format);
    ASSERT_TRUE(counts) << counts.error().message;
    EXPECT_EQ(counts->written, 200u);
    EXPECT_EQ(items_of("into"), items_of("from"));
    EXPECT_THAT(faults_, IsEmpty());
  }
}

TEST_F(Tables, ACompressedStreamIsOneEvenWithoutItems) {
  for (const int count : {0, 50})
    for (const auto compression : {transfer::Compression::Gzip, transfer::Compression::Zstd}) {
      put(count);
      TextSink sink;
      transfer::ExportProgress progress;
      ASSERT_TRUE(transfer::export_to_stream(*database_, facts("from"), Format::Ion, compression, {}, sink, progress));
      EXPECT_NE(sink.text, "");
      TextSource source(sink.text);
      const auto text = transfer::inflate(source, "file");
      ASSERT_TRUE(text);
      const auto lines = transfer::read_all(**text, 1'000'000);
      ASSERT_TRUE(lines) << lines.error().message;
      EXPECT_EQ(std::ranges::count(*lines, '\n'), count);
    }
}

TEST_F(Tables, CsvHasTheColumnsOfAllItemsInEveryRow) {
  put(3);
  const std::string csv = exported(Format::Csv, 1);
  const std::string header = csv.substr(0, csv.find('\n'));
  EXPECT_TRUE(header.starts_with("pk,sk,")) << header;
  EXPECT_THAT(header, HasSubstr("even"));
  const auto counts = import(csv, Format::Csv);
  ASSERT_TRUE(counts) << counts.error().message;
  EXPECT_EQ(counts->written, 3u);
  const auto item = database_->get_item({.table_name = "into", .key = {{{"pk", "p1"}, {"sk", 1}}}});
  ASSERT_TRUE(item && item->item);
  EXPECT_EQ(item->item->get("unicode"), AttributeValue("Zürich 東京 \xf0\x9f\x98\x80"));
  EXPECT_EQ(item->item->get("yes"), AttributeValue("{\"BOOL\":true}"));
  EXPECT_EQ(item->item->get("even"), std::nullopt);
}

constexpr const char* kGood = "{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"}}}\n";

TEST_F(Tables, InvalidItemsAreSkippedWithTheirPlaces) {
  const auto counts = import(std::string(kGood) +
                             "{\"Item\":{\"pk\":{\"S\":\"a\"}}}\n"
                             "{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"}}}\n"
                             "{\"Item\":{\"pk\":{\"S\":\"\"},\"sk\":{\"N\":\"1\"}}}\n"
                             "{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"},\"x\":{\"S\":\"" +
                             std::string(400 * 1024, 'x') + "\"}}}\n{\"Keys\":{\"pk\":{\"S\":\"a\"}}}\n");
  ASSERT_TRUE(counts) << counts.error().message;
  EXPECT_EQ(counts->read, 6u);
  EXPECT_EQ(counts->written, 1u);
  EXPECT_EQ(counts->refused, 5u);
  EXPECT_THAT(faults_, ElementsAre("file:2: the item lacks the key attribute sk",
                                   "file:3: the key attribute sk must have the type N, and it has S",
                                   "file:4: the key attribute pk is empty",
                                   "file:5: Item size has exceeded the maximum allowed size",
                                   HasSubstr("file:6: the key does not have exactly")));
}

TEST_F(Tables, ItemsThatOnlyTheDatabaseRefusesAreFoundOneByOne) {
  database_->answer = [](BatchWriteItemRequest&, int) {
    return std::optional<Result<BatchWriteItemResponse>>(invalid("no"));
  };
  // The database takes the items of a refused batch one by one.
  const auto counts = import(std::string(kGood) + "{\"Item\":{\"pk\":{\"S\":\"b\"},\"sk\":{\"N\":\"1\"}}}\n");
  ASSERT_TRUE(counts) << counts.error().message;
  EXPECT_EQ(counts->written, 2u);
  EXPECT_EQ(items_of("into").size(), 2u);
}

TEST_F(Tables, UnprocessedItemsAreSentAgain) {
  database_->answer = [](BatchWriteItemRequest& request, int number) -> std::optional<Result<BatchWriteItemResponse>> {
    if (number == 1) return fail(ErrorCode::ThrottlingException, "slow down");
    if (number > 1) return std::nullopt;
    BatchWriteItemResponse response;
    response.unprocessed_items = *request.request_items;
    return response;
  };
  const auto counts = import(kGood);
  ASSERT_TRUE(counts) << counts.error().message;
  EXPECT_EQ(counts->written, 1u);
  EXPECT_EQ(database_->batches, 3);
  EXPECT_EQ(items_of("into").size(), 1u);
}

TEST_F(Tables, AnErrorOfTheDatabaseEndsTheImport) {
  database_->answer = [](BatchWriteItemRequest&, int) {
    return std::optional<Result<BatchWriteItemResponse>>(fail(ErrorCode::AccessDeniedException, "not allowed"));
  };
  std::string text;
  for (int i = 0; i < 1000; ++i)
    text += "{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"" + std::to_string(i) + "\"}}}\n";
  const auto counts = import(text);
  ASSERT_FALSE(counts);
  EXPECT_EQ(counts.error().message, "not allowed");
}

TEST_F(Tables, PatienceEnds) {
  database_->answer = [](BatchWriteItemRequest&, int) {
    return std::optional<Result<BatchWriteItemResponse>>(fail(ErrorCode::ThrottlingException, "slow down"));
  };
  const auto counts = import(kGood, Format::DynamoDbJson, std::chrono::milliseconds(0));
  ASSERT_FALSE(counts);
  EXPECT_EQ(counts.error().code, ErrorCode::ThrottlingException);
}

TEST_F(Tables, TheLaterOfTwoItemsWithOneKeyInABatchRemains) {
  const auto counts =
      import(std::string(kGood) + "{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1.0\"},\"v\":{\"N\":\"2\"}}}\n");
  ASSERT_TRUE(counts) << counts.error().message;
  EXPECT_EQ(counts->written, 2u);
  ASSERT_EQ(items_of("into").size(), 1u);
  EXPECT_EQ(items_of("into")[0].get("v"), AttributeValue(2));
}

TEST_F(Tables, AnIncrementalExportDeletesTheItemsThatAreGone) {
  ASSERT_TRUE(import(kGood));
  const auto counts = import("{\"Keys\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"}}}\n");
  ASSERT_TRUE(counts) << counts.error().message;
  EXPECT_EQ(counts->written, 1u);
  EXPECT_THAT(items_of("into"), IsEmpty());
}

TEST_F(Tables, AMissingTableIsTheDatabasesError) {
  EXPECT_EQ(transfer::describe(*database_, "none").error().code, ErrorCode::ResourceNotFoundException);
  transfer::ExportProgress progress;
  TextSink sink;
  const auto done = transfer::export_to_stream(*database_, {.name = "none"}, Format::Ion, transfer::Compression::Gzip,
                                               {}, sink, progress);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::ResourceNotFoundException);
}

}  // namespace tables_test
}  // namespace partita
