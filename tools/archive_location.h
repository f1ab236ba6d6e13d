// The place of an archive as options name it.
#pragma once

#include <CLI/App.hpp>
#include <string>

#include "archive/archive_place.h"
#include "transfer/ends.h"

namespace partita::tools {

struct ArchiveLocationOptions {
  std::string url;       // file:///DIR, a directory, or s3://BUCKET/PREFIX
  std::string key_file;  // empty: the archive is not encrypted
  S3Options s3 = {};
};

// Adds --archive-key and the options of S3.
void add_archive_location_options(CLI::App& app, ArchiveLocationOptions& options);

// Opens the place. Sends no request. Errors: ValidationException for another form of the URL, or a key file that cannot
// be used; those of s3_end().
Result<archive::ArchiveLocation> archive_location(const ArchiveLocationOptions& options);

}  // namespace partita::tools
