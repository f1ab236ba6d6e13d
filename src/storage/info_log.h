// RocksDB's own messages: warnings and errors go to the store's log, the rest nowhere, no LOG file is written.
#pragma once

#include "base/log.h"

#include <memory>

namespace rocksdb {
class Logger;
}

namespace partita::storage {

std::shared_ptr<rocksdb::Logger> make_info_log(base::Log log);

}  // namespace partita::storage
