#include "transfer/formats/item_writer.h"

#include "base/check.h"
#include "protocol/item_json.h"
#include "transfer/formats/ion.h"

namespace partita::transfer {

void append_line(Format format, const Item& item, std::string& out) {
  switch (format) {
    case Format::DynamoDbJson:
      out += "{\"Item\":";
      protocol::append_typed_json(item, out);
      out += '}';
      break;
    case Format::JsonLines:
      protocol::append_plain_json(item, out);
      break;
    case Format::Ion:
      append_ion(item, out);
      break;
    case Format::Csv:
      PARTITA_CHECK(format != Format::Csv);
  }
  out += '\n';
}

void append_change(Format format, const ItemChange& change, std::string& out) {
  PARTITA_CHECK(format == Format::DynamoDbJson || format == Format::Ion);
  const bool is_json = format == Format::DynamoDbJson;
  const std::string time = std::to_string(change.write_time_us);
  const auto append_image = [&](std::string_view name, const Item& image) {
    if (is_json) {
      out.append(",\"").append(name).append("\":");
      protocol::append_typed_json(image, out);
    } else {
      out.append(",").append(name).append(":");
      append_ion_struct(image, out);
    }
  };
  if (is_json)
    out.append("{\"Metadata\":{\"WriteTimestampMicros\":{\"N\":\"").append(time).append("\"}}");
  else
    out.append("$ion_1_0 {Record:{Metadata:{WriteTimestampMicros:").append(time).append(".}");
  append_image("Keys", change.keys);
  if (change.old_image) append_image("OldImage", *change.old_image);
  if (change.new_image) append_image("NewImage", *change.new_image);
  out += is_json ? "}\n" : "}}\n";
}

}  // namespace partita::transfer
