// The layout of exports: names, manifests byte by byte, and the way back.
#include <gmock/gmock.h>

#include "base/base64.h"
#include "support/temporary_directory.h"
#include "transfer/bytes/md5.h"
#include "transfer/exports/export_id.h"
#include "transfer/exports/export_reader.h"
#include "transfer/exports/export_writer.h"
#include "transfer/places/directory.h"
#include "transfer_support.h"

namespace partita {
namespace exports_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using transfer::ExportSummary;

constexpr std::int64_t kMoment = 1'604'474'914'028;  // 2020-11-04T07:28:34.028Z
constexpr const char* kArn = "arn:aws:dynamodb:us-east-1:123456789012:table/ProductCatalog";

ExportSummary full_summary() {
  return {.export_arn = std::string(kArn) + "/export/01604474914028-a1b2c3d4",
          .start_ms = kMoment,
          .end_ms = kMoment + 309'869,
          .table_arn = kArn,
          .table_id = "12345a12-abcd-123a-ab12-1234abc12345",
          .export_ms = kMoment,
          .bucket = "ddb-productcatalog-export",
          .prefix = "2020-Nov",
          .manifest_files_key = "2020-Nov/AWSDynamoDB/01604474914028-a1b2c3d4/manifest-files.json",
          .item_count = 8};
}

TEST(Exports, TheSummaryHasTheMembersOfTheServiceInItsOrder) {
  EXPECT_EQ(
      transfer::summary_json(full_summary()),
      R"({"version":"2020-06-30",)"
      R"("exportArn":"arn:aws:dynamodb:us-east-1:123456789012:table/ProductCatalog/export/01604474914028-a1b2c3d4",)"
      R"("startTime":"2020-11-04T07:28:34.028Z","endTime":"2020-11-04T07:33:43.897Z",)"
      R"("tableArn":"arn:aws:dynamodb:us-east-1:123456789012:table/ProductCatalog",)"
      R"("tableId":"12345a12-abcd-123a-ab12-1234abc12345","exportTime":"2020-11-04T07:28:34.028Z",)"
      R"("s3Bucket":"ddb-productcatalog-export","s3Prefix":"2020-Nov","s3SseAlgorithm":"AES256","s3SseKmsKeyId":null,)"
      R"("manifestFilesS3Key":"2020-Nov/AWSDynamoDB/01604474914028-a1b2c3d4/manifest-files.json",)"
      R"("billedSizeBytes":0,"itemCount":8,"outputFormat":"DYNAMODB_JSON"})");
}

TEST(Exports, TheSummaryOfAnIncrementalExportHasItsSpan) {
  ExportSummary summary = full_summary();
  summary.changes = {.from_ms = kMoment, .to_ms = kMoment + 900'000, .view = transfer::ExportView::NewImage};
  summary.format = transfer::Format::Ion;
  const std::string json = transfer::summary_json(summary);
  EXPECT_THAT(json, HasSubstr(R"({"version":"2023-08-01")"));
  EXPECT_THAT(json,
              HasSubstr(R"(,"exportFromTime":"2020-11-04T07:28:34.028Z","exportToTime":"2020-11-04T07:43:34.028Z",)"));
  EXPECT_THAT(json, HasSubstr(R"("outputFormat":"ION","outputView":"NEW_IMAGE","exportType":"INCREMENTAL_EXPORT"})"));
  EXPECT_EQ(json.find("exportTime"), json.npos);
}

TEST(Exports, ReadsTheSummaryBack) {
  ExportSummary incremental = full_summary();
  incremental.changes = {.from_ms = kMoment, .to_ms = kMoment + 900'000};
  incremental.prefix = {};
  for (const ExportSummary& summary : {full_summary(), incremental}) {
    const auto read = transfer::read_summary(transfer::summary_json(summary));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(transfer::summary_json(*read), transfer::summary_json(summary));
  }
  EXPECT_FALSE(transfer::read_summary("{}"));
  EXPECT_FALSE(transfer::read_summary("nonsense"));
}

TEST(Exports, TheLineOfADataFileIsThatOfTheService) {
  const std::string line =
      R"({"itemCount":8,"md5Checksum":"sQMSpEILNgoQmarvDFonGQ==","etag":"af83d6f217c19b8b0fff8023d8ca4716-1",)"
      R"("dataFileS3Key":"AWSDynamoDB/01693685827463-2d8752fd/data/asdl123dasas.json.gz"})";
  const auto file = transfer::read_data_file_line(line);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(transfer::data_file_line(*file), line);
  EXPECT_FALSE(transfer::read_data_file_line("{}"));
}

TEST(Exports, NamesHaveTheFormsOfTheService) {
  EXPECT_THAT(transfer::make_export_id(1'621'587'695'378), MatchesRegex("01621587695378-[0-9a-f]{8}"));
  EXPECT_THAT(transfer::make_data_file_name(), MatchesRegex("[a-z2-7]{26}"));
  EXPECT_EQ(transfer::time_text(kMoment), "2020-11-04T07:28:34.028Z");
}

class ExportLayout : public ::testing::Test {
 protected:
  // Writes an export of two files with three items, and returns the key of its folder.
  std::string write(const std::string& prefix = "", std::optional<ExportSummary::Changes> changes = {}) {
    transfer::ExportFacts facts{.table_arn = kArn, .table_id = "id", .export_ms = kMoment, .changes = changes};
    if (!prefix.empty()) facts.prefix = prefix;
    auto writer = transfer::ExportWriter::begin(*place_, facts, clock_);
    EXPECT_TRUE(writer);
    for (const auto& [lines, items] : {std::pair{"{\"Item\":{\"a\":{\"S\":\"1\"}}}\n", 1},
                                       {"{\"Item\":{\"a\":{\"S\":\"2\"}}}\n{\"Item\":{\"a\":{\"S\":\"3\"}}}\n", 2}}) {
      auto file = (*writer)->add_file();
      EXPECT_TRUE(file);
      EXPECT_TRUE((*file)->write(lines, static_cast<std::uint64_t>(items), 100));
      EXPECT_TRUE((*file)->finish());
    }
    const auto summary = (*writer)->finish();
    EXPECT_TRUE(summary);
    EXPECT_EQ(summary->item_count, 3u);
    EXPECT_EQ(summary->billed_size_bytes, 200u);
    return (*writer)->folder();
  }
  std::vector<std::string> keys() {
    std::vector<std::string> out;
    EXPECT_TRUE(place_->list("", [&](const transfer::ObjectFacts& object) -> Result<void> {
      out.push_back(object.key);
      return {};
    }));
    return out;
  }
  // All lines of the files.
  std::string text_of(const transfer::FoundFiles& found) {
    std::string out;
    for (const transfer::FoundFile& file : found.files) {
      const auto bytes = place_->get(file.key);
      EXPECT_TRUE(bytes);
      auto text = transfer::inflate(**bytes, file.key);
      EXPECT_TRUE(text);
      out += transfer::read_all(**text, 1'000'000).value();
    }
    return out;
  }

  const test::TemporaryDirectory directory_;
  const std::unique_ptr<transfer::Place> place_ = transfer::directory_place(directory_.string());
  base::ManualClock clock_{kMoment};
};

TEST_F(ExportLayout, HasTheFilesOfTheService) {
  const std::string folder = write("a/prefix");
  EXPECT_THAT(folder, MatchesRegex("a/prefix/AWSDynamoDB/01604474914028-[0-9a-f]{8}/"));
  const std::string data = folder + "data/[a-z2-7]{26}.json.gz";
  EXPECT_THAT(keys(), ElementsAre(folder + "_started", MatchesRegex(data), MatchesRegex(data),
                                  folder + "manifest-files.json", folder + "manifest-files.md5",
                                  folder + "manifest-summary.json", folder + "manifest-summary.md5"));
  EXPECT_EQ(
      transfer::get_text(*place_, folder + "manifest-summary.md5", 100).value(),
      base::to_base64(transfer::md5(transfer::get_text(*place_, folder + "manifest-summary.json", 10'000).value())));
}

TEST_F(ExportLayout, IsFoundFromAboveFromItsFolderAndFromItsData) {
  const std::string folder = write();
  for (const std::string& prefix : {std::string(), std::string("AWSDynamoDB/"), folder}) {
    const auto found = transfer::find_files(*place_, prefix);
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_TRUE(found->summary);
    ASSERT_EQ(found->files.size(), 2u);
    for (const transfer::FoundFile& file : found->files) EXPECT_TRUE(transfer::verify_file(*place_, file));
    EXPECT_EQ(std::ranges::count(text_of(*found), '\n'), 3);
  }
  const auto data = transfer::find_files(*place_, folder + "data/");
  ASSERT_TRUE(data);
  EXPECT_FALSE(data->summary);
  EXPECT_EQ(data->files.size(), 2u);
}

TEST_F(ExportLayout, ACopyOfOneFolderIsFoundToo) {
  const std::string folder = write("p");
  const auto copy = transfer::directory_place(directory_ / folder);
  const auto found = transfer::find_files(*copy, "");
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_TRUE(found->files[0].key.starts_with("data/"));
}

TEST_F(ExportLayout, AnIncrementalExportSharesItsDataFolder) {
  const ExportSummary::Changes changes{.from_ms = kMoment, .to_ms = kMoment + 900'000};
  const std::string first = write("p", changes);
  clock_.advance_ms(1);
  const std::string second = write("p", changes);
  const auto found = transfer::find_files(*place_, second);
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found->files.size(), 2u);
  EXPECT_TRUE(found->files[0].key.starts_with("p/AWSDynamoDB/data/"));
  const auto both = transfer::find_files(*place_, "p/");
  ASSERT_FALSE(both);
  EXPECT_THAT(both.error().message, HasSubstr("2 exports are below"));
}

TEST_F(ExportLayout, DamageIsFoundByTheChecksums) {
  const std::string folder = write();
  const auto found = transfer::find_files(*place_, "");
  ASSERT_TRUE(found);
  ASSERT_TRUE(transfer::put_text(*place_, found->files[0].key, "other"));
  const auto damaged = transfer::verify_file(*place_, found->files[0]);
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().code, ErrorCode::Corruption);
  ASSERT_TRUE(place_->remove(found->files[0].key));
  EXPECT_THAT(transfer::find_files(*place_, "").error().message, HasSubstr("is missing"));

  // The developer guide names the checksums .checksum.
  ASSERT_TRUE(place_->remove(folder + "manifest-files.md5"));
  ASSERT_TRUE(transfer::put_text(*place_, folder + "manifest-files.checksum", "AAAA"));
  EXPECT_THAT(transfer::find_files(*place_, "").error().message,
              HasSubstr("manifest-files.json: the bytes have another MD5"));
}

TEST_F(ExportLayout, WithoutASummaryTheExportIsNotComplete) {
  ASSERT_TRUE(transfer::ExportWriter::begin(*place_, {.table_arn = kArn}, clock_));
  EXPECT_FALSE(transfer::find_files(*place_, ""));
}

// A crash may come behind each step of the second attempt.
TEST_F(ExportLayout, AnotherAttemptTakesTheSummaryAwayFirst) {
  const std::string folder = write();
  const std::string id = folder.substr(folder.find('/') + 1, folder.size() - folder.find('/') - 2);
  class Watched : public transfer::Place {
   public:
    explicit Watched(transfer::Place& below) : below_(below) {}
    std::vector<std::string> removed;
    std::string name_of(const std::string& key) const override { return below_.name_of(key); }
    Result<std::unique_ptr<transfer::ObjectSink>> put(const std::string& key) override { return below_.put(key); }
    Result<bool> put_new(const std::string& key, std::string_view bytes) override { return below_.put_new(key, bytes); }
    Result<std::unique_ptr<transfer::Source>> get(const std::string& key) override { return below_.get(key); }
    Result<std::uint64_t> size_of(const std::string& key) override { return below_.size_of(key); }
    Result<void> list(const std::string& prefix, const Each& each) override { return below_.list(prefix, each); }
    Result<void> list_folders(const std::string& prefix, const EachFolder& each) override {
      return below_.list_folders(prefix, each);
    }
    Result<void> remove(const std::string& key) override {
      removed.push_back(key);
      return below_.remove(key);
    }

   private:
    transfer::Place& below_;
  } watched(*place_);
  const auto writer = transfer::ExportWriter::begin(
      watched, {.table_arn = kArn, .table_id = "id", .export_ms = kMoment, .id = id, .start_ms = kMoment}, clock_);
  ASSERT_TRUE(writer);
  ASSERT_EQ(watched.removed.size(), 7u);
  EXPECT_EQ(watched.removed.front(), folder + "manifest-summary.json");
  std::vector<std::string> left;
  ASSERT_TRUE(place_->list("", [&](const transfer::ObjectFacts& object) -> Result<void> {
    left.push_back(object.key);
    return {};
  }));
  EXPECT_THAT(left, ElementsAre(folder + "_started"));
}

TEST_F(ExportLayout, WithoutItsDataFilesItGetsNoSummary) {
  auto writer = transfer::ExportWriter::begin(*place_, {.table_arn = kArn, .export_ms = kMoment}, clock_);
  ASSERT_TRUE(writer);
  {
    auto file = (*writer)->add_file();
    ASSERT_TRUE(file);
    ASSERT_TRUE((*file)->write("{}\n", 1, 100));
    ASSERT_TRUE((*file)->finish());
  }
  std::string data;
  ASSERT_TRUE(place_->list((*writer)->folder() + "data/", [&](const transfer::ObjectFacts& object) -> Result<void> {
    data = object.key;
    return {};
  }));
  const std::string whole = transfer::get_text(*place_, data, 1000).value();
  ASSERT_TRUE(transfer::put_text(*place_, data, "half"));
  EXPECT_THAT((*writer)->finish().error().message, HasSubstr("and the store has 4 of them"));
  ASSERT_TRUE(place_->remove(data));
  EXPECT_THAT((*writer)->finish().error().message, HasSubstr("and the store has 0 of them"));
  EXPECT_FALSE(place_->size_of((*writer)->folder() + "manifest-summary.json"));
  ASSERT_TRUE(transfer::put_text(*place_, data, whole));
  EXPECT_TRUE((*writer)->finish());
}

TEST_F(ExportLayout, AnExportThatHasNotEndedIsNotASource) {
  const std::string folder = write();
  ASSERT_TRUE(place_->remove(folder + "manifest-summary.json"));
  for (const std::string& prefix : {folder, std::string()}) {
    const auto found = transfer::find_files(*place_, prefix);
    ASSERT_FALSE(found) << prefix;
    EXPECT_THAT(found.error().message, HasSubstr("has not ended, because it has no manifest-summary.json")) << prefix;
  }
  EXPECT_EQ(transfer::find_files(*place_, folder + "data/").value().files.size(), 2u);
}

}  // namespace exports_test
}  // namespace partita
