// Reads the items of a response. A remote database may send anything, but an Item requires values that can be stored.
#include "protocol/json/item_bytes.h"
#include "protocol/json/json_reader.h"
#include "protocol/json/storable.h"

namespace partita::protocol {

bool read(JsonReading& reading, Json json, ValuePlace place, Item& out) {
  thread_local std::string bytes;  // reused, so that each item can allocate exactly the memory that it needs
  bytes.clear();
  if (append_item_bytes(json, bytes)) {
    auto held = std::make_shared<const std::string>(bytes);
    const std::string_view view = *held;
    out = Item(std::move(held), view);
    return true;
  }
  AttributeMap attributes;
  if (!read(reading, json, place, attributes)) return false;
  if (!is_storable(attributes))
    return reading.serialization_fault("An item in the response holds a value that no database can hold");
  out = Item(attributes);
  return true;
}

}  // namespace partita::protocol
