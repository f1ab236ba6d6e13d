// The range of store keys that a Scan reads, or another operation with the segments of Scan.
#pragma once

#include "engine/pages/page.h"

namespace partita::engine {

// Errors: ResourceNotFoundException; ValidationException for a faulty index or ExclusiveStartKey.
Result<PageRange> scan_range(const Context& context, const ops::PreparedPage& page);

}  // namespace partita::engine
