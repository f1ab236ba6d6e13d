// The records of exports, imports and bulk writes.
#include "catalog/transfer_record.h"

#include <gtest/gtest.h>

#include "value/encode.h"
#include "value/view.h"

namespace partita::catalog {
namespace transfer_record_test {

TransferInfo an_export() {
  TransferInfo transfer{
      .id = 7, .arn_name = "01767225600000-0123abcd", .started_ms = 5, .table = 3, .table_name = "items"};
  transfer.table_record.bytes = std::string("\0\xff", 2);
  transfer.moment = ~std::uint64_t{0};
  transfer.request = ExportTableToPointInTimeRequest{
      .table_arn = "arn",
      .export_time = 1767225600.123,
      .s3_bucket = "bucket",
      .s3_sse_algorithm = S3SseAlgorithm::Kms,
      .filter_specification = FilterSpecification{.filter_expression = "a = :a",
                                                  .expression_attribute_names = {{{"#a", "a"}}},
                                                  .expression_attribute_values = AttributeMap{{":a", 1}}}};
  return transfer;
}

ImportTableRequest an_import() {
  ImportTableRequest request{.input_format = InputFormat::Csv};
  request.input_format_options.emplace().csv.emplace(CsvOptions{.delimiter = ";", .header_list = {{"a", "b"}}});
  request.table_creation_parameters.emplace();
  request.table_creation_parameters->table_name = "items";
  request.table_creation_parameters->provisioned_throughput = {.read_capacity_units = 1, .write_capacity_units = 2};
  GlobalSecondaryIndex index;
  index.index_name = "by";
  index.projection = Projection{.projection_type = ProjectionType::Include, .non_key_attributes = {{"x"}}};
  request.table_creation_parameters->global_secondary_indexes = {{index}};
  return request;
}

TEST(TransferRecord, comes_back) {
  TransferInfo transfer = an_export();
  const std::string record = encode_transfer(transfer, {.account = "222222222222", .region = ""});
  const auto read = decode_transfer(record);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->realm.account, "222222222222");
  EXPECT_EQ(encode_transfer(read->transfer, read->realm), record);
  const auto& request = std::get<ExportTableToPointInTimeRequest>(read->transfer.request);
  EXPECT_EQ(request.export_time, 1767225600.123);
  EXPECT_EQ(request.s3_sse_algorithm, S3SseAlgorithm::Kms);
  EXPECT_FALSE(request.client_token);
  EXPECT_EQ(request.filter_specification->expression_attribute_values, (AttributeMap{{":a", 1}}));
  EXPECT_EQ(read->transfer.moment, ~std::uint64_t{0});
  EXPECT_EQ(read->transfer.table_record.bytes, std::string("\0\xff", 2));

  transfer.request = an_import();
  transfer.status = BulkOperationStatus::Failed;
  transfer.has_read_all = true;
  const auto import = decode_transfer(encode_transfer(transfer)).value().transfer;
  EXPECT_EQ(import.status, BulkOperationStatus::Failed);
  EXPECT_TRUE(import.has_read_all);
  EXPECT_EQ(encode_request(import.request), encode_request(transfer.request));
  const auto& table = *std::get<ImportTableRequest>(import.request).table_creation_parameters;
  EXPECT_EQ(table.global_secondary_indexes->front().projection->non_key_attributes, (std::vector<std::string>{"x"}));

  transfer.request = StartBulkPutItemsRequest{
      .output_s3_configuration = OutputS3Configuration{.output_type = {{"ERROR"}}}, .max_write_request_units = 1024};
  EXPECT_EQ(encode_request(decode_transfer(encode_transfer(transfer)).value().transfer.request),
            encode_request(transfer.request));
}

TEST(TransferRecord, of_another_request_has_other_bytes) {
  TransferInfo::Request one = an_import(), other = an_import();
  EXPECT_EQ(encode_request(one), encode_request(other));
  std::get<ImportTableRequest>(other).table_creation_parameters->provisioned_throughput->write_capacity_units = 3;
  EXPECT_NE(encode_request(one), encode_request(other));
}

TEST(TransferRecord, of_a_newer_version_or_damaged_is_refused) {
  AttributeMap map = value::ItemView(encode_transfer(an_export())).to_map();
  map["version"] = 2;
  EXPECT_EQ(decode_transfer(value::encode_item(map)).error().code, ErrorCode::DataDirectoryNewer);
  map["version"] = 1;
  EXPECT_TRUE(decode_transfer(value::encode_item(map)));
  for (const char* name : {"request", "status", "moment", "table_record", "done_key"}) {
    AttributeMap without = map;
    without.erase(name);
    EXPECT_EQ(decode_transfer(value::encode_item(without)).error().code, ErrorCode::Corruption) << name;
  }
  map["kind"] = 3;
  EXPECT_EQ(decode_transfer(value::encode_item(map)).error().code, ErrorCode::Corruption);
}

}  // namespace transfer_record_test
}  // namespace partita::catalog
