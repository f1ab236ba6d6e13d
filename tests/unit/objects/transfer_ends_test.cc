// How imports and bulk writes end: by requests, by a table that is gone, and by stores that fail.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "client/embedded_database.h"
#include "objects/object_files.h"
#include "storage/memory/memory_store.h"
#include "storage/open_store.h"
#include "support/temporary_directory.h"
#include "support/watched_store.h"

namespace partita::objects {
namespace transfer_ends_test {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// Files of a directory whose objects a test makes unreachable.
class FilesThatFail final : public engine::TransferFiles {
 public:
  explicit FilesThatFail(std::shared_ptr<engine::TransferFiles> below) : below_(std::move(below)) {}

  std::atomic<bool> lists_hang{false};  // until they are stopped
  std::atomic<bool> objects_fail{false};
  std::atomic<bool> refuses{false};
  std::atomic<int> lists{0};

  Result<std::unique_ptr<engine::ExportFiles>> begin_export(const engine::ExportOrder& order) override {
    return below_->begin_export(order);
  }
  Result<std::unique_ptr<engine::InputFiles>> open_input(const engine::InputOrder& order) override {
    auto below = below_->open_input(order);
    if (!below) return below;
    return std::make_unique<Input>(*this, std::move(*below), order.stops);
  }
  Result<bool> has_bucket(const std::string& bucket, const std::string& prefix, const engine::Stops& stops) override {
    return below_->has_bucket(bucket, prefix, stops);
  }
  Result<void> write_report(const std::string& bucket, const std::string& key,
                            const std::vector<engine::ReportedRecord>& records, const engine::Stops& stops) override {
    return below_->write_report(bucket, key, records, stops);
  }

 private:
  class Input final : public engine::InputFiles {
   public:
    Input(FilesThatFail& owner, std::unique_ptr<engine::InputFiles> below, engine::Stops stops)
        : owner_(owner), below_(std::move(below)), stops_(std::move(stops)) {}
    Result<std::vector<engine::InputObject>> list() override {
      ++owner_.lists;
      while (owner_.lists_hang && !stops_()) std::this_thread::yield();
      if (owner_.lists_hang) return fail(ErrorCode::ServiceUnavailable, "the work was ended");
      return below_->list();
    }
    Result<std::unique_ptr<engine::InputRecords>> open(const std::string& key) override {
      if (owner_.refuses) return fail(ErrorCode::AccessDeniedException, "not for you");
      if (owner_.objects_fail) return fail(ErrorCode::ServiceUnavailable, "no answer");
      return below_->open(key);
    }

   private:
    FilesThatFail& owner_;
    const std::unique_ptr<engine::InputFiles> below_;
    const engine::Stops stops_;
  };

  const std::shared_ptr<engine::TransferFiles> below_;
};

class TransferEnds : public testing::Test {
 protected:
  enum class Jobs { InTheBackground, WhenRun };
  enum class Files { There, Missing };

  TransferEnds() { fs::create_directories(bucket()); }
  ~TransferEnds() override { files_->lists_hang = false; }

  fs::path bucket() const { return fs::path(folder_.string()) / "buckets" / "bucket"; }
  void write_object(const std::string& key, int items, int bytes) {
    fs::create_directories((bucket() / key).parent_path());
    std::ofstream object(bucket() / key);
    for (int i = 0; i < items; ++i)
      object << R"({"Item":{"pk":{"S":"k)" << i << R"("},"v":{"S":")"
             << std::string(static_cast<std::size_t>(bytes), 'v') << "\"}}}\n";
  }
  // Opens the database on the disk of the test, or on a new one in memory.
  void open(Jobs jobs, Files files = Files::There, std::chrono::milliseconds table_delay = {}) {
    database_.reset();
    engine::EngineOptions options;
    options.clock = clock_;
    options.table_delay = table_delay;
    options.background_jobs = jobs == Jobs::InTheBackground;
    if (files == Files::There) options.files = files_;
    auto store = std::make_unique<test::WatchedStore>(storage::open_store(folder_ / "data", {}).value(), watch_);
    auto opened = client::EmbeddedDatabase::open(std::move(store), std::move(options));
    ASSERT_TRUE(opened) << opened.error().message;
    database_ = std::move(*opened);
  }
  void run_due() {
    engine::Context& context = database_->engine().context();
    const auto done = context.jobs.run_due(context);
    ASSERT_TRUE(done) << done.error().message;
  }
  static bool soon(const std::function<bool()>& holds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!holds() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    return holds();
  }

