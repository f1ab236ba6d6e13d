// CsvSpool: rows of CSV in a temporary file, until the names of all columns are known.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "transfer/bytes/files.h"
#include "transfer/formats/csv.h"

namespace partita::transfer {

class CsvSpool {
 public:
  // Errors: InternalServerError if there can be no temporary file.
  static Result<std::unique_ptr<CsvSpool>> open(std::vector<std::string> first_columns, char delimiter);

  // Adds a row, and columns for the attributes that no row before had. Errors: those of Sink.
  Result<void> add(const Item& item);
  // Writes the header and all rows, each with the cells of the columns that came later. Must be called once. Errors:
  // those of the temporary file and of `sink`.
  Result<void> copy_to(Sink& sink);

 private:
  CsvSpool(Descriptor file, std::vector<std::string> first_columns, char delimiter);
  Result<void> flush();

  Descriptor file_;
  const std::unique_ptr<Sink> out_;
  const char delimiter_;
  std::vector<std::string> columns_;
  std::map<std::string, std::size_t, std::less<>> positions_;
  // Rows that are not in the file yet. A row begins with a RowHead.
  std::string rows_;
  struct RowHead {
    std::uint64_t size_bytes;  // of the row, with its end
    std::uint64_t columns;     // that were known then
  };
};

}  // namespace partita::transfer
