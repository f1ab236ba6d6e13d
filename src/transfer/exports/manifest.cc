#include "transfer/exports/manifest.h"

#include <charconv>

#include "base/iso_time.h"
#include "base/try.h"
#include "protocol/item_json.h"
#include "transfer/exports/export_id.h"

namespace partita::transfer {
namespace {

constexpr std::string_view kFullVersion = "2020-06-30";
constexpr std::string_view kIncrementalVersion = "2023-08-01";
constexpr std::string_view kIncrementalType = "INCREMENTAL_EXPORT";

// Writes the members of one object.
class Members {
 public:
  void text(std::string_view name, std::string_view value) {
    begin(name);
    protocol::append_json_text(value, out_);
  }
  void text_or_null(std::string_view name, const std::optional<std::string>& value) {
    if (value) return text(name, *value);
    begin(name);
    out_ += "null";
  }
  void number(std::string_view name, std::uint64_t value) {
    begin(name);
    out_ += std::to_string(value);
  }
  std::string take() { return std::move(out_) + '}'; }

 private:
  void begin(std::string_view name) {
    if (out_.size() > 1) out_ += ',';
    out_.append(1, '"').append(name).append("\":");
  }

  std::string out_ = "{";
};

std::string_view name_of(ExportView view) { return view == ExportView::NewImage ? "NEW_IMAGE" : "NEW_AND_OLD_IMAGES"; }

// The text of the member, or nullopt if it is absent, null or of another type.
std::optional<std::string> text_of(const AttributeMap& members, std::string_view name) {
  const AttributeValue* const value = members.find(name);
  if (value == nullptr || !value->is(AttributeType::S)) return std::nullopt;
  return value->s();
}

std::uint64_t number_of(const AttributeMap& members, std::string_view name) {
  std::uint64_t number = 0;
  const AttributeValue* const value = members.find(name);
  if (value != nullptr && value->is(AttributeType::N))
    std::from_chars(value->n().data(), value->n().data() + value->n().size(), number);
  return number;
}

std::int64_t time_of(const AttributeMap& members, std::string_view name) {
  const auto text = text_of(members, name);
  return text ? base::parse_iso_time(*text).value_or(0) : 0;
}

Result<std::string> needed_text(const AttributeMap& members, std::string_view name) {
  auto text = text_of(members, name);
  if (!text) return invalid("the manifest lacks the text " + std::string(name));
  return *std::move(text);
}

}  // namespace

std::string summary_json(const ExportSummary& summary) {
  Members members;
  members.text("version", summary.changes ? kIncrementalVersion : kFullVersion);
  members.text("exportArn", summary.export_arn);
  members.text("startTime", time_text(summary.start_ms));
  members.text("endTime", time_text(summary.end_ms));
  members.text("tableArn", summary.table_arn);
  members.text("tableId", summary.table_id);
  if (summary.changes) {
    members.text("exportFromTime", time_text(summary.changes->from_ms));
    members.text("exportToTime", time_text(summary.changes->to_ms));
  } else {
    members.text("exportTime", time_text(summary.export_ms));
  }
  members.text("s3Bucket", summary.bucket);
  members.text_or_null("s3Prefix", summary.prefix);
  members.text("s3SseAlgorithm", summary.sse_algorithm);
  members.text_or_null("s3SseKmsKeyId", summary.sse_kms_key_id);
  members.text("manifestFilesS3Key", summary.manifest_files_key);
  members.number("billedSizeBytes", summary.billed_size_bytes);
  members.number("itemCount", summary.item_count);
  members.text("outputFormat", service_name(summary.format));
  if (summary.changes) {
    members.text("outputView", name_of(summary.changes->view));
    members.text("exportType", kIncrementalType);
  }
  return members.take();
}

Result<ExportSummary> read_summary(std::string_view json) {
  PARTITA_TRY_VALUE(members, protocol::read_plain_item(json));
  ExportSummary out;
  PARTITA_TRY_VALUE(manifest_files_key, needed_text(members, "manifestFilesS3Key"));
  PARTITA_TRY_VALUE(format, needed_text(members, "outputFormat"));
  const auto named = format_named(format);
  if (!named || *named == Format::Csv) return invalid("the manifest has the unknown outputFormat " + format);
  out.format = *named;
  out.manifest_files_key = std::move(manifest_files_key);
  out.export_arn = text_of(members, "exportArn").value_or("");
  out.start_ms = time_of(members, "startTime");
  out.end_ms = time_of(members, "endTime");
  out.table_arn = text_of(members, "tableArn").value_or("");
  out.table_id = text_of(members, "tableId").value_or("");
  out.export_ms = time_of(members, "exportTime");
  if (text_of(members, "exportType") == kIncrementalType)
    out.changes = {.from_ms = time_of(members, "exportFromTime"),
                   .to_ms = time_of(members, "exportToTime"),
                   .view = text_of(members, "outputView") == name_of(ExportView::NewImage)
                               ? ExportView::NewImage
                               : ExportView::NewAndOldImages};
  out.bucket = text_of(members, "s3Bucket").value_or("");
  out.prefix = text_of(members, "s3Prefix");
  out.sse_algorithm = text_of(members, "s3SseAlgorithm").value_or("");
  out.sse_kms_key_id = text_of(members, "s3SseKmsKeyId");
  out.billed_size_bytes = number_of(members, "billedSizeBytes");
  out.item_count = number_of(members, "itemCount");
  return out;
}

std::string data_file_line(const DataFile& file) {
  Members members;
  members.number("itemCount", file.item_count);
  members.text("md5Checksum", file.md5);
  members.text("etag", file.etag);
  members.text("dataFileS3Key", file.key);
  return members.take();
}

Result<DataFile> read_data_file_line(std::string_view line) {
  PARTITA_TRY_VALUE(members, protocol::read_plain_item(line));
  PARTITA_TRY_VALUE(md5, needed_text(members, "md5Checksum"));
  PARTITA_TRY_VALUE(key, needed_text(members, "dataFileS3Key"));
  return DataFile{.item_count = number_of(members, "itemCount"),
                  .md5 = std::move(md5),
                  .etag = text_of(members, "etag").value_or(""),
                  .key = std::move(key)};
}

}  // namespace partita::transfer
