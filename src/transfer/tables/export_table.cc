#include "transfer/tables/export_table.h"

#include <mutex>

#include "base/try.h"
#include "transfer/formats/item_writer.h"
#include "value/size.h"
#include "value/view.h"

namespace partita::transfer {
namespace {

// A data file that is much larger takes too long to send again, and one that is much smaller adds an object.
constexpr std::uint64_t kMostTextBytes = 1024ull * 1024 * 1024;

std::uint64_t size_of(const Item& item) {
  return item.bytes().empty() ? 0 : value::item_size_bytes(value::ItemView(item.bytes()));
}

void append_lines(Format format, const std::vector<Item>& items, std::string& out) {
  for (const Item& item : items) append_line(format, item, out);
}

class StringSink : public Sink {
 public:
  Result<void> write(std::string_view bytes) override {
    text += bytes;
    return {};
  }
  Result<void> finish() override { return {}; }
  std::string text;
};

Result<std::string> compressed_text(Compression compression, std::string_view text) {
  StringSink below;
  const auto sink = compress(compression, below);
  PARTITA_TRY(sink->write(text));
  PARTITA_TRY(sink->finish());
  return std::move(below.text);
}

// The file of one segment, which only the segment's thread uses.
struct SegmentFile {
  std::unique_ptr<ExportWriter::File> file = {};
  std::string lines = {};
};

}  // namespace

Result<void> export_to_layout(Database& database, const TableFacts& table, Format format, const ScanSettings& settings,
                              ExportWriter& writer, ExportProgress& progress) {
  std::vector<SegmentFile> segments(static_cast<std::size_t>(settings.segments));
  const auto take = [&](int number, const std::vector<Item>& items) -> Result<void> {
    SegmentFile& segment = segments[static_cast<std::size_t>(number)];
    if (!segment.file) {
      PARTITA_TRY_VALUE(file, writer.add_file());
      segment.file = std::move(file);
    }
    segment.lines.clear();
    append_lines(format, items, segment.lines);
    std::uint64_t size_bytes = 0;
    for (const Item& item : items) size_bytes += size_of(item);
    PARTITA_TRY(segment.file->write(segment.lines, items.size(), size_bytes));
    progress.items += items.size();
    progress.text_bytes += segment.lines.size();
    if (segment.file->text_bytes() < kMostTextBytes) return {};
    PARTITA_TRY(segment.file->finish());
    segment.file.reset();
    return {};
  };
  PARTITA_TRY(scan_table(database, table.name, settings, take));
  for (SegmentFile& segment : segments)
    if (segment.file) PARTITA_TRY(segment.file->finish());
  return {};
}

Result<void> export_to_stream(Database& database, const TableFacts& table, Format format, Compression compression,
                              const ScanSettings& settings, Sink& sink, ExportProgress& progress) {
  std::mutex mutex;  // guards the sink and is_empty
  bool is_empty = true;
  std::vector<std::string> lines(static_cast<std::size_t>(settings.segments));
  const auto take = [&](int number, const std::vector<Item>& items) -> Result<void> {
    if (items.empty()) return {};
    std::string& text = lines[static_cast<std::size_t>(number)];
    text.clear();
    append_lines(format, items, text);
    PARTITA_TRY_VALUE(bytes, compressed_text(compression, text));
    const std::lock_guard lock(mutex);
    is_empty = false;
    PARTITA_TRY(sink.write(bytes));
    progress.items += items.size();
    progress.text_bytes += text.size();
    return {};
  };
  PARTITA_TRY(scan_table(database, table.name, settings, take));
  if (!is_empty) return {};
  // A compressed file has bytes even if it has no items.
  PARTITA_TRY_VALUE(bytes, compressed_text(compression, ""));
  return sink.write(bytes);
}

}  // namespace partita::transfer