  void create_table(const std::string& name) {
    ASSERT_TRUE(database_->create_table(
        {.table_name = name,
         .attribute_definitions = {{{.attribute_name = "pk", .attribute_type = ScalarAttributeType::S}}},
         .key_schema = {{{.attribute_name = "pk", .key_type = KeyType::Hash}}},
         .billing_mode = BillingMode::PayPerRequest}));
  }
  bool has_table(const std::string& name) { return database_->has_table(name); }

  std::string begin_import(const std::string& table, const std::string& prefix) {
    TableCreationParameters parameters;
    parameters.table_name = table;
    parameters.attribute_definitions = {{{.attribute_name = "pk", .attribute_type = ScalarAttributeType::S}}};
    parameters.key_schema = {{{.attribute_name = "pk", .key_type = KeyType::Hash}}};
    parameters.billing_mode = BillingMode::PayPerRequest;
    const auto begun =
        database_->import_table({.s3_bucket_source = S3BucketSource{.s3_bucket = "bucket", .s3_key_prefix = prefix},
                                 .input_format = InputFormat::DynamodbJson,
                                 .table_creation_parameters = parameters});
    EXPECT_TRUE(begun) << begun.error().message;
    return begun ? *begun->import_table_description->import_arn : "";
  }
  ImportTableDescription import(const std::string& arn) {
    return *database_->describe_import({.import_arn = arn}).value().import_table_description;
  }

  std::string begin_bulk(const std::string& table, const std::string& prefix, const std::string& reports = "bucket") {
    StartBulkPutItemsRequest request;
    request.table_name = table;
    request.input_s3_configuration.emplace();
    request.input_s3_configuration->s3_bucket = "bucket";
    request.input_s3_configuration->s3_key_prefix = prefix;
    request.input_s3_configuration->input_format = BulkOperationInputFormat::DynamodbJson;
    request.output_s3_configuration.emplace();
    request.output_s3_configuration->s3_bucket = reports;
    request.output_s3_configuration->output_type = {{"ERROR"}};
    const auto begun = database_->start_bulk_put_items(request);
    EXPECT_TRUE(begun) << begun.error().message;
    return begun ? *begun->bulk_operation_description->bulk_operation_arn : "";
  }
  BulkOperationDescription bulk(const std::string& arn) {
    return *database_->describe_bulk_operation({.bulk_operation_arn = arn}).value().bulk_operation_description;
  }

