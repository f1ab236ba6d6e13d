// The bases of an archive.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "archive/archive_writer.h"
#include "archive/names.h"
#include "archive/prune.h"
#include "auth/sha256.h"
#include "base/text.h"
#include "base/try.h"
#include "storage/data_directory.h"

namespace partita::archive {
namespace {

// Files of a data directory that are not the store's own and that a restored directory needs.
constexpr const char* kSmallFiles[] = {"partita.format", "partita.owner", "identities"};
// It has access keys as they are, so it is in an archive that is encrypted only.
constexpr const char* kSecretFile = "credentials";

std::string id_of(const std::string& digest, const ArchiveKey* key) {
  // The digest of an encrypted file would tell whoever has the file that it is in the archive.
  return key == nullptr ? digest : base::hex(key->derived("partita archive file " + digest));
}

}  // namespace

std::vector<ArchiveWriter::SmallFile> ArchiveWriter::small_files() const {
  std::vector<SmallFile> files;
  std::vector<const char*> names(std::begin(kSmallFiles), std::end(kSmallFiles));
  if (archive_.key() != nullptr) names.push_back(kSecretFile);
  for (const char* name : names) {
    std::ifstream file(std::filesystem::path(options_.directory) / name, std::ios::binary);
    // The files of a base are not encrypted as those of the directory may be.
    if (file && name == storage::kFormatFile)
      files.push_back({name, storage::plain_format_text()});
    else if (file)
      files.push_back({name, std::string{std::istreambuf_iterator<char>(file), {}}});
  }
  return files;
}

bool ArchiveWriter::needs_base() const {
  const std::lock_guard lock(mutex_);
  return position_.base == 0 || archived_small_files_ != small_files();
}

Result<BaseFile> ArchiveWriter::store_file(const std::string& name, std::uint64_t size,
                                           const std::function<Result<void>(const ArchivePlace::Take&)>& read) {
  auth::Sha256 hash;
  std::uint64_t read_bytes = 0;
  PARTITA_TRY(read([&](std::string_view bytes) -> Result<void> {
    hash.add(bytes);
    read_bytes += bytes.size();
    return {};
  }));
  if (read_bytes != size)
    return fail(ErrorCode::InternalServerError, fmt::format("{} has {} bytes, expected {}", name, read_bytes, size));
  BaseFile file{.name = name, .size_bytes = size, .digest = std::string(auth::view(auth::hex(hash.finish())))};
  file.id = id_of(file.digest, archive_.key());
  if (!present_.contains(file.id)) {
    PARTITA_TRY(archive_.put_stream(file_name(file.id), [&](transfer::Sink& sink) {
      return read([&sink](std::string_view bytes) { return sink.write(bytes); });
    }));
    present_.insert(file.id);
  }
  return file;
}

Result<BaseFile> ArchiveWriter::store_checkpoint_file(const storage::Checkpoint& checkpoint,
                                                      const storage::Checkpoint::File& file) {
  if (const auto known = known_.find(file.name);
      known != known_.end() && known->second.size_bytes == file.size_bytes && present_.contains(known->second.id))
    return known->second;
  auto stored = store_file(file.name, file.size_bytes,
                           [&](const ArchivePlace::Take& take) { return checkpoint.read(file, take); });
  if (!stored) return stored;
  stored->never_changes = file.never_changes;
  if (file.never_changes) known_[file.name] = *stored;
  return stored;
}

// A lost answer may have left the manifest of an earlier attempt.
Result<bool> ArchiveWriter::is_own_base(const std::string& name) const {
  PARTITA_TRY_VALUE(text, archive_.get(name, kMostRecordBytes));
  PARTITA_TRY_VALUE(base, parse_base(text));
  return base.writer == writer_;
}

Result<void> ArchiveWriter::write_base(const Progress& progress, const PassTime& pass_time,
                                       const std::atomic<bool>& stop) {
  if (!knows_files_.exchange(true)) {
    PARTITA_TRY(archive_.remove_leftovers());
    PARTITA_TRY_VALUE(contents, read_contents(archive_));
    present_.clear();
    for (const GenerationContents& generation : contents.generations)
      for (const Base& known : generation.bases)
        for (const BaseFile& file : known.files) present_.insert(file.id);
  }
  const Position before = position();
  Base base{.generation = before.generation, .number = before.base + 1, .after_segment = before.end.segment};
  PARTITA_TRY_VALUE(checkpoint, log_.checkpoint());
  base.last_number = log_.last_number();
  // The time of a base is that of its last batch, however old that is, so that each moment since then can be restored.
  base.time_ms = before.end.time_ms;
  PARTITA_TRY_VALUE(end, log_.read(before.end.number, [&base](storage::LoggedBatch&& batch) {
    if (batch.first <= base.last_number) base.time_ms = std::max(base.time_ms, batch.time_ms);
    return batch.first + batch.count <= base.last_number;
  }));
  if (end == storage::ChangeLog::ReadEnd::Gap) base.time_ms = clock_.now_ms();
  std::uint64_t done = 0, all = 0;
  for (const auto& file : checkpoint->files()) all += file.size_bytes;
  for (const auto& file : checkpoint->files()) {
    if (stop) return fail(ErrorCode::ServiceUnavailable, "the server stops");
    PARTITA_TRY_VALUE(stored, store_checkpoint_file(*checkpoint, file));
    base.files.push_back(std::move(stored));
    progress(done += file.size_bytes, all);
  }
  std::vector<SmallFile> small = small_files();
  for (const SmallFile& file : small) {
    PARTITA_TRY_VALUE(stored, store_file(file.name, file.bytes.size(),
                                         [&](const ArchivePlace::Take& take) { return take(file.bytes); }));
    base.files.push_back(std::move(stored));
  }
  // Files that are gone will not be asked for again.
  std::erase_if(known_, [&base](const auto& known) {
    return std::ranges::none_of(base.files, [&](const BaseFile& file) { return file.name == known.first; });
  });
  // The manifest comes last: without it the base does not exist.
  for (;;) {
    const Position now = position();
    if (now.generation != base.generation) return {};
    base.reached = now.end;
    if (now.end.number >= base.last_number) break;
    if (!pass_time()) return fail(ErrorCode::ServiceUnavailable, "the changes of the base are not archived");
  }
  base.writer = writer_;
  const std::string name = base_name(base.generation, base.number);
  PARTITA_TRY(check_right());
  PARTITA_TRY_VALUE(made, archive_.put_new(name, archive_.seal_bytes(name, to_text(base))));
  if (!made) {
    PARTITA_TRY_VALUE(is_own, is_own_base(name));
    if (!is_own)
      return fail(ErrorCode::ResourceInUseException,
                  fmt::format("another server writes the archive {}", archive_.name_of("")));
  }
  {
    const std::lock_guard lock(mutex_);
    if (position_.generation == base.generation) position_.base = base.number;
    archived_small_files_ = std::move(small);
  }
  if (options_.keep.count() == 0) return {};
  PARTITA_TRY_VALUE(pruned, prune(archive_, clock_.now_ms() - std::chrono::milliseconds(options_.keep).count()));
  for (const std::string& id : pruned.removed_files) present_.erase(id);
  return {};
}

}  // namespace partita::archive
