// RocksDB's own messages. Warnings and errors go to the store's log, all others are dropped, and no LOG file is
// written.
#pragma once

#include <memory>

#include "base/log.h"

namespace rocksdb {
class Logger;
}

namespace partita::storage {

std::shared_ptr<rocksdb::Logger> make_info_log(base::Log log);

}  // namespace partita::storage
