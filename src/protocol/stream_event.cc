#include "protocol/stream_event.h"

#include "base/try.h"
#include "protocol/faults.h"
#include "protocol/json/json_reader.h"
#include "protocol/json/storable.h"

namespace partita::protocol {
namespace {

// Leaves `out` unchanged if the object has no such member.
template <class T>
bool read_member(JsonReading& reading, simdjson::dom::object from, std::string_view name, T& out) {
  Json member;
  if (from[name].get(member) != simdjson::SUCCESS) return true;
  return read(reading, member, ValuePlace::Member, out);
}

bool read_record(JsonReading& reading, Json json, StreamRecord& out) {
  simdjson::dom::object record, data;
  if (json.get(record)) return reading.struct_fault(json, ValuePlace::Element, "Record");
  Json inner;
  if (record["dynamodb"].get(inner) != simdjson::SUCCESS || inner.get(data) != simdjson::SUCCESS)
    return reading.serialization_fault("A stream's record has a member dynamodb");
  const bool done = read_member(reading, record, "eventID", out.event_id) &&
                    read_member(reading, record, "eventName", out.event_name) &&
                    read_member(reading, data, "SequenceNumber", out.sequence_number) &&
                    read_member(reading, data, "Keys", out.keys) &&
                    read_member(reading, data, "OldImage", out.old_image) &&
                    read_member(reading, data, "NewImage", out.new_image);
  if (!done) return false;
  // Only time to live has an identity.
  out.expired = record["userIdentity"].get(inner) == simdjson::SUCCESS && !inner.is_null();
  const bool storable = is_storable(out.keys) && (!out.old_image || is_storable(*out.old_image)) &&
                        (!out.new_image || is_storable(*out.new_image));
  return storable || reading.serialization_fault("A stream's record holds a value that no database can hold");
}

// A service answers malformed JSON with an empty text, which would tell a program nothing.
Result<JsonText> parsed(std::string_view json) {
  auto text = JsonText::parse(json);
  if (!text && text.error().message.empty()) text.error().message = "The stream's event is not JSON";
  return text;
}

// A value that nests too deeply is read as an empty one, so that other faults may be found first.
Error fault_of(JsonReading& reading) {
  if (reading.nests_too_deeply) return invalid(std::string(kNestingFault)).error();
  return std::move(reading.fault);
}

}  // namespace

Result<std::vector<StreamRecord>> decode_stream_event(std::string_view json) {
  PARTITA_TRY_VALUE(text, parsed(json));
  JsonReading reading;
  std::vector<StreamRecord> records;
  simdjson::dom::object event;
  simdjson::dom::array list;
  const bool has_list = !text.root().get(event) && event["Records"].get(list) == simdjson::SUCCESS;
  if (!has_list) {
    if (!read_record(reading, text.root(), records.emplace_back())) return unexpected(fault_of(reading));
    return records;
  }
  for (const Json record : list)
    if (!read_record(reading, record, records.emplace_back())) return unexpected(fault_of(reading));
  return records;
}

}  // namespace partita::protocol
