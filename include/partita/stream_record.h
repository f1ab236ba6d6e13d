// A record of a table's stream, in the form that handlers of streams and Lambda functions receive. Source: the API
// reference, "Record" and "StreamRecord" of DynamoDB Streams.
#pragma once

#include <partita/attribute_value.h>

#include <optional>
#include <string>

namespace partita {

// One change of an item.
struct StreamRecord {
  std::string event_id = {};
  std::string event_name = {};  // INSERT, MODIFY or REMOVE
  std::string sequence_number = {};
  // Set by feeds of the model layer (pt::changes) and empty otherwise: the sequence number, bound to its stream.
  std::string checkpoint = {};
  AttributeMap keys = {};  // the primary key of the item
  // The item before and after the change. The stream's view type decides which of the two are present.
  std::optional<AttributeMap> old_image = {};
  std::optional<AttributeMap> new_image = {};
  bool expired = false;  // time to live deleted the item
};

}  // namespace partita
