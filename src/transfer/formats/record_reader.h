// RecordReader: reads the items of a file one after the other. A record that is not a valid item is reported and the
// reader goes on behind it, because an import skips such records.
#pragma once

#include <partita/attribute_value.h>
#include <partita/enums.h>
#include <partita/item_operations.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "transfer/bytes/streams.h"
#include "transfer/formats/format.h"

namespace partita::transfer {

// The longest record in bytes of text. An item of 400 KB takes at most 2.4 MB of JSON. A longer record is reported as a
// fault, and its rest is skipped.
inline constexpr std::size_t kMostRecordBytes = 16 * 1024 * 1024;

struct Record {
  enum class Kind : std::uint8_t {
    Put,     // `item` is an item that can be stored, as far as that does not depend on the table
    Delete,  // `item` is the key of an item that an incremental export says is gone
    Faulty,  // `fault` says why the record is not an item
  };
  Kind kind = Kind::Put;
  bool is_change = false;  // of an incremental export, also if it is a Put
  AttributeMap item = {};
  std::string fault = {};
  // The fault is one of the text, so that the beginning of the next record is not certain.
  bool is_malformed = false;
  // The condition of a put in a bulk write, beside the item.
  OptionalString condition_expression = {};
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  std::uint64_t line = 0;      // the line at which the record begins, counted from 1
  std::string_view text = {};  // the record as it is in the file; valid until the next call of the reader
};

class RecordReader {
 public:
  virtual ~RecordReader() = default;
  // Reads the next record into `out`, which may be one that was used before. Returns false at the end. Blank lines are
  // skipped. Errors: those of the source, and ValidationException if the file as a whole cannot be read. After an error
  // the reader must not be used.
  virtual Result<bool> next(Record& out) = 0;
};

// The attributes whose type a table declares: the keys of the table and of its indexes.
using DeclaredTypes = std::map<std::string, ScalarAttributeType, std::less<>>;

struct ReadSettings {
  // CSV and plain JSON have no types, so the attributes with these names get the declared ones. A text of type B is
  // base64.
  DeclaredTypes types = {};
  // Only for CSV.
  char delimiter = ',';                   // one of , tab : ; | and space
  std::vector<std::string> columns = {};  // if given, the first line is an item and not the names of the columns
};

// `source` must outlive the reader.
std::unique_ptr<RecordReader> read_records(Format format, Source& source, ReadSettings settings);

}  // namespace partita::transfer
