// The form in which every object of an archive is stored: compressed, with a check of each piece, and encrypted if the
// archive has a key. A piece that was changed, left out, added or taken from another object is found when it is read.
// FORMAT.md has the bytes.
//
// Without a key the checks find accidents. With one they also find changes that somebody made on purpose who lacks the
// key, but for a whole object that is put back as it was at an earlier time.
#pragma once

#include <partita/error.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "archive/archive_key.h"
#include "transfer/bytes/streams.h"

namespace partita::archive {

// The bytes of an object that are sealed at once.
inline constexpr std::size_t kPieceBytes = 256 << 10;

// Seals the bytes that are written to it. The caller finishes `below` afterwards. Requires: `below` and `key` outlive
// the result. `name` is the name of the object in the archive, which is a part of the checks.
std::unique_ptr<transfer::Sink> seal(transfer::Sink& below, std::string name, const ArchiveKey* key);

// Opens bytes that were sealed under this name. Requires: as seal(). Errors when reading: Corruption, which names the
// object; ValidationException if the object is encrypted and `key` is null or another one; those of `below`.
std::unique_ptr<transfer::Source> unseal(transfer::Source& below, std::string name, const ArchiveKey* key);

}  // namespace partita::archive
