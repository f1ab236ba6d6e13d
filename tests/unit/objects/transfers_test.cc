// Exports, imports and bulk writes of a database in memory, through a directory: the bytes of the files, and random
// changes against maps.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include "client/embedded_database.h"
#include "objects/object_files.h"
#include "protocol/item_json.h"
#include "storage/memory/memory_store.h"
#include "support/temporary_directory.h"
#include "transfer/compression/compression.h"

namespace partita::objects {
namespace transfers_test {

namespace fs = std::filesystem;

using Items = std::map<std::string, std::string>;  // the value of `v` by key

constexpr std::int64_t kStartMs = 1'767'225'600'000;  // 2026-01-01T00:00:00Z
constexpr const char* kArn = "arn:aws:dynamodb:us-east-1:123456789012:table/items";

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

class StringSource : public transfer::Source {
 public:
  explicit StringSource(std::string text) : text_(std::move(text)) {}
  Result<std::size_t> read(char* to, std::size_t most) override {
    const std::size_t given = std::min(most, text_.size() - at_);
    text_.copy(to, given, at_);
    at_ += given;
    return given;
  }

 private:
  const std::string text_;
  std::size_t at_ = 0;
};

class StringSink : public transfer::Sink {
 public:
  Result<void> write(std::string_view bytes) override {
    text += bytes;
    return {};
  }
  Result<void> finish() override { return {}; }
  std::string text;
};

class TransfersTest : public testing::Test {
 protected:
  TransfersTest() {
    fs::create_directory(bucket());
    engine::EngineOptions options;
    options.clock = clock_;
    options.background_jobs = false;
    options.files = object_files(buckets_in(folder_.string()));
    database_ = client::EmbeddedDatabase::open(storage::make_memory_store(), std::move(options)).value();
    CreateTableRequest table{
        .table_name = "items",
        .attribute_definitions = {{{.attribute_name = "pk", .attribute_type = ScalarAttributeType::S}}},
        .key_schema = {{{.attribute_name = "pk", .key_type = KeyType::Hash}}},
        .billing_mode = BillingMode::PayPerRequest};
    EXPECT_TRUE(database_->create_table(table));
    UpdateContinuousBackupsRequest recovery{.table_name = "items"};
    recovery.point_in_time_recovery_specification.emplace().point_in_time_recovery_enabled = true;
    EXPECT_TRUE(database_->update_continuous_backups(recovery));
  }

  fs::path bucket() const { return fs::path(folder_.string()) / "bucket"; }
  void put(const std::string& key, const std::string& value) {
    ASSERT_TRUE(database_->put_item({.table_name = "items", .item = AttributeMap{{"pk", key}, {"v", value}}}));
    items_[key] = value;
  }
  void erase(const std::string& key) {
    ASSERT_TRUE(database_->delete_item({.table_name = "items", .key = AttributeMap{{"pk", key}}}));
    items_.erase(key);
  }
  double now_s() const { return static_cast<double>(clock_->now_ms()) / 1000; }
  void run_due() {
    engine::Context& context = database_->engine().context();
    const auto done = context.jobs.run_due(context);
    ASSERT_TRUE(done) << done.error().message;
  }
  ExportDescription exported(ExportTableToPointInTimeRequest request) {
    request.table_arn = kArn;
    request.s3_bucket = "bucket";
    auto begun = database_->export_table_to_point_in_time(request);
    EXPECT_TRUE(begun) << begun.error().message;
    if (!begun) return {};
    run_due();
    return *database_->describe_export({.export_arn = begun->export_description->export_arn})
                .value()
                .export_description;
  }
  // The lines of the files that the manifest names.
  std::vector<std::string> lines_of(const ExportDescription& description) {
    std::vector<std::string> lines;
    const fs::path manifest = (bucket() / description.export_manifest.value()).parent_path() / "manifest-files.json";
    std::istringstream files(text_of(manifest));
    for (std::string line; std::getline(files, line);) {
      const std::string member = "\"dataFileS3Key\":\"";
      const std::size_t at = line.find(member) + member.size();
      const std::string key = line.substr(at, line.find('"', at) - at);
      StringSource compressed(text_of(bucket() / key));
      const auto inflated = transfer::inflate(transfer::Compression::Gzip, compressed, key);
      std::istringstream text(transfer::read_all(*inflated, 1 << 30).value());
      for (std::string one; std::getline(text, one);) lines.push_back(one);
    }
    return lines;
  }

