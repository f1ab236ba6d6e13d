// The files of exports, imports and bulk writes as objects in buckets.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/transfer_files.h"
#include "transfer/places/place.h"

namespace partita::objects {

// Opens a bucket. Errors: ResourceNotFoundException if it does not exist, as far as that can be told without a request,
// and those of Place.
using OpenBucket = std::function<Result<std::unique_ptr<transfer::Place>>(const std::string& bucket)>;

// The buckets are the folders of a directory, which must exist.
OpenBucket buckets_in(std::string directory);

// `open` may be called from several threads.
std::shared_ptr<engine::TransferFiles> object_files(OpenBucket open);

}  // namespace partita::objects
