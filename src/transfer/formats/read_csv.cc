// Reads items from CSV.
#include <algorithm>

#include "base/try.h"
#include "transfer/formats/csv.h"
#include "transfer/formats/line_reader.h"
#include "transfer/formats/record_parts.h"
#include "value/limits.h"
#include "value/utf8.h"

namespace partita::transfer {
namespace {

struct Cell {
  std::string text = {};
  bool is_quoted = false;
};

// Splits the lines of a file into the cells of one record.
class CsvRecord {
 public:
  explicit CsvRecord(char delimiter) : delimiter_(delimiter) {}

  void clear() {
    cells_.assign(1, {});
    fault_.clear();
    place_ = Place::Begin;
  }
  // Takes a line. Returns false if the record goes on in the next line, because a quote is open.
  bool add(const LineReader::Line& line) {
    for (std::string_view rest = line.text; !rest.empty();) rest.remove_prefix(step(rest));
    if (place_ != Place::Quoted) return true;
    cells_.back().text += line.had_return ? "\r\n" : "\n";
    return false;
  }
  const std::string& fault() const { return fault_; }
  std::vector<Cell>& cells() { return cells_; }
  bool is_blank() const { return cells_.size() == 1 && cells_[0].text.empty() && !cells_[0].is_quoted; }

 private:
  enum class Place : std::uint8_t { Begin, Plain, Quoted, BehindQuote };

  // Returns the number of characters that were taken.
  std::size_t step(std::string_view rest) {
    const char c = rest.front();
    if (place_ == Place::Quoted) {
      const std::size_t end = std::min(rest.find('"'), rest.size());
      cells_.back().text += rest.substr(0, end);
      if (end == rest.size()) return end;
      if (end + 1 < rest.size() && rest[end + 1] == '"') {
        cells_.back().text += '"';
        return end + 2;
      }
      place_ = Place::BehindQuote;
      return end + 1;
    }
    if (c == delimiter_) {
      cells_.emplace_back();
      place_ = Place::Begin;
      return 1;
    }
    if (c == '"' && place_ == Place::Begin) {
      cells_.back().is_quoted = true;
      place_ = Place::Quoted;
      return 1;
    }
    if (c == '"' || place_ == Place::BehindQuote) {
      fault_ = c == '"' ? "a quote inside a cell must be written twice, and the cell be quoted"
                        : "a cell has more text behind its closing quote";
      return rest.size();
    }
    const char ends[] = {delimiter_, '"', '\0'};
    const std::size_t end = std::min(rest.find_first_of(ends), rest.size());
    cells_.back().text += rest.substr(0, end);
    place_ = Place::Plain;
    return end;
  }

  const char delimiter_;
  std::vector<Cell> cells_;
  std::string fault_;
  Place place_ = Place::Begin;
};

class CsvRecords : public RecordReader {
 public:
  CsvRecords(Source& source, ReadSettings settings)
      : lines_(source, kMostRecordBytes),
        settings_(std::move(settings)),
        columns_(settings_.columns),
        record_(settings_.delimiter) {}

  Result<bool> next(Record& out) override {
    if (columns_.empty()) {
      PARTITA_TRY_VALUE(has_header, read_header());
      if (!has_header) return false;
    }
    if (!is_checked_) PARTITA_TRY(check_columns());
    is_checked_ = true;
    PARTITA_TRY_VALUE(more, gather());
    if (!more) return false;
    out = {.line = first_line_, .text = text_};
    make_item(out);
    return true;
  }

 private:
  Result<bool> read_header() {
    PARTITA_TRY_VALUE(more, gather());
    if (!more) return false;
    if (!fault_.empty()) return invalid("line " + std::to_string(first_line_) + ", the header: " + fault_);
    for (Cell& cell : record_.cells()) {
      // Otherwise the whole file would be its header.
      if (!cell.is_quoted && cell.text.find('\r') != cell.text.npos)
        return invalid("line " + std::to_string(first_line_) +
                       ", the header: it has a carriage return that no line feed follows; lines end with LF or CRLF");
      columns_.push_back(std::move(cell.text));
    }
    return true;
  }

  Result<void> check_columns() const {
    std::vector<std::string_view> sorted(columns_.begin(), columns_.end());
    std::ranges::sort(sorted);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      if (sorted[i].empty() || sorted[i].size() > limits::kAttributeNameBytes)
        return invalid("the name of a column is empty or longer than 65,535 bytes");
      if (!value::is_utf8(sorted[i])) return invalid("the name of a column is not UTF-8");
      if (i > 0 && sorted[i] == sorted[i - 1]) return invalid("two columns have the name " + std::string(sorted[i]));
    }
    return {};
  }

  // Reads the lines of the next record that is not blank. Returns false at the end.
  Result<bool> gather() {
    for (;;) {
      text_.clear();
      record_.clear();
      fault_.clear();
      bool has_line = false;
      for (bool is_done = false; !is_done;) {
        LineReader::Line line;
        PARTITA_TRY_VALUE(more, lines_.next(line));
        if (!more) {
          if (!has_line) return false;
          fault_ = "the file ends inside a quoted cell";
          break;
        }
        if (!has_line) first_line_ = line.number;
        if (has_line) text_ += '\n';
        has_line = true;
        text_ += line.text;
        if (line.is_cut || text_.size() > kMostRecordBytes) {
          fault_ = too_long();
          break;
        }
        is_done = record_.add(line);
      }
      if (fault_.empty()) fault_ = record_.fault();
      if (!fault_.empty() || !record_.is_blank()) return true;
    }
  }

  void make_item(Record& out) {
    if (!fault_.empty()) return set_fault(out, fault_);
    std::vector<Cell>& cells = record_.cells();
    if (cells.size() != columns_.size())
      return set_fault(out, "the line has " + std::to_string(cells.size()) + " cells, and there are " +
                                std::to_string(columns_.size()) + " columns");
    if (!value::is_utf8(text_)) return set_fault(out, "the text is not UTF-8");
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i].text.empty() && !cells[i].is_quoted) continue;
      const auto declared = settings_.types.find(columns_[i]);
      auto value = with_declared_type(std::move(cells[i].text),
                                      declared == settings_.types.end() ? ScalarAttributeType::S : declared->second);
      if (!value) return set_fault(out, columns_[i] + ": " + value.error());
      out.item.set(columns_[i], *std::move(value));
    }
  }

  LineReader lines_;
  const ReadSettings settings_;
  std::vector<std::string> columns_;
  bool is_checked_ = false;
  CsvRecord record_;
  std::string text_;
  std::string fault_;
  std::uint64_t first_line_ = 0;
};

}  // namespace

std::unique_ptr<RecordReader> read_csv(Source& source, ReadSettings settings) {
  return std::make_unique<CsvRecords>(source, std::move(settings));
}

}  // namespace partita::transfer
