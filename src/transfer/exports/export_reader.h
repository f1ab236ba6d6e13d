// Finds the data files of an export, or of any other source of an import, in a place.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "transfer/exports/manifest.h"
#include "transfer/places/place.h"

namespace partita::transfer {

struct FoundFile {
  std::string key = {};
  std::optional<DataFile> expected = {};  // of an export with manifests
};
struct FoundFiles {
  std::optional<ExportSummary> summary = {};  // of an export with manifests
  std::vector<FoundFile> files = {};
};

// Finds the files below `prefix`, which may be:
//   the folder of an export, with manifest-summary.json; the checksums of the manifests are verified
//   a prefix with one such export below it
//   a prefix of data files, such as the folder data of an export; all objects below it are data, but for _started,
//   names that begin with a dot, and the manifests of an export and their checksums
// The prefix is empty or ends with a slash. An export may have been copied: its files are found by the places that
// they have to each other. Errors: those of the place; ValidationException if several exports are below the prefix, if
// a manifest cannot be read, or if no file is there; Corruption if a checksum is wrong or a data file is missing.
Result<FoundFiles> find_files(Place& place, const std::string& prefix);

// Reads the file and compares its checksum with the one in the manifest. Returns the number of
// its bytes. Errors: those of the place, and Corruption if the bytes are others.
Result<std::uint64_t> verify_file(Place& place, const FoundFile& file);

}  // namespace partita::transfer
