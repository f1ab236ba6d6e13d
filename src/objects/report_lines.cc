#include "objects/parts.h"
#include "protocol/item_json.h"
#include "value/utf8.h"

namespace partita::objects {
namespace {

void append_text(std::string_view name, std::string_view text, std::string& out) {
  out.append(",\"").append(name).append("\":");
  protocol::append_json_text(value::is_utf8(text) ? text : std::string_view("(not UTF-8)"), out);
}

}  // namespace

std::string report_lines(const std::vector<engine::ReportedRecord>& records) {
  std::string out;
  for (const engine::ReportedRecord& record : records) {
    out += "{\"S3Key\":";
    protocol::append_json_text(record.key, out);
    if (record.line != 0) out.append(",\"Line\":").append(std::to_string(record.line));
    append_text("ErrorCode", record.code, out);
    append_text("ErrorMessage", record.message, out);
    if (!record.text.empty()) append_text("Record", record.text, out);
    if (!record.item.empty()) {
      out += ",\"Item\":";
      protocol::append_typed_json(record.item, out);
    }
    if (record.existing) {
      out += ",\"ExistingItem\":";
      protocol::append_typed_json(*record.existing, out);
    }
    out += "}\n";
  }
  return out;
}

}  // namespace partita::objects
