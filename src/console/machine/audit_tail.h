// The last records of an audit log, for the console.
#pragma once

#include <partita/error.h>

#include <cstddef>
#include <string>
#include <vector>

namespace partita::console {

// At most `most` records of the file, each a JSON object, the newest last. At most 4 MB from the file's end are read,
// and then those of the file that it replaced (PATH.1) if they are too few. Lines that are not records are left out. A
// file that is missing has no records. Errors: InternalServerError if a file cannot be read.
Result<std::vector<std::string>> last_audit_records(const std::string& path, std::size_t most);

}  // namespace partita::console
