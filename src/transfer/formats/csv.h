// Items as CSV (RFC 4180). Source of the rules for imports: "Amazon S3 import formats for DynamoDB", developer guide.
#pragma once

#include <partita/item.h>

#include <string>
#include <string_view>
#include <vector>

#include "transfer/formats/record_reader.h"

namespace partita::transfer {

// The delimiters that the service accepts.
inline constexpr std::string_view kDelimiters = ",\t:;| ";

// Appends a cell. It is quoted if it has a delimiter, a quote or a line end, and if it is an empty text, because a cell
// without any character is an absent attribute.
void append_cell(std::string_view text, char delimiter, std::string& out);
// Appends the line of the names.
void append_header(const std::vector<std::string>& columns, char delimiter, std::string& out);
// Appends the line of an item, with a cell for each of `columns`. Strings and numbers are written plainly, binary data
// as base64, and other types as DynamoDB JSON, such as {"BOOL":true}. Attributes that are not in `columns` are left
// out.
void append_row(const Item& item, const std::vector<std::string>& columns, char delimiter, std::string& out);

// Reads the items: each column that is not in settings.types is a string, and an empty cell that is not quoted is an
// attribute that the item lacks. A record may extend over several lines, inside quotes.
std::unique_ptr<RecordReader> read_csv(Source& source, ReadSettings settings);

}  // namespace partita::transfer
