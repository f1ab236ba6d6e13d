// The operations of exports, imports and bulk writes (accounts_apart.h).
#include "unit/client/accounts_apart.h"

namespace partita {
namespace accounts_apart {
namespace {

void enable(Database& database, const std::string& table) {
  UpdateContinuousBackupsRequest request{.table_name = table};
  request.point_in_time_recovery_specification.emplace().point_in_time_recovery_enabled = true;
  ASSERT_TRUE(database.update_continuous_backups(request));
}

ExportTableToPointInTimeRequest export_of(const std::string& arn) {
  return {.table_arn = arn, .client_token = "token", .s3_bucket = "bucket"};
}

std::string export_hers(Database& alice, const std::string& arn) {
  enable(alice, "hers");
  return *alice.export_table_to_point_in_time(export_of(arn)).value().export_description->export_arn;
}

ImportTableRequest import_of(const std::string& table) {
  TableCreationParameters made;
  made.table_name = table;
  made.attribute_definitions = {{{.attribute_name = "id", .attribute_type = ScalarAttributeType::S}}};
  made.key_schema = {{{.attribute_name = "id", .key_type = KeyType::Hash}}};
  made.billing_mode = BillingMode::PayPerRequest;
  return {.client_token = "token",
          .s3_bucket_source = S3BucketSource{.s3_bucket = "bucket", .s3_key_prefix = "nothing/"},
          .input_format = InputFormat::DynamodbJson,
          .table_creation_parameters = made};
}

StartBulkPutItemsRequest bulk_put() {
  return {.client_token = "token",
          .input_s3_configuration = InputS3Configuration{.s3_bucket = "bucket",
                                                         .s3_key_prefix = "nothing/",
                                                         .input_format = BulkOperationInputFormat::DynamodbJson},
          .output_s3_configuration = OutputS3Configuration{.output_type = {{"ERROR"}}}};
}

std::string put_hers(Database& alice) {
  StartBulkPutItemsRequest request = bulk_put();
  request.table_name = "hers";
  return *alice.start_bulk_put_items(request).value().bulk_operation_description->bulk_operation_arn;
}

}  // namespace

void AccountsApart::try_export_table_to_point_in_time() {
  const std::string hers = export_hers(*alice_, arn("hers"));
  expect(bob_->export_table_to_point_in_time(export_of(arn("hers"))), ErrorCode::AccessDeniedException);
  expect(bob_->export_table_to_point_in_time(export_of(as_bobs(arn("hers")))), ErrorCode::TableNotFoundException);
  // A token is of one account.
  enable(*bob_, "shop");
  const auto his = bob_->export_table_to_point_in_time(export_of(as_bobs(arn("shop"))));
  ASSERT_TRUE(his) << his.error().message;
  EXPECT_NE(his->export_description->export_arn, hers);
}

void AccountsApart::try_describe_export() {
  const std::string hers = export_hers(*alice_, arn("hers"));
  expect(bob_->describe_export({.export_arn = hers}), ErrorCode::AccessDeniedException);
  expect(bob_->describe_export({.export_arn = as_bobs(hers)}), ErrorCode::ExportNotFoundException);
  EXPECT_TRUE(alice_->describe_export({.export_arn = hers}));
}

void AccountsApart::try_list_exports() {
  export_hers(*alice_, arn("hers"));
  EXPECT_TRUE(bob_->list_exports({}).value().export_summaries.empty());
  EXPECT_TRUE(bob_->list_exports({.table_arn = as_bobs(arn("hers"))}).value().export_summaries.empty());
  expect(bob_->list_exports({.table_arn = arn("hers")}), ErrorCode::AccessDeniedException);
  EXPECT_EQ(alice_->list_exports({}).value().export_summaries.size(), 1u);
}

void AccountsApart::try_import_table() {
  const auto imported = bob_->import_table(import_of("hers"));
  ASSERT_TRUE(imported) << imported.error().message;
  EXPECT_EQ(imported->import_table_description->table_arn, as_bobs(arn("hers")));
  expect(bob_->import_table(import_of("shop")), ErrorCode::ResourceInUseException);
}

void AccountsApart::try_describe_import() {
  const std::string his = *bob_->import_table(import_of("his")).value().import_table_description->import_arn;
  expect(alice_->describe_import({.import_arn = his}), ErrorCode::AccessDeniedException);
  EXPECT_TRUE(bob_->describe_import({.import_arn = his}));
}

void AccountsApart::try_list_imports() {
  ASSERT_TRUE(bob_->import_table(import_of("his")));
  EXPECT_TRUE(alice_->list_imports({}).value().import_summary_list.empty());
  EXPECT_EQ(bob_->list_imports({}).value().import_summary_list.size(), 1u);
}

void AccountsApart::try_start_bulk_put_items() {
  put_hers(*alice_);
  refuse_hers(bulk_put(), &Database::start_bulk_put_items);
  StartBulkPutItemsRequest request = bulk_put();
  request.table_name = "shop";
  EXPECT_TRUE(bob_->start_bulk_put_items(request));
}

void AccountsApart::try_describe_bulk_operation() {
  const std::string hers = put_hers(*alice_);
  expect(bob_->describe_bulk_operation({.bulk_operation_arn = hers}), ErrorCode::AccessDeniedException);
  expect(bob_->describe_bulk_operation({.bulk_operation_arn = as_bobs(hers)}), ErrorCode::ResourceNotFoundException);
}

void AccountsApart::try_list_bulk_operations() {
  put_hers(*alice_);
  EXPECT_TRUE(bob_->list_bulk_operations({}).value().bulk_operations_summary_list.empty());
  EXPECT_EQ(alice_->list_bulk_operations({}).value().bulk_operations_summary_list.size(), 1u);
}

void AccountsApart::try_cancel_bulk_operation() {
  const std::string hers = put_hers(*alice_);
  expect(bob_->cancel_bulk_operation({.bulk_operation_arn = hers}), ErrorCode::AccessDeniedException);
  expect(bob_->cancel_bulk_operation({.bulk_operation_arn = as_bobs(hers)}), ErrorCode::ResourceNotFoundException);
}

}  // namespace accounts_apart
}  // namespace partita
