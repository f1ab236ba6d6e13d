// zstd by libzstd.
#pragma once

#include <memory>
#include <string>

#include "transfer/bytes/streams.h"

namespace partita::transfer {

std::unique_ptr<Sink> zstd(Sink& below);
std::unique_ptr<Source> unzstd(Source& below, std::string name);

}  // namespace partita::transfer
