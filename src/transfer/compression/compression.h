// Compression of streams, as ImportTable names it: GZIP, ZSTD or NONE.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "transfer/bytes/streams.h"

namespace partita::transfer {

enum class Compression : std::uint8_t { None, Gzip, Zstd };

// The compression that the ending of a file's name promises: .gz, .zst, .zstd; otherwise it is not compressed.
Compression compression_of(std::string_view name);
// The name without such an ending.
std::string_view without_ending(std::string_view name);

// Compresses to `below`, which the caller finishes after this stream. Without a compression the stream
// passes the bytes on.
std::unique_ptr<Sink> compress(Compression compression, Sink& below);

// Inflates `below`. Several members or frames behind each other are one stream, as the tools of both formats write
// them. `name` is for messages. The stream holds up to 8 MB for zstd, and a zstd frame that needs a larger window is
// refused. Errors when reading: those of `below`, and ValidationException if the bytes are malformed or end too early.
std::unique_ptr<Source> inflate(Compression compression, Source& below, std::string name);

// The same by the first bytes of `below` instead of a name, because a store need not keep the endings of names. Errors:
// those of `below`.
Result<std::unique_ptr<Source>> inflate(Source& below, std::string name);

}  // namespace partita::transfer
