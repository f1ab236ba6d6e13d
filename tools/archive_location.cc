#include "archive_location.h"

#include <fmt/format.h>

#include "base/try.h"
#include "transfer/places/directory.h"

namespace partita::tools {
namespace {

constexpr std::string_view kFileScheme = "file://";

std::string with_slash(std::string prefix) {
  if (!prefix.empty() && !prefix.ends_with('/')) prefix.push_back('/');
  return prefix;
}

}  // namespace

void add_archive_location_options(CLI::App& app, ArchiveLocationOptions& options) {
  app.add_option("--archive-key", options.key_file,
                 "file with the key by which the archive is encrypted; `partita archive new-key` makes one")
      ->type_name("FILE");
  add_s3_options(app, options.s3);
}

Result<archive::ArchiveLocation> archive_location(const ArchiveLocationOptions& options) {
  archive::ArchiveLocation location;
  if (!options.key_file.empty()) {
    PARTITA_TRY_VALUE(key, archive::ArchiveKey::read(options.key_file));
    location.key = key;
  }
  if (is_s3_end(options.url)) {
    PARTITA_TRY_VALUE(end, s3_end(options.url, options.s3));
    location.place = std::move(end.place);
    location.prefix = with_slash(end.key);
    return location;
  }
  std::string path = options.url;
  if (path.starts_with(kFileScheme)) {
    path = path.substr(kFileScheme.size());
    if (!path.starts_with('/'))
      return invalid(
          fmt::format("'{}' names the directory of another machine; write the path with three slashes: file:///{}",
                      options.url, path));
  }
  if (path.empty() || path.find("://") != path.npos)
    return invalid(
        fmt::format("'{}' is not the place of an archive: give file:///DIR, DIR or s3://BUCKET/PREFIX", options.url));
  location.place = transfer::directory_place(path, transfer::Readers::Owner);
  return location;
}

}  // namespace partita::tools
