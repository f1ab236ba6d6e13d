#include "transfer/exports/export_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/base64.h"
#include "base/try.h"
#include "transfer/exports/export_id.h"

namespace partita::transfer {
namespace {
constexpr std::string_view kSummaryEnding = "/manifest-summary.json";
}  // namespace

ExportWriter::File::File(ExportWriter& owner, std::string key, std::unique_ptr<ObjectSink> object)
    : owner_(owner),
      facts_{.key = std::move(key)},
      object_(std::move(object)),
      counted_(*object_),
      compressed_(compress(Compression::Gzip, counted_)) {}

Result<void> ExportWriter::File::Counted::write(std::string_view bytes) {
  md5.add(bytes);
  size_bytes += bytes.size();
  return object_.write(bytes);
}

Result<void> ExportWriter::File::write(std::string_view lines, std::uint64_t items, std::uint64_t size_bytes) {
  facts_.item_count += items;
  size_bytes_ += size_bytes;
  text_bytes_ += lines.size();
  return compressed_->write(lines);
}

Result<void> ExportWriter::File::finish() {
  PARTITA_TRY(compressed_->finish());
  PARTITA_TRY(counted_.finish());
  facts_.md5 = base::to_base64(counted_.md5.finish());
  facts_.etag = object_->etag();
  const std::lock_guard lock(owner_.mutex_);
  owner_.size_bytes_ += size_bytes_;
  owner_.object_sizes_.emplace_back(facts_.key, counted_.size_bytes);
  owner_.files_.push_back(std::move(facts_));
  return {};
}

ExportWriter::ExportWriter(Place& place, ExportFacts facts, const base::Clock& clock)
    : place_(place),
      facts_(std::move(facts)),
      clock_(clock),
      start_ms_(facts_.start_ms != 0 ? facts_.start_ms : clock.now_ms()),
      id_(facts_.id.empty() ? make_export_id(start_ms_) : facts_.id),
      folder_(key_below_prefix(id_ + "/")),
      // The files of all incremental exports share a folder.
      data_folder_(facts_.changes ? key_below_prefix("data/") : folder_ + "data/") {}

std::string ExportWriter::key_below_prefix(std::string_view rest) const {
  std::string key = facts_.prefix.value_or("");
  if (!key.empty() && !key.ends_with('/')) key += '/';
  return key.append(kExportsFolder).append(rest);
}

Result<std::unique_ptr<ExportWriter>> ExportWriter::begin(Place& place, ExportFacts facts, const base::Clock& clock) {
  std::unique_ptr<ExportWriter> writer(new ExportWriter(place, std::move(facts), clock));
  PARTITA_TRY(writer->remove_earlier());
  PARTITA_TRY(put_text(place, writer->folder_ + "_started", ""));
  return writer;
}

Result<void> ExportWriter::remove_earlier() {
  // An id that was made just now has no files.
  if (facts_.id.empty()) return {};
  std::vector<std::string> keys;
  PARTITA_TRY(place_.list(folder_, [&](const ObjectFacts& object) -> Result<void> {
    keys.push_back(object.key);
    return {};
  }));
  // The summary goes first, so that it never says of files that they are there while they are not.
  std::ranges::stable_partition(keys, [](const std::string& key) { return key.ends_with(kSummaryEnding); });
  for (const std::string& key : keys) PARTITA_TRY(place_.remove(key));
  return {};
}

Result<void> ExportWriter::check_objects() {
  const std::lock_guard lock(mutex_);
  for (const auto& [key, size_bytes] : object_sizes_) {
    const auto size = place_.size_of(key);
    // Who may only write cannot look.
    if (!size && size.error().code == ErrorCode::AccessDeniedException) return {};
    if (!size && size.error().code != ErrorCode::ResourceNotFoundException) return unexpected(size.error());
    if (!size || *size != size_bytes)
      return fail(ErrorCode::InternalServerError,
                  fmt::format("{} was written with {} bytes, and the store has {} of them", place_.name_of(key),
                              size_bytes, size ? *size : 0));
  }
  return {};
}

Result<std::unique_ptr<ExportWriter::File>> ExportWriter::add_file() {
  const std::string_view ending = facts_.format == Format::Ion ? ".ion.gz" : ".json.gz";
  std::string key = (data_folder_ + make_data_file_name()).append(ending);
  PARTITA_TRY_VALUE(object, place_.put(key));
  return std::make_unique<File>(*this, std::move(key), std::move(object));
}

// The checksum is written first, so that the file never lacks it.
Result<void> ExportWriter::put_with_checksum(const std::string& name, const std::string& text) {
  PARTITA_TRY(put_text(place_, folder_ + name + ".md5", base::to_base64(md5(text))));
  PARTITA_TRY(put_text(place_, folder_ + name + ".json", text));
  return {};
}

Result<ExportSummary> ExportWriter::finish() {
  std::string lines;
  ExportSummary summary{.export_arn = facts_.table_arn + "/export/" + id_,
                        .start_ms = start_ms_,
                        .end_ms = clock_.now_ms(),
                        .table_arn = facts_.table_arn,
                        .table_id = facts_.table_id,
                        .export_ms = facts_.export_ms,
                        .changes = facts_.changes,
                        .bucket = facts_.bucket,
                        .prefix = facts_.prefix,
                        .sse_algorithm = facts_.sse_algorithm,
                        .sse_kms_key_id = facts_.sse_kms_key_id,
                        .manifest_files_key = folder_ + "manifest-files.json",
                        .format = facts_.format};
  {
    const std::lock_guard lock(mutex_);
    std::ranges::sort(files_, {}, &DataFile::key);
    for (const DataFile& file : files_) {
      lines += data_file_line(file) + '\n';
      summary.item_count += file.item_count;
    }
    summary.billed_size_bytes = size_bytes_;
  }
  PARTITA_TRY(put_with_checksum("manifest-files", lines));
  PARTITA_TRY(check_objects());
  PARTITA_TRY(put_with_checksum("manifest-summary", summary_json(summary)));
  return summary;
}

}  // namespace partita::transfer
