// Makes copies equal to their source, whatever else is written meanwhile.
//
// A round reads the source, writes each copy that differs from it, and reads the source again. If the source or a
// holder has changed meanwhile, a further round follows. Each write is conditional on the copy and on the references
// that were read, so the last round of the last program decides, and it has read the source after all that it
// overwrites.
#pragma once

#include <memory>
#include <vector>

#include "model/copies/copy_values.h"
#include "model/core/session.h"

namespace partita::model {

struct Mended {
  std::int64_t compared = 0;
  std::int64_t written = 0;
  std::vector<UnwrittenCopy> unwritten = {};      // holders
  std::vector<UnwrittenCopy> without_value = {};  // the source, if it gives a copy no value, with the reason
  Cost cost = {};
};
// True if the error says something of one item, so that the others can be written nevertheless.
bool concerns_one_item(ErrorCode code);

// Compares all copies of the source that are in the same items as `copy`, in the holders that a read finds. `source`
// has the fields of the source's primary key. A source that does not exist leaves its holders as they are. A holder
// that cannot be written, and a source that gives no value, are listed and do not stop the others. Errors: those of
// reads and writes; TransactionConflictException if other programs changed the source or its holders in each of
// SessionOptions::read_first_attempts rounds.
void mend_source(const std::shared_ptr<Session>& session, Mode mode, const CopyInfo& copy, AttributeMap source,
                 Done<Mended> done);

// Compares those copies in one holder, and the key by which its source finds it. `holder` has the attributes of the
// item's primary key. Errors: as mend_source().
void mend_holder(const std::shared_ptr<Session>& session, Mode mode, const CopyInfo& copy, AttributeMap holder,
                 Done<Mended> done);

}  // namespace partita::model
