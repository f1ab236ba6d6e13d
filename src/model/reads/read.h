// read() with rows that become structs while they are read.
#pragma once

#include <partita/model/runtime/rows.h>
#include <partita/model/runtime/session.h>

#include "model/reads/prepared_read.h"

namespace partita::model {

namespace detail {
struct StructReader;
}

// The target of a read's rows. Without a reader they go to RowPage::rows. With a reader they go to the vector that it
// fills, RowPage::rows stays empty, and RowPage::unreadable also lists the rows that cannot be decoded. The reader and
// the vector must live until the read is done.
struct RowTarget {
  const detail::StructReader* reader = nullptr;
  void* structs = nullptr;
};

// Reads as read() in pattern_reads.h does, and has its errors.
void read(const std::shared_ptr<Session>& session, Mode mode, SharedRequest request, RowTarget target,
          Done<RowPage> done);

}  // namespace partita::model
