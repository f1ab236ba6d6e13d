// Writes the files of an export.
#include <utility>

#include "base/clock.h"
#include "base/try.h"
#include "objects/parts.h"
#include "transfer/exports/export_writer.h"
#include "transfer/formats/item_writer.h"
#include "value/size.h"

namespace partita::objects {
namespace {

// A further data file is begun, so that imports can read several at once.
constexpr std::uint64_t kTextOfFile = 512ull << 20;

Item borrowed(std::string_view bytes) { return Item(nullptr, bytes); }

class WrittenExport final : public engine::ExportFiles {
 public:
  WrittenExport(std::unique_ptr<transfer::Place> place, transfer::Format format, bool has_old_images)
      : place_(std::move(place)), format_(format), has_old_images_(has_old_images) {}

  Result<void> begin(transfer::ExportFacts facts) {
    PARTITA_TRY_VALUE(writer, transfer::ExportWriter::begin(*place_, std::move(facts), clock_));
    writer_ = std::move(writer);
    return {};
  }

  Result<void> add(std::string_view item) override {
    transfer::append_line(format_, borrowed(item), lines_);
    return count(value::item_size_bytes(value::ItemView(item)));
  }

  Result<void> add(const engine::ExportedChange& change) override {
    transfer::ItemChange line{.write_time_us = change.write_time_us, .keys = borrowed(change.keys)};
    std::size_t bytes = value::item_size_bytes(value::ItemView(change.keys));
    if (change.old_image && has_old_images_) {
      line.old_image = borrowed(*change.old_image);
      bytes += value::item_size_bytes(value::ItemView(*change.old_image));
    }
    if (change.new_image) {
      line.new_image = borrowed(*change.new_image);
      bytes += value::item_size_bytes(value::ItemView(*change.new_image));
    }
    transfer::append_change(format_, line, lines_);
    return count(bytes);
  }

  Result<Outcome> finish() override {
    PARTITA_TRY(hand_on());
    // As on the service, an export without items has a file without lines.
    if (!file_ && files_ == 0) PARTITA_TRY(begin_file());
    if (file_) PARTITA_TRY(file_->finish());
    PARTITA_TRY_VALUE(summary, writer_->finish());
    return Outcome{.items = static_cast<std::int64_t>(summary.item_count),
                   .bytes = static_cast<std::int64_t>(summary.billed_size_bytes),
                   .manifest = writer_->folder() + "manifest-summary.json"};
  }

 private:
  Result<void> count(std::size_t bytes) {
    ++items_;
    bytes_ += bytes;
    return lines_.size() < transfer::kChunkBytes ? Result<void>() : hand_on();
  }

  Result<void> begin_file() {
    PARTITA_TRY_VALUE(file, writer_->add_file());
    file_ = std::move(file);
    ++files_;
    return {};
  }

  Result<void> hand_on() {
    if (lines_.empty()) return {};
    if (!file_) PARTITA_TRY(begin_file());
    PARTITA_TRY(file_->write(lines_, items_, bytes_));
    lines_.clear();
    items_ = bytes_ = 0;
    if (file_->text_bytes() < kTextOfFile) return {};
    PARTITA_TRY(file_->finish());
    file_.reset();
    return {};
  }

  const std::unique_ptr<transfer::Place> place_;
  const transfer::Format format_;
  const bool has_old_images_;
  const base::SystemClock clock_;
  std::unique_ptr<transfer::ExportWriter> writer_;
  std::unique_ptr<transfer::ExportWriter::File> file_;
  std::size_t files_ = 0;
  // Lines that were not handed on yet, with the number and the size of their items.
  std::string lines_;
  std::uint64_t items_ = 0, bytes_ = 0;
};

}  // namespace

Result<std::unique_ptr<engine::ExportFiles>> write_export(std::unique_ptr<transfer::Place> place,
                                                          const engine::ExportOrder& order) {
  transfer::ExportFacts facts{
      .table_arn = order.table_arn,
      .table_id = order.table_id,
      .export_ms = order.export_ms,
      .bucket = order.bucket,
      .prefix = order.prefix,
      .format = order.format == ExportFormat::Ion ? transfer::Format::Ion : transfer::Format::DynamoDbJson,
      .id = order.arn_name,
      .start_ms = order.started_ms,
      .sse_algorithm = std::string(to_text(order.sse_algorithm)),
      .sse_kms_key_id = order.sse_key};
  bool has_old_images = false;
  if (order.changes) {
    has_old_images = order.changes->view == ExportViewType::NewAndOldImages;
    facts.changes = {.from_ms = order.changes->from_ms,
                     .to_ms = order.changes->to_ms,
                     .view = has_old_images ? transfer::ExportView::NewAndOldImages : transfer::ExportView::NewImage};
  }
  auto files = std::make_unique<WrittenExport>(std::move(place), facts.format, has_old_images);
  PARTITA_TRY(files->begin(std::move(facts)));
  return files;
}

}  // namespace partita::objects
