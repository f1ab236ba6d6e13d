// read(), with rows that become structs as they are read.
#pragma once

#include <partita/model/runtime.h>

#include "model/prepared_read.h"

namespace partita::model {

namespace detail {
struct StructReader;
}

// Where the rows go: into RowPage::rows, or, with a reader, into the vector that it fills; then RowPage::unreadable has
// the rows that cannot be decoded, too, and RowPage::rows is empty. Both must live until the read is done.
struct RowTarget {
  const detail::StructReader* reader = nullptr;
  void* structs = nullptr;
};

// As read() in runtime.h.
void read(const std::shared_ptr<Session>& session, Mode mode, SharedRequest request, RowTarget target,
          Done<RowPage> done);

}  // namespace partita::model
