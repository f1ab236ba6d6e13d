// Writes items in the formats that have one line for each item and need not know the other items. CSV is in csv.h.
#pragma once

#include <partita/item.h>

#include <cstdint>
#include <optional>
#include <string>

#include "transfer/formats/format.h"

namespace partita::transfer {

// Appends the line of the item, with its end, to `out`. Requires: the format is not Csv.
void append_line(Format format, const Item& item, std::string& out);

// The last change of an item in the span of an incremental export.
struct ItemChange {
  std::int64_t write_time_us = 0;  // microseconds since the Unix epoch
  Item keys = {};
  std::optional<Item> old_image = {};  // if the item was there before the span and the export has such images
  std::optional<Item> new_image = {};  // if the item is there after the span
};
// Appends the line of the change, with its end, as in incremental exports of the service. The form in Ion, a struct
// inside {Record:...}, is not verified with files of the service. Requires: the format is DynamoDbJson or Ion.
void append_change(Format format, const ItemChange& change, std::string& out);

}  // namespace partita::transfer
