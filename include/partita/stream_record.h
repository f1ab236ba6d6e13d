// A record of a table's stream, as handlers of streams and Lambda functions get it.
#pragma once

#include <partita/attribute_value.h>

#include <optional>
#include <string>

namespace partita {

struct StreamRecord {
  std::string event_id = {};
  std::string event_name = {};  // INSERT, MODIFY or REMOVE
  std::string sequence_number = {};
  AttributeMap keys = {};
  // As the stream's view type has them.
  std::optional<AttributeMap> old_image = {};
  std::optional<AttributeMap> new_image = {};
};

}  // namespace partita
