#include "transfer/exports/export_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/base64.h"
#include "base/text.h"
#include "base/try.h"
#include "transfer/bytes/md5.h"
#include "transfer/exports/export_id.h"

namespace partita::transfer {
namespace {

constexpr std::string_view kSummaryName = "manifest-summary.json";
constexpr std::string_view kFilesName = "manifest-files.json";
constexpr std::string_view kStartedName = "_started";
constexpr std::size_t kMostSummaryBytes = 1024 * 1024;
constexpr std::size_t kMostFilesBytes = 1024 * 1024 * 1024;
constexpr std::size_t kMostLineBytes = 64 * 1024;

std::string_view last_part(std::string_view key) { return key.substr(key.rfind('/') + 1); }
std::string_view folder_of(std::string_view key) { return key.substr(0, key.rfind('/') + 1); }

bool is_data(std::string_view key) {
  const std::string_view name = last_part(key);
  return !name.empty() && !name.starts_with('.') && name != kStartedName && name != "_SUCCESS" &&
         !name.starts_with("manifest-summary.") && !name.starts_with("manifest-files.");
}

Error at_object(Place& place, const std::string& key, Error error) {
  error.message = place.name_of(key) + ": " + error.message;
  return error;
}

unexpected<Error> corrupt(Place& place, const std::string& key, std::string_view why) {
  return fail(ErrorCode::Corruption, place.name_of(key).append(": ").append(why));
}

// Verifies a manifest by the checksum beside it. An export of the service has the ending .md5, although the developer
// guide says .checksum. A manifest without a checksum is taken as it is.
Result<void> verify_manifest(Place& place, const std::string& key, std::string_view text,
                             const std::set<std::string, std::less<>>& keys) {
  const std::string stem = key.substr(0, key.size() - std::string_view(".json").size());
  for (const std::string_view ending : {".md5", ".checksum"}) {
    const std::string checksum_key = std::string(stem).append(ending);
    if (!keys.contains(checksum_key)) continue;
    PARTITA_TRY_VALUE(checksum, get_text(place, checksum_key, kMostLineBytes));
    if (base::trimmed(checksum) != base::to_base64(md5(text)))
      return corrupt(place, key, "the bytes have another MD5 than the checksum beside it");
    return {};
  }
  return {};
}

// The key of a data file in this place. The manifest names it from the root of the bucket that the export was made in.
std::optional<std::string> key_here(const std::string& named, const std::string& folder,
                                    const std::set<std::string, std::less<>>& keys) {
  const std::size_t exports = named.rfind(kExportsFolder);
  const std::size_t exports_here = folder.rfind(kExportsFolder);
  const std::string name(last_part(named));
  std::vector<std::string> candidates;
  if (exports != named.npos && exports_here != folder.npos)
    candidates.push_back(folder.substr(0, exports_here) + named.substr(exports));
  candidates.push_back(folder + "data/" + name);
  candidates.push_back(folder + name);
  for (std::string& candidate : candidates)
    if (keys.contains(candidate)) return std::move(candidate);
  return std::nullopt;
}

Result<FoundFiles> read_manifests(Place& place, const std::string& summary_key,
                                  const std::set<std::string, std::less<>>& keys) {
  FoundFiles out;
  const std::string folder(folder_of(summary_key));
  PARTITA_TRY_VALUE(summary_text, get_text(place, summary_key, kMostSummaryBytes));
  PARTITA_TRY(verify_manifest(place, summary_key, summary_text, keys));
  auto summary = read_summary(summary_text);
  if (!summary) return unexpected(at_object(place, summary_key, std::move(summary.error())));
  out.summary = std::move(*summary);

  const std::string files_key = folder + std::string(kFilesName);
  PARTITA_TRY_VALUE(lines, get_text(place, files_key, kMostFilesBytes));
  PARTITA_TRY(verify_manifest(place, files_key, lines, keys));
  std::uint64_t items = 0;
  for (std::string_view rest = lines; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = base::trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty()) continue;
    auto file = read_data_file_line(line);
    if (!file) return unexpected(at_object(place, files_key, std::move(file.error())));
    auto key = key_here(file->key, folder, keys);
    if (!key)
      return corrupt(
          place, files_key,
          "the data file " + file->key + " is missing" +
              (out.summary->changes ? "; the files of incremental exports are in the folder AWSDynamoDB/data/ "
                                      "beside those of the exports, so copy it too, and name the folder "
                                      "AWSDynamoDB/ID/ beside it"
                                    : ""));
    items += file->item_count;
    out.files.push_back({*std::move(key), std::move(*file)});
  }
  if (items != out.summary->item_count)
    return corrupt(place, files_key,
                   fmt::format("its files have {} items, and the summary says {}", items, out.summary->item_count));
  return out;
}

// The keys of all objects below the prefix, and of the data that incremental exports share.
Result<std::set<std::string, std::less<>>> keys_for(Place& place, const std::string& prefix) {
  std::set<std::string, std::less<>> keys;
  const auto add = [&](const ObjectFacts& object) -> Result<void> {
    keys.insert(object.key);
    return {};
  };
  PARTITA_TRY(place.list(prefix, add));
  const std::size_t exports = prefix.rfind(kExportsFolder);
  if (exports != prefix.npos)
    PARTITA_TRY(place.list(prefix.substr(0, exports) + std::string(kExportsFolder) + "data/", add));
  return keys;
}

}  // namespace

Result<FoundFiles> find_files(Place& place, const std::string& prefix) {
  PARTITA_TRY_VALUE(keys, keys_for(place, prefix));
  std::vector<std::string> summaries;
  for (const std::string& key : keys)
    if (key.starts_with(prefix) && last_part(key) == kSummaryName) summaries.push_back(key);
  if (summaries.size() > 1)
    return invalid(std::to_string(summaries.size()) + " exports are below " + place.name_of(prefix) +
                   "; name the folder of one, such as " + place.name_of(std::string(folder_of(summaries.back()))));
  if (!summaries.empty()) return read_manifests(place, summaries.front(), keys);
  FoundFiles out;
  for (const std::string& key : keys)
    if (key.starts_with(prefix) && last_part(key) == kStartedName)
      return fail(ErrorCode::Corruption, place.name_of(key) +
                                             ": this export has not ended, because it has no manifest-summary.json; "
                                             "to import its data files as they are, name their folder");
  for (const std::string& key : keys)
    if (key.starts_with(prefix) && is_data(key)) out.files.push_back({.key = key});
  if (out.files.empty()) return invalid("there are no files to read below " + place.name_of(prefix));
  return out;
}

Result<std::uint64_t> verify_file(Place& place, const FoundFile& file) {
  PARTITA_TRY_VALUE(source, place.get(file.key));
  std::string buffer(kChunkBytes, '\0');
  std::uint64_t size_bytes = 0;
  Md5 digest;
  for (;;) {
    PARTITA_TRY_VALUE(got, source->read(buffer.data(), buffer.size()));
    if (got == 0) break;
    digest.add({buffer.data(), got});
    size_bytes += got;
  }
  if (file.expected && base::to_base64(digest.finish()) != file.expected->md5)
    return corrupt(place, file.key, "the bytes have another MD5 than the manifest says");
  return size_bytes;
}

}  // namespace partita::transfer
