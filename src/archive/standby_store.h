// The store of a standby as its engine sees it: it reads, and refuses writes, because only the changes of the archive
// are written to the store below.
#pragma once

#include <memory>
#include <string>

#include "storage/store.h"

namespace partita::archive {

// The error of writes is ValidationException with the text `refusal`. The result owns `below`.
std::unique_ptr<storage::Store> make_standby_store(std::unique_ptr<storage::Store> below, std::string refusal);

}  // namespace partita::archive
