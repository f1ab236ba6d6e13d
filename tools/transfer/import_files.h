// The files of an import: one stream, or the data files of an export or of a folder.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "ends.h"
#include "transfer/exports/export_reader.h"
#include "transfer/tables/importer.h"

namespace partita::tools {

struct ImportFiles {
  std::string name = {};  // of the stream, for messages
  std::unique_ptr<transfer::Source> stream = {};
  // Without a stream.
  std::optional<PlaceEnd> end = {};
  transfer::FoundFiles found = {};
};

// Finds the files of `source`: a file, - for the standard input, a directory, or s3://BUCKET/PREFIX. Errors: those of
// the place, and those of transfer::find_files.
Result<ImportFiles> open_import_files(const std::string& source, const S3Options& s3);
// Reads all files into the importer, which the caller finishes. Without `format` it is that of the export, or that of
// the ending of a name. The checksums of all files of an export are compared before the first item is read. Errors:
// ValidationException if a format is not known; those of the files and of the importer.
Result<void> import_files(ImportFiles& files, const std::optional<transfer::Format>& format,
                          const transfer::ReadSettings& read, transfer::Importer& importer);

}  // namespace partita::tools
