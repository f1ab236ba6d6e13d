#include "import_files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "base/try.h"
#include "transfer/bytes/files.h"
#include "transfer/compression/compression.h"
#include "transfer/exports/export_id.h"

namespace partita::tools {
namespace {

Result<ImportFiles> open_place(PlaceEnd end) {
  ImportFiles files{.end = std::move(end)};
  const std::string& key = files.end->key;
  if (files.end->is_prefix()) {
    PARTITA_TRY_VALUE(found, transfer::find_files(*files.end->place, key));
    files.found = std::move(found);
  } else {
    files.found.files.push_back({.key = key});
  }
  return files;
}

// The folder of an incremental export has only its manifests. Its data is beside it, so the place begins above both.
PlaceEnd import_directory(const std::string& source) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path folder = fs::absolute(source + "/", ignored).lexically_normal().parent_path();
  const fs::path exports = folder.parent_path();
  const std::string name = exports.filename().string() + "/";
  if (name != transfer::kExportsFolder || !fs::is_directory(exports / "data", ignored)) return directory_end(source);
  PlaceEnd end = directory_end(exports.parent_path().string());
  end.key = name + folder.filename().string() + "/";
  return end;
}

// An s3:// name without a slash at its end is an object if there is one, or else a prefix.
Result<ImportFiles> open_bucket(const std::string& source, const S3Options& s3) {
  PARTITA_TRY_VALUE(end, s3_end(source, s3));
  if (end.is_prefix()) return open_place(std::move(end));
  bool is_object = false;
  PARTITA_TRY(end.place->list(end.key, [&](const transfer::ObjectFacts& object) -> Result<void> {
    is_object = is_object || object.key == end.key;
    return {};
  }));
  if (!is_object) end.key += '/';
  return open_place(std::move(end));
}

Result<transfer::Format> format_for(const ImportFiles& files, const std::optional<transfer::Format>& format,
                                    const std::string& name) {
  if (format) return *format;
  if (files.found.summary) return files.found.summary->format;
  if (const auto known = transfer::format_of(name)) return *known;
  return invalid(fmt::format("{}: the ending does not tell the format; name it with --format", name));
}

}  // namespace

Result<ImportFiles> open_import_files(const std::string& source, const S3Options& s3) {
  if (source == "-") {
    ImportFiles files{.name = "stdin"};
    files.stream = transfer::read_descriptor(STDIN_FILENO, "stdin");
    return files;
  }
  if (is_s3_end(source)) return open_bucket(source, s3);
  if (is_directory_end(source)) return open_place(import_directory(source));
  ImportFiles files{.name = source};
  PARTITA_TRY_VALUE(file, transfer::open_file(source));
  files.stream = std::move(file);
  return files;
}

Result<void> import_files(ImportFiles& files, const std::optional<transfer::Format>& format,
                          const transfer::ReadSettings& read, transfer::Importer& importer) {
  const auto add = [&](transfer::Source& bytes, const std::string& name) -> Result<void> {
    PARTITA_TRY_VALUE(form, format_for(files, format, name));
    PARTITA_TRY_VALUE(text, transfer::inflate(bytes, name));
    return importer.add_file(*text, form, read, name);
  };
  if (files.stream) return add(*files.stream, files.name);
  transfer::Place& place = *files.end->place;
  // The formats of all files are known, and their bytes are right, before the first item is written.
  for (const transfer::FoundFile& file : files.found.files) {
    PARTITA_TRY(format_for(files, format, file.key));
    if (file.expected) PARTITA_TRY(transfer::verify_file(place, file));
  }
  for (const transfer::FoundFile& file : files.found.files) {
    PARTITA_TRY_VALUE(bytes, place.get(file.key));
    PARTITA_TRY(add(*bytes, place.name_of(file.key)));
  }
  return {};
}

}  // namespace partita::tools
