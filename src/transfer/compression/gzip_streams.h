// gzip: written by ISA-L, which is six times as fast as zlib, and read by zlib.
#pragma once

#include <memory>
#include <string>

#include "transfer/bytes/streams.h"

namespace partita::transfer {

std::unique_ptr<Sink> gzip(Sink& below);
std::unique_ptr<Source> gunzip(Source& below, std::string name);

}  // namespace partita::transfer
