// The records of exports, imports and bulk writes (FORMAT.md).
#pragma once

#include <partita/error.h>

#include <string>
#include <string_view>

#include "catalog/realm.h"
#include "catalog/transfer_info.h"

namespace partita::catalog {

std::string encode_transfer(const TransferInfo& transfer, const Realm& realm = {});
struct StoredTransfer {
  TransferInfo transfer;
  Realm realm;
};
// Errors: Corruption, or DataDirectoryNewer if the record's version is unknown.
Result<StoredTransfer> decode_transfer(std::string_view bytes);

// The bytes of a request in a record. They are equal exactly for equal requests.
std::string encode_request(const TransferInfo::Request& request);

}  // namespace partita::catalog