  const test::TemporaryDirectory folder_;
  const std::shared_ptr<base::ManualClock> clock_ = std::make_shared<base::ManualClock>(kStartMs);
  std::unique_ptr<client::EmbeddedDatabase> database_;
  Items items_;
};

TEST_F(TransfersTest, the_summary_and_the_lines_have_the_bytes_of_the_service) {
  put("a", "1");
  clock_->advance_ms(5'000);
  const ExportDescription description = exported({.s3_prefix = "some/"});
  ASSERT_EQ(description.export_status, ExportStatus::Completed) << description.failure_message.value_or("");
  const std::string id = description.export_arn->substr(description.export_arn->rfind('/') + 1);
  EXPECT_EQ(description.export_manifest, "some/AWSDynamoDB/" + id + "/manifest-summary.json");
  EXPECT_EQ(lines_of(description), std::vector<std::string>{R"({"Item":{"pk":{"S":"a"},"v":{"S":"1"}}})"});
  std::string summary = text_of(bucket() / *description.export_manifest);
  const std::size_t end = summary.find("\"endTime\":\"") + 11;
  summary.replace(end, 24, "END");
  EXPECT_EQ(summary,
            "{\"version\":\"2020-06-30\",\"exportArn\":\"" + *description.export_arn +
                "\",\"startTime\":\"2026-01-01T00:00:05.000Z\",\"endTime\":\"END\",\"tableArn\":\"" + kArn +
                "\",\"tableId\":\"" + *description.table_id +
                "\",\"exportTime\":\"2026-01-01T00:00:05.000Z\",\"s3Bucket\":\"bucket\",\"s3Prefix\":\"some/\","
                "\"s3SseAlgorithm\":\"AES256\",\"s3SseKmsKeyId\":null,\"manifestFilesS3Key\":\"some/AWSDynamoDB/" +
                id +
                "/manifest-files.json\",\"billedSizeBytes\":5,\"itemCount\":1,\"outputFormat\":\"DYNAMODB_JSON\"}");
}

TEST_F(TransfersTest, an_export_of_a_past_moment_has_its_items_and_no_leftovers) {
  std::mt19937 random(7);
  std::map<std::int64_t, Items> at;
  for (int step = 0; step < 40; ++step) {
    for (int change = 0; change < 5; ++change) {
      const std::string key = "k" + std::to_string(random() % 20);
      if (random() % 3 == 0)
        erase(key);
      else
        put(key, std::to_string(random() % 1000));
    }
    clock_->advance_ms(3'600'000);
    at[clock_->now_ms()] = items_;
  }
  for (const std::int64_t ms : {at.begin()->first, std::next(at.begin(), 30)->first, at.rbegin()->first}) {
    const auto begun = database_->export_table_to_point_in_time(
        {.table_arn = kArn, .export_time = static_cast<double>(ms) / 1000, .s3_bucket = "bucket"});
    ASSERT_TRUE(begun) << begun.error().message;
    const std::string arn = *begun->export_description->export_arn;
    // An attempt that was cut short left a file.
    const fs::path data = bucket() / "AWSDynamoDB" / arn.substr(arn.rfind('/') + 1) / "data";
    fs::create_directories(data);
    std::ofstream(data / "leftover.json.gz") << "half a file";
    run_due();
    const auto described = database_->describe_export({.export_arn = arn}).value().export_description;
    ASSERT_EQ(described->export_status, ExportStatus::Completed) << described->failure_message.value_or("");
    EXPECT_FALSE(fs::exists(data / "leftover.json.gz"));
    Items read;
    for (const std::string& line : lines_of(*described)) {
      const AttributeMap item = *protocol::read_item_line(line).value().item;
      read[item.find("pk")->s()] = item.find("v")->s();
    }
    EXPECT_EQ(read, at[ms]);
  }
}

TEST_F(TransfersTest, an_incremental_export_has_the_final_state_of_each_item_that_changed) {
  std::mt19937 random(11);
  struct Touched {
    std::int64_t ms;
    std::string key;
  };
  std::vector<Touched> touched;
  std::map<std::int64_t, Items> at;
  for (int step = 0; step < 120; ++step) {
    at[clock_->now_ms()] = items_;
    clock_->advance_ms(1);
    for (int change = 0; change < 4; ++change) {
      const std::string key = "k" + std::to_string(random() % 30);
      const bool is_there = items_.contains(key);
      if (random() % 3 == 0) {
        erase(key);
        if (is_there) touched.push_back({clock_->now_ms(), key});
      } else {
        put(key, std::to_string(touched.size()));
        touched.push_back({clock_->now_ms(), key});
      }
    }
    clock_->advance_ms(30 * 60'000 - 1);
  }
  // The spans cross midnight, and end before the last changes.
  for (const auto& [first, last] : {std::pair{10, 11}, {40, 60}, {60, 100}, {90, 119}}) {
    const std::int64_t from = std::next(at.begin(), first)->first, to = std::next(at.begin(), last)->first;
    for (const ExportViewType view : {ExportViewType::NewAndOldImages, ExportViewType::NewImage}) {
      IncrementalExportSpecification span{.export_from_time = static_cast<double>(from) / 1000,
                                          .export_to_time = static_cast<double>(to) / 1000,
                                          .export_view_type = view};
      const ExportDescription description =
          exported({.export_type = ExportType::IncrementalExport, .incremental_export_specification = span});
      ASSERT_EQ(description.export_status, ExportStatus::Completed) << description.failure_message.value_or("");
      std::map<std::string, std::string> expected, read;
      for (const Touched& one : touched) {
        if (one.ms < from || one.ms >= to) continue;
        const auto image = [&](std::int64_t ms) {
          const auto found = at[ms].find(one.key);
          return found == at[ms].end() ? std::string("-") : found->second;
        };
        if (image(from) == "-" && image(to) == "-") continue;
        const std::string old = view == ExportViewType::NewAndOldImages ? image(from) : "-";
        expected[one.key] = std::to_string(one.ms * 1000) + " " + old + " " + image(to);
      }
      for (const std::string& line : lines_of(description)) {
        const protocol::ItemLine parts = protocol::read_item_line(line).value();
        const auto image = [](const std::optional<AttributeMap>& item) { return item ? item->find("v")->s() : "-"; };
        const std::string member = "{\"Metadata\":{\"WriteTimestampMicros\":{\"N\":\"";
        ASSERT_TRUE(line.starts_with(member)) << line;
        const std::string time = line.substr(member.size(), line.find('"', member.size()) - member.size());
        read[parts.keys->find("pk")->s()] = time + " " + image(parts.old_image) + " " + image(parts.new_image);
      }
      EXPECT_EQ(read, expected) << first << " to " << last;
      EXPECT_EQ(description.item_count, static_cast<std::int64_t>(expected.size()));
      EXPECT_FALSE(expected.empty());
    }
  }
}

TEST_F(TransfersTest, an_export_goes_on_although_its_table_and_recovery_are_gone) {
  put("a", "1");
  clock_->advance_ms(60'000);
  const auto begun = database_->export_table_to_point_in_time({.table_arn = kArn, .s3_bucket = "bucket"});
  ASSERT_TRUE(begun) << begun.error().message;
  erase("a");
  ASSERT_TRUE(database_->delete_table({.table_name = "items"}));
  const auto backups = database_->list_backups({.backup_type = BackupTypeFilter::All});
  ASSERT_TRUE(backups) << backups.error().message;
  ASSERT_FALSE(backups->backup_summaries.empty());
  for (const BackupSummary& backup : backups->backup_summaries)
    EXPECT_FALSE(database_->delete_backup({.backup_arn = backup.backup_arn}));
  run_due();
  const auto described =
      database_->describe_export({.export_arn = begun->export_description->export_arn}).value().export_description;
  EXPECT_EQ(described->item_count, 1);
  EXPECT_EQ(lines_of(*described).size(), 1u);
}

TEST_F(TransfersTest, a_filter_chooses_items_and_attributes) {
  for (const char* key : {"a", "b", "c"}) put(key, key);
  clock_->advance_ms(1'000);
  FilterSpecification filter{.filter_expression = "v <> :b",
                             .projection_expression = "pk",
                             .expression_attribute_values = AttributeMap{{":b", "b"}}};
  std::vector<std::string> lines = lines_of(exported({.filter_specification = filter}));
  std::ranges::sort(lines);
  EXPECT_EQ(lines, (std::vector<std::string>{R"({"Item":{"pk":{"S":"a"}}})", R"({"Item":{"pk":{"S":"c"}}})"}));
  FilterSpecification by_key{.key_condition_expression = "pk = :b",
                             .expression_attribute_values = AttributeMap{{":b", "b"}}};
  EXPECT_EQ(lines_of(exported({.export_format = ExportFormat::Ion, .filter_specification = by_key})),
            std::vector<std::string>{R"($ion_1_0 {Item:{pk:"b",v:"b"}})"});
}

TEST_F(TransfersTest, compressed_objects_are_imported) {
  for (const auto& [type, compression] : {std::pair{InputCompressionType::Gzip, transfer::Compression::Gzip},
                                          {InputCompressionType::Zstd, transfer::Compression::Zstd}}) {
    const std::string name = "from" + std::string(to_text(type));
    StringSink sink;
    const auto stream = transfer::compress(compression, sink);
    ASSERT_TRUE(stream->write("$ion_1_0 {Item:{pk:\"a\",n:1.}}\n"));
    ASSERT_TRUE(stream->finish());
    std::ofstream(bucket() / name) << sink.text;
    TableCreationParameters table;
    table.table_name = name;
    table.attribute_definitions = {{{.attribute_name = "pk", .attribute_type = ScalarAttributeType::S}}};
    table.key_schema = {{{.attribute_name = "pk", .key_type = KeyType::Hash}}};
    table.billing_mode = BillingMode::PayPerRequest;
    const auto begun =
        database_->import_table({.s3_bucket_source = S3BucketSource{.s3_bucket = "bucket", .s3_key_prefix = name},
                                 .input_format = InputFormat::Ion,
                                 .input_compression_type = type,
                                 .table_creation_parameters = table});
    ASSERT_TRUE(begun) << begun.error().message;
    run_due();
    const auto described =
        database_->describe_import({.import_arn = begun->import_table_description->import_arn}).value();
    EXPECT_EQ(described.import_table_description->import_status, ImportStatus::Completed);
    EXPECT_EQ(database_->scan({.table_name = name}).value().count, 1);
  }
}

}  // namespace transfers_test
}  // namespace partita::objects
