// A directory as a place: each object is a file below it.
//
// An object is written to a file without a name, synced, and renamed by way of the name ".partita-<random>.part". If
// the file system lacks files without names, the file has that name from the beginning, and the death of the process
// leaves it, until remove_leftovers(). put_new() needs no such name if there are files without names. list() leaves out
// files and directories whose names begin with a dot, and follows no links to directories. It holds the keys that it
// lists in memory, in order to sort them.
#pragma once

#include <cstdint>

#include "transfer/places/place.h"

namespace partita::transfer {

// `path` need not exist; put() makes it, and the directories below it. Keys with an empty part, ".", ".." or a part
// that begins with a dot are refused.
// With Owner only the user of this process can read the directories that it makes, and so everything in them.
enum class Readers : std::uint8_t { All, Owner };
std::unique_ptr<Place> directory_place(std::string path, Readers readers = Readers::All);

// Writes a file anywhere in the same way: as a whole, or not at all. Errors: those of Place::put.
Result<std::unique_ptr<ObjectSink>> replace_file(const std::string& path);

}  // namespace partita::transfer
