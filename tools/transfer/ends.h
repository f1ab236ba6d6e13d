// The ends of `partita export` and `partita import` that are not tables: files, directories, stdin and stdout, and
// prefixes of S3.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "transfer/compression/compression.h"
#include "transfer/formats/format.h"
#include "transfer/places/place.h"

namespace partita::tools {

// An end that is a place, with a key or a prefix in it.
struct PlaceEnd {
  std::unique_ptr<transfer::Place> place = {};
  std::string bucket = {};  // empty for a directory
  // A key, or a prefix that is empty or ends with a slash.
  std::string key = {};
  bool is_prefix() const { return key.empty() || key.ends_with('/'); }
};

// Whether `end` names a place and not a file: it ends with a slash or is a directory.
bool is_directory_end(const std::string& end);

// Opens a directory. Requires: is_directory_end(end).
PlaceEnd directory_end(const std::string& end);

// A file that is written: stdout for "-", a pipe or a device directly, and others as a whole or not at all.
Result<std::unique_ptr<transfer::Sink>> open_output(const std::string& end);

// How a bucket is reached.
struct S3Options {
  std::string endpoint = {};  // empty: Amazon S3
  std::string region = {};    // empty: as partita::connect finds it
};
// Adds --s3-endpoint and --s3-region. Requires: `options` outlives `app`.
void add_s3_options(CLI::App& app, S3Options& options);
bool is_s3_end(const std::string& end);
// Errors: ValidationException if `end` is not s3://BUCKET or s3://BUCKET/KEY, or if the region is not known.
Result<PlaceEnd> s3_end(const std::string& end, const S3Options& options);

// Add --format and --compress. Requires: the values outlive `app`.
void add_format_option(CLI::App& app, std::optional<transfer::Format>& format);
void add_compression_option(CLI::App& app, std::optional<transfer::Compression>& compression);

// Splits a text such as "pk,sk" at its commas.
std::vector<std::string> split_names(const std::string& text);

// A check of the option --delimiter, which also takes "tab" and "space".
std::string need_delimiter(const std::string& text);
char delimiter_of(const std::string& text);

}  // namespace partita::tools
