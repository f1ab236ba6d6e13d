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

}  // namespace partita::transfer
