#include "refused_records.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/try.h"
#include "ends.h"
#include "protocol/item_json.h"
#include "value/utf8.h"

namespace partita::tools {
namespace {

constexpr std::size_t kMostTextBytes = 64 * 1024;

// A line that can be imported again after the item in it was mended. The text of a record that is not an item is
// shortened.
std::string line_of(const transfer::RefusedRecord& refused) {
  std::string line = "{\"place\":";
  protocol::append_json_text(refused.place.text(), line);
  line += ",\"fault\":";
  protocol::append_json_text(refused.fault, line);
  if (refused.item != nullptr) {
    line += ",\"Item\":";
    protocol::append_typed_json(*refused.item, line);
  } else if (const std::string_view text = refused.text.substr(0, kMostTextBytes); value::is_utf8(text)) {
    line += ",\"text\":";
    protocol::append_json_text(text, line);
  }
  return line += "}\n";
}

}  // namespace

Result<std::unique_ptr<RefusedRecords>> RefusedRecords::open(const std::string& path, std::uint64_t shown) {
  std::unique_ptr<transfer::Sink> file;
  if (!path.empty()) {
    PARTITA_TRY_VALUE(opened, open_output(path));
    file = std::move(opened);
  }
  return std::unique_ptr<RefusedRecords>(new RefusedRecords(std::move(file), path, shown));
}

RefusedRecords::RefusedRecords(std::unique_ptr<transfer::Sink> file, std::string path, std::uint64_t shown)
    : file_(std::move(file)), path_(std::move(path)), shown_(shown) {}

void RefusedRecords::add(const transfer::RefusedRecord& refused) {
  if (count_++ < shown_) fmt::print(stderr, "partita: {}: {}\n", refused.place.text(), refused.fault);
  if (!file_ || error_) return;
  if (auto written = file_->write(line_of(refused)); !written) error_ = std::move(written.error());
}

Result<void> RefusedRecords::finish() {
  if (error_) return unexpected(*std::move(error_));
  if (file_) PARTITA_TRY(file_->finish());
  if (count_ <= shown_) return {};
  if (file_)
    fmt::print(stderr, "partita: {} has all {} skipped records\n", path_, count_);
  else
    fmt::print(stderr, "partita: ... and {} more; --errors FILE writes all of them\n", count_ - shown_);
  return {};
}

}  // namespace partita::tools