  const test::TemporaryDirectory folder_;
  const std::shared_ptr<base::ManualClock> clock_ = std::make_shared<base::ManualClock>(1'767'225'600'000);
  const std::shared_ptr<test::WatchedStore::Watch> watch_ = std::make_shared<test::WatchedStore::Watch>();
  const std::shared_ptr<FilesThatFail> files_ =
      std::make_shared<FilesThatFail>(object_files(buckets_in((fs::path(folder_.string()) / "buckets").string())));
  std::unique_ptr<client::EmbeddedDatabase> database_;
};

// ---- a disk without room

TEST_F(TransferEnds, an_import_that_finds_no_room_waits_for_some) {
  open(Jobs::InTheBackground);
  write_object("in", 50, 10'000);
  watch_->largest_write = 100'000;
  const std::string arn = begin_import("items", "in");
  const std::uint64_t before = watch_->write_calls;
  ASSERT_TRUE(soon([&] { return watch_->write_calls > before + 2; }));
  EXPECT_EQ(import(arn).import_status, ImportStatus::InProgress);
  watch_->largest_write = SIZE_MAX;
  ASSERT_TRUE(soon([&] { return import(arn).import_status == ImportStatus::Completed; }));
  EXPECT_EQ(import(arn).imported_item_count, 50);
  EXPECT_EQ(database_->scan({.table_name = "items"}).value().count, 50);
}

TEST_F(TransferEnds, an_import_that_never_finds_room_ends_and_leaves_no_table) {
  open(Jobs::InTheBackground);
  write_object("in", 50, 10'000);
  watch_->largest_write = 100'000;
  const std::string arn = begin_import("items", "in");
  const std::uint64_t before = watch_->write_calls;
  ASSERT_TRUE(soon([&] { return watch_->write_calls > before; }));
  // The job notes the time of its first failure before it tries again.
  ASSERT_TRUE(soon([&] { return files_->lists > 1; }));
  clock_->advance_ms(11 * 60'000);
  ASSERT_TRUE(soon([&] { return import(arn).import_status == ImportStatus::Failed; }));
  EXPECT_EQ(import(arn).failure_code, "InternalError");
  EXPECT_FALSE(has_table("items"));
}

// ---- the table of an import

TEST_F(TransferEnds, the_table_of_an_import_without_an_S3_can_be_deleted) {
  open(Jobs::WhenRun);
  write_object("in", 3, 10);
  const std::string arn = begin_import("items", "in");
  EXPECT_EQ(database_->delete_table({.table_name = "items"}).error().code, ErrorCode::ResourceInUseException);
  open(Jobs::WhenRun, Files::Missing);
  run_due();
  EXPECT_EQ(import(arn).import_status, ImportStatus::InProgress);
  const auto deleted = database_->delete_table({.table_name = "items"});
  ASSERT_TRUE(deleted) << deleted.error().message;
  run_due();
  EXPECT_FALSE(has_table("items"));
  EXPECT_EQ(import(arn).import_status, ImportStatus::Failed);
  EXPECT_EQ(import(arn).failure_code, "TableNotFound");
}

TEST_F(TransferEnds, an_import_does_not_go_on_in_a_table_that_is_being_deleted) {
  open(Jobs::WhenRun);
  write_object("in", 3, 10);
  const std::string arn = begin_import("items", "in");
  open(Jobs::WhenRun, Files::Missing, std::chrono::minutes(1));
  ASSERT_TRUE(database_->delete_table({.table_name = "items"}));
  open(Jobs::WhenRun, Files::There, std::chrono::minutes(1));
  run_due();
  EXPECT_EQ(database_->describe_table({.table_name = "items"}).value().table.table_status, TableStatus::Deleting);
  EXPECT_EQ(import(arn).import_status, ImportStatus::Failed);
  clock_->advance_ms(61'000);
  run_due();
  EXPECT_FALSE(has_table("items"));
}

// A crash came between the last two changes of the import, and then its table was deleted.
TEST_F(TransferEnds, the_last_step_of_an_import_does_not_revive_a_table_that_is_being_deleted) {
  open(Jobs::WhenRun, Files::There, std::chrono::minutes(1));
  write_object("in", 3, 10);
  const std::string arn = begin_import("items", "in");
  run_due();
  clock_->advance_ms(61'000);
  run_due();
  ASSERT_EQ(import(arn).import_status, ImportStatus::Completed);
  ASSERT_TRUE(database_->delete_table({.table_name = "items"}));
  catalog::Catalog& catalog = database_->engine().context().catalog;
  ASSERT_TRUE(catalog.update_transfer(catalog.transfers().front()->id, [](catalog::TransferInfo& now) -> Result<void> {
    now.status = BulkOperationStatus::InProgress;
    now.ended_ms = 0;
    return {};
  }));
  run_due();
  EXPECT_EQ(database_->describe_table({.table_name = "items"}).value().table.table_status, TableStatus::Deleting);
  EXPECT_EQ(import(arn).import_status, ImportStatus::Completed);
}

TEST_F(TransferEnds, an_import_whose_objects_cannot_be_read_leaves_no_table) {
  open(Jobs::WhenRun);
  write_object("in", 3, 10);
  files_->objects_fail = true;
  const std::string arn = begin_import("items", "in");
  EXPECT_TRUE(has_table("items"));
  run_due();
  EXPECT_EQ(import(arn).import_status, ImportStatus::Failed);
  EXPECT_EQ(import(arn).failure_code, "S3InternalError");
  EXPECT_FALSE(has_table("items"));
}

// ---- bulk writes

TEST_F(TransferEnds, a_bulk_write_does_not_go_on_in_a_new_table_of_the_same_name) {
  open(Jobs::WhenRun);
  create_table("items");
  write_object("in", 3, 10);
  const std::string arn = begin_bulk("items", "in");
  ASSERT_TRUE(database_->delete_table({.table_name = "items"}));
  create_table("items");
  run_due();
  EXPECT_EQ(bulk(arn).bulk_operation_status, BulkOperationStatus::Failed);
  EXPECT_EQ(bulk(arn).failure_code, "TableNotFound");
  EXPECT_EQ(database_->scan({.table_name = "items"}).value().count, 0);
}

TEST_F(TransferEnds, a_bulk_write_whose_reports_have_no_bucket_puts_nothing) {
  open(Jobs::WhenRun);
  create_table("items");
  write_object("in", 3, 10);
  const std::string arn = begin_bulk("items", "in", "missing");
  run_due();
  EXPECT_EQ(bulk(arn).bulk_operation_status, BulkOperationStatus::Failed);
  EXPECT_EQ(bulk(arn).failure_code, "S3NoSuchBucket");
  EXPECT_THAT(bulk(arn).failure_message.value_or(""), HasSubstr("missing"));
  EXPECT_EQ(bulk(arn).processed_item_count, 0);
  EXPECT_EQ(database_->scan({.table_name = "items"}).value().count, 0);
}

TEST_F(TransferEnds, a_bulk_write_that_waits_for_others_is_cancelled_at_once) {
  open(Jobs::InTheBackground);
  create_table("items");
  write_object("in", 3, 10);
  files_->lists_hang = true;
  std::vector<std::string> arns;
  // An account has three of the places.
  for (int i = 0; i < 5; ++i) arns.push_back(begin_bulk("items", "in"));
  ASSERT_TRUE(soon([&] { return files_->lists == 3; }));
  ASSERT_TRUE(database_->cancel_bulk_operation({.bulk_operation_arn = arns.back()}));
  EXPECT_TRUE(soon([&] { return bulk(arns.back()).bulk_operation_status == BulkOperationStatus::Cancelled; }));
  EXPECT_EQ(files_->lists, 3);
  // One that waits for its store is cancelled too.
  ASSERT_TRUE(database_->cancel_bulk_operation({.bulk_operation_arn = arns.front()}));
  EXPECT_TRUE(soon([&] { return bulk(arns.front()).bulk_operation_status == BulkOperationStatus::Cancelled; }));
  EXPECT_EQ(bulk(arns[1]).bulk_operation_status, BulkOperationStatus::InProgress);
}

TEST_F(TransferEnds, bulk_writes_take_no_place_of_imports) {
  open(Jobs::InTheBackground);
  create_table("items");
  write_object("in", 3, 10);
  files_->lists_hang = true;
  for (int i = 0; i < 5; ++i) begin_bulk("items", "in");
  for (int i = 0; i < 5; ++i) begin_import("other" + std::to_string(i), "in");
  EXPECT_TRUE(soon([&] { return files_->lists == 6; }));
}

// Its conditions would be false because of its own puts.
TEST_F(TransferEnds, a_bulk_write_of_a_database_that_was_closed_puts_nothing_again) {
  constexpr int kItems = 20'000;
  open(Jobs::InTheBackground);
  create_table("items");
  {
    std::ofstream object(bucket() / "in");
    for (int i = 0; i < kItems; ++i)
      object << R"({"Item":{"pk":{"S":"k)" << i << R"x("}},"ConditionExpression":"attribute_not_exists(pk)"})x"
             << "\n";
  }
  const std::string arn = begin_bulk("items", "in");
  ASSERT_TRUE(soon([&] { return database_->scan({.table_name = "items", .limit = 400}).value().count == 400; }));
  open(Jobs::InTheBackground);
  EXPECT_GT(*bulk(arn).processed_item_count, 0);
  ASSERT_TRUE(soon([&] { return bulk(arn).bulk_operation_status != BulkOperationStatus::InProgress; }));
  EXPECT_EQ(bulk(arn).bulk_operation_status, BulkOperationStatus::Completed);
  EXPECT_EQ(bulk(arn).processed_item_count, kItems);
}

TEST_F(TransferEnds, an_import_whose_objects_must_not_be_read_has_no_faulty_items) {
  open(Jobs::InTheBackground);
  write_object("in", 3, 10);
  files_->refuses = true;
  const std::string arn = begin_import("items", "in");
  ASSERT_TRUE(soon([&] { return import(arn).import_status == ImportStatus::Failed; }));
  EXPECT_EQ(import(arn).failure_code, "S3AccessDenied");
  EXPECT_FALSE(has_table("items"));
}

TEST_F(TransferEnds, a_bulk_write_without_an_S3_can_be_cancelled) {
  open(Jobs::WhenRun);
  create_table("items");
  write_object("in", 3, 10);
  const std::string arn = begin_bulk("items", "in");
  open(Jobs::WhenRun, Files::Missing);
  ASSERT_TRUE(database_->cancel_bulk_operation({.bulk_operation_arn = arn}));
  run_due();
  EXPECT_EQ(bulk(arn).bulk_operation_status, BulkOperationStatus::Cancelled);
  EXPECT_EQ(database_->scan({.table_name = "items"}).value().count, 0);
}

TEST_F(TransferEnds, a_database_that_stops_does_not_wait_for_a_store_that_hangs) {
  open(Jobs::InTheBackground);
  create_table("items");
  write_object("in", 3, 10);
  files_->lists_hang = true;
  const std::string bulk_arn = begin_bulk("items", "in"), import_arn = begin_import("imported", "in");
  ASSERT_TRUE(soon([&] { return files_->lists == 2; }));
  const auto begin = std::chrono::steady_clock::now();
  database_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  // They go on at the next start.
  files_->lists_hang = false;
  open(Jobs::WhenRun);
  run_due();
  EXPECT_EQ(bulk(bulk_arn).bulk_operation_status, BulkOperationStatus::Completed);
  EXPECT_EQ(import(import_arn).import_status, ImportStatus::Completed);
}

}  // namespace transfer_ends_test
}  // namespace partita::objects
