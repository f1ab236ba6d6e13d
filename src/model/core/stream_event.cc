#include "protocol/stream_event.h"

#include <partita/model/runtime/stream_events.h>

namespace partita::model {

Result<std::vector<StreamRecord>> read_stream_event(std::string_view json) {
  return protocol::decode_stream_event(json);
}

}  // namespace partita::model
