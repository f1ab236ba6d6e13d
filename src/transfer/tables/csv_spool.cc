#include "transfer/tables/csv_spool.h"

#include <unistd.h>

#include <cstring>

#include "base/try.h"
#include "value/view.h"

namespace partita::transfer {
namespace {

constexpr const char* kSpoolName = "a temporary file";

}  // namespace

CsvSpool::CsvSpool(Descriptor file, std::vector<std::string> first_columns, char delimiter)
    : file_(std::move(file)),
      out_(write_descriptor(file_.number(), kSpoolName)),
      delimiter_(delimiter),
      columns_(std::move(first_columns)) {
  for (std::size_t i = 0; i < columns_.size(); ++i) positions_.emplace(columns_[i], i);
}

Result<std::unique_ptr<CsvSpool>> CsvSpool::open(std::vector<std::string> first_columns, char delimiter) {
  PARTITA_TRY_VALUE(file, unnamed_file());
  return std::unique_ptr<CsvSpool>(new CsvSpool(std::move(file), std::move(first_columns), delimiter));
}

Result<void> CsvSpool::add(const Item& item) {
  if (!item.bytes().empty())
    for (const value::AttributeView& attribute : value::ItemView(item.bytes()))
      if (!positions_.contains(attribute.name)) {
        positions_.emplace(attribute.name, columns_.size());
        columns_.emplace_back(attribute.name);
      }
  const std::size_t begin = rows_.size();
  rows_.resize(begin + sizeof(RowHead));
  append_row(item, columns_, delimiter_, rows_);
  const RowHead head{rows_.size() - begin - sizeof(RowHead), columns_.size()};
  std::memcpy(rows_.data() + begin, &head, sizeof head);
  return rows_.size() < kChunkBytes ? Result<void>() : flush();
}

Result<void> CsvSpool::flush() {
  PARTITA_TRY(out_->write(rows_));
  rows_.clear();
  return {};
}

Result<void> CsvSpool::copy_to(Sink& sink) {
  PARTITA_TRY(flush());
  if (::lseek(file_.number(), 0, SEEK_SET) != 0) return failed_to("read", kSpoolName);
  const auto source = read_descriptor(file_.number(), kSpoolName);
  std::string text;
  append_header(columns_, delimiter_, text);
  for (;;) {
    RowHead head{};
    PARTITA_TRY_VALUE(got, read_fully(*source, reinterpret_cast<char*>(&head), sizeof head));
    if (got != sizeof head) break;
    const std::size_t begin = text.size();
    text.resize(begin + head.size_bytes);
    PARTITA_TRY(read_fully(*source, text.data() + begin, head.size_bytes));
    text.pop_back();
    text.append(columns_.size() - head.columns, delimiter_);
    text += '\n';
    if (text.size() < kChunkBytes) continue;
    PARTITA_TRY(sink.write(text));
    text.clear();
  }
  return sink.write(text);
}

}  // namespace partita::transfer
