// Writes the items of a table as CSV.
#include <mutex>

#include "base/try.h"
#include "transfer/tables/csv_spool.h"
#include "transfer/tables/export_table.h"

namespace partita::transfer {
namespace {

Result<void> export_columns(Database& database, const TableFacts& table, const CsvSettings& csv,
                            const ScanSettings& settings, Sink& sink, ExportProgress& progress) {
  std::mutex mutex;  // guards the sink
  std::string header;
  append_header(csv.columns, csv.delimiter, header);
  PARTITA_TRY(sink.write(header));
  return scan_table(database, table.name, settings, [&](int, const std::vector<Item>& items) -> Result<void> {
    std::string rows;
    for (const Item& item : items) append_row(item, csv.columns, csv.delimiter, rows);
    const std::lock_guard lock(mutex);
    PARTITA_TRY(sink.write(rows));
    progress.items += items.size();
    progress.text_bytes += rows.size();
    return {};
  });
}

// Counts the bytes that pass.
class CountedSink : public Sink {
 public:
  CountedSink(Sink& below, std::atomic<std::uint64_t>& bytes) : below_(below), bytes_(bytes) {}
  Result<void> write(std::string_view bytes) override {
    bytes_ += bytes.size();
    return below_.write(bytes);
  }
  Result<void> finish() override { return below_.finish(); }

 private:
  Sink& below_;
  std::atomic<std::uint64_t>& bytes_;
};

}  // namespace

Result<void> export_to_csv(Database& database, const TableFacts& table, const CsvSettings& csv,
                           const ScanSettings& settings, Sink& sink, ExportProgress& progress) {
  if (!csv.columns.empty()) return export_columns(database, table, csv, settings, sink, progress);
  std::vector<std::string> key;
  for (const TableFacts::KeyAttribute& attribute : table.key) key.push_back(attribute.name);
  PARTITA_TRY_VALUE(spool, CsvSpool::open(std::move(key), csv.delimiter));
  std::mutex mutex;  // guards the spool
  const auto take = [&](int, const std::vector<Item>& items) -> Result<void> {
    const std::lock_guard lock(mutex);
    for (const Item& item : items) PARTITA_TRY(spool->add(item));
    progress.items += items.size();
    return {};
  };
  PARTITA_TRY(scan_table(database, table.name, settings, take));
  CountedSink counted(sink, progress.text_bytes);
  return spool->copy_to(counted);
}

}  // namespace partita::transfer
