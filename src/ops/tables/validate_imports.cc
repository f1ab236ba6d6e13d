// Validators of imports.
#include <partita/transfer_operations.h>

#include <algorithm>

#include "base/try.h"
#include "ops/prepare.h"
#include "ops/rules/names.h"
#include "ops/rules/new_table.h"
#include "ops/rules/render.h"
#include "ops/rules/table_constraints.h"
#include "ops/rules/transfer_rules.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

void constrain_source(Constraints& constraints, const std::optional<S3BucketSource>& source) {
  const RequestPlace place("s3BucketSource");
  if (!constraints.not_null(source, place)) return;
  constrain_bucket_owner(constraints, source->s3_bucket_owner, RequestPlace(place, "s3BucketOwner"));
  constrain_bucket(constraints, source->s3_bucket, RequestPlace(place, "s3Bucket"));
  constrain_object_prefix(constraints, source->s3_key_prefix, RequestPlace(place, "s3KeyPrefix"));
}

// [\x20-\x21\x23-\x2B\x2D-\x7E]*
bool is_header(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c <= 0x7e && c != '"' && c != ','; });
}

void constrain_csv(Constraints& constraints, const std::optional<InputFormatOptions>& options) {
  if (!options || !options->csv) return;
  const RequestPlace whole("inputFormatOptions");
  const RequestPlace csv(whole, "csv");
  if (const auto& delimiter = options->csv->delimiter) {
    const RequestPlace place(csv, "delimiter");
    constexpr std::string_view kDelimiters = ",;:|\t ";
    if (delimiter->size() != 1 || kDelimiters.find(delimiter->front()) == kDelimiters.npos)
      constraints.add(*delimiter, place, R"(Member must satisfy regular expression pattern: [,;:|\t ])");
    constraints.length(*delimiter, place, 1, 1);
  }
  if (const auto& headers = options->csv->header_list) {
    const RequestPlace place(csv, "headerList");
    constraints.count(headers->size(), place, 1, limits::kCsvHeaders, [&] {
      std::string text = "[";
      for (const std::string& header : *headers) text.append(text.size() > 1 ? ", " : "").append(header);
      return text + "]";
    });
    for (std::size_t i = 0; i < headers->size(); ++i) {
      const RequestPlace member = RequestPlace::element(place, i);
      constraints.length((*headers)[i], member, 1, limits::kCsvHeaderBytes);
      if (!is_header((*headers)[i]))
        constraints.add((*headers)[i], member,
                        R"(Member must satisfy regular expression pattern: [\x20-\x21\x23-\x2B\x2D-\x7E]*)");
    }
  }
}

void constrain_table(Constraints& constraints, const std::optional<TableCreationParameters>& table) {
  const RequestPlace place("tableCreationParameters");
  if (!constraints.not_null(table, place)) return;
  const RequestPlace name(place, "tableName");
  if (constraints.not_null(table->table_name, name)) constrain_resource_name(constraints, *table->table_name, name);
  constraints.one_of(table->billing_mode, RequestPlace(place, "billingMode"));
  constrain_throughput(constraints, table->provisioned_throughput, RequestPlace(place, "provisionedThroughput"));
  constrain_key_schema(constraints, table->key_schema, RequestPlace(place, "keySchema"),
                       limits::kTableKeySchemaElements);
  constraints.not_null(table->attribute_definitions, RequestPlace(place, "attributeDefinitions"));
  constrain_attribute_definitions(constraints, table->attribute_definitions);
  constrain_indexes(constraints, table->global_secondary_indexes, RequestPlace(place, "globalSecondaryIndexes"));
  constrain_indexes(constraints, table->vector_indexes, RequestPlace(place, "vectorIndexes"));
  constrain_encryption(constraints, table->sse_specification, RequestPlace(place, "sSESpecification"));
}

}  // namespace

Result<void> validate(const ImportTableRequest& request) {
  Constraints constraints;
  constrain_client_token(constraints, request.client_token);
  constrain_source(constraints, request.s3_bucket_source);
  if (constraints.not_null(request.input_format, "inputFormat"))
    constraints.one_of(request.input_format, "inputFormat");
  constrain_csv(constraints, request.input_format_options);
  constraints.one_of(request.input_compression_type, "inputCompressionType");
  constrain_table(constraints, request.table_creation_parameters);
  PARTITA_TRY(constraints.finish());
  if (request.input_format_options && request.input_format_options->csv && *request.input_format != InputFormat::Csv)
    return invalid("Invalid Request: Unsupported InputFormatOptions for the given input format: " +
                   std::string(request.input_format->text()) + ".");
  return check_new_table(creation_of(*request.table_creation_parameters));
}

Result<void> validate(const DescribeImportRequest& request) {
  Constraints constraints;
  constrain_transfer_arn(constraints, request.import_arn, "importArn");
  return constraints.finish();
}

Result<void> validate(const ListImportsRequest& request) {
  Constraints constraints;
  if (request.table_arn) constraints.length(*request.table_arn, "tableArn", 1, limits::kMostTableArnBytes);
  constrain_page(constraints, request.page_size, "pageSize");
  return constraints.finish();
}

}  // namespace partita::ops
