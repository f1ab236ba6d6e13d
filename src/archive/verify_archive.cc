#include "archive/verify_archive.h"

#include <fmt/format.h>

#include <map>

#include "archive/contents.h"
#include "archive/names.h"
#include "auth/sha256.h"
#include "base/try.h"

namespace partita::archive {
namespace {

// Errors that say something about one object, and not about the place.
bool is_finding(const Error& error) {
  return error.code == ErrorCode::Corruption || error.code == ErrorCode::ResourceNotFoundException ||
         error.code == ErrorCode::ValidationException || error.code == ErrorCode::DataDirectoryNewer;
}

class Verification {
 public:
  Verification(const ArchivePlace& archive, const std::function<void(std::uint64_t)>& progress)
      : archive_(archive), progress_(progress) {}

  Result<ArchiveReport> run() {
    auto contents = read_contents(archive_);
    if (!contents) {
      PARTITA_TRY(note(std::move(contents.error())));
      return report_;
    }
    if (!contents->head && !contents->generations.empty())
      report_.findings.push_back(archive_.name_of(kHeadName) + " is missing, so the end of the changes is not known");
    for (std::size_t i = 1; i < contents->generations.size(); ++i)
      if (const std::uint64_t next = contents->generations[i - 1].number + 1; contents->generations[i].number != next)
        report_.findings.push_back(archive_.name_of(generation_name(next)) + " is missing");
    for (const GenerationContents& generation : contents->generations) {
      ++report_.generations;
      for (const Base& base : generation.bases) PARTITA_TRY(check_base(base));
      PARTITA_TRY(check_changes(generation));
    }
    return report_;
  }

 private:
  Result<void> note(Error error) {
    if (!is_finding(error)) return unexpected(std::move(error));
    report_.findings.push_back(std::move(error.message));
    return {};
  }

  Result<void> check_base(const Base& base) {
    ++report_.bases;
    for (const BaseFile& file : base.files) {
      const auto known = digests_.find(file.id);
      if (known == digests_.end()) PARTITA_TRY(check_file(file));
      const auto& [digest, size] = digests_[file.id];
      if (!digest.empty() && (digest != file.digest || size != file.size_bytes))
        report_.findings.push_back(fmt::format("{}: {} says that its file {} has other bytes",
                                               archive_.name_of(file_name(file.id)),
                                               base_name(base.generation, base.number), file.name));
    }
    return {};
  }

  // The digest of a file that cannot be read is empty, and is a finding already.
  Result<void> check_file(const BaseFile& file) {
    const std::string name = file_name(file.id);
    auth::Sha256 hash;
    std::uint64_t size = 0;
    auto read = archive_.get_stream(name, [&](std::string_view piece) -> Result<void> {
      hash.add(piece);
      size += piece.size();
      add(piece.size());
      return {};
    });
    ++report_.files;
    auto& known = digests_[file.id];
    if (read) {
      known = {std::string(auth::view(auth::hex(hash.finish()))), size};
      return {};
    }
    if (read.error().code == ErrorCode::ResourceNotFoundException)
      read.error().message = archive_.name_of(name) + " is missing";
    return note(std::move(read.error()));
  }

  Result<void> check_changes(const GenerationContents& generation) {
    // Changes before the oldest base may have been removed.
    ChangesEnd after;
    if (!generation.bases.empty()) after = begin_of_changes(generation.bases.front());
    ChangesEnd reached = after;
    auto end = read_changes(
        archive_, generation.number, after, [&](Segment&& segment, const ChangesEnd& segment_end) -> Result<bool> {
          ++report_.segments;
          report_.batches += segment.batches.size();
          for (const auto& batch : segment.batches) add(batch.batch.size_bytes());
          reached = segment_end;
          for (const Base& base : generation.bases)
            if (base.reached.segment == segment_end.segment && base.reached.chain != segment_end.chain)
              report_.findings.push_back(archive_.name_of(base_name(base.generation, base.number)) +
                                         " is not of the changes of its generation");
          return true;
        });
    if (!end) return note(std::move(end.error()));
    const bool has_base = !generation.bases.empty();
    if (reached.segment < generation.least_end.segment && (has_base || reached.segment > 0))
      report_.findings.push_back(fmt::format("{} is missing; the changes go on to segment {}",
                                             archive_.name_of(changes_name(generation.number, reached.segment + 1)),
                                             generation.least_end.segment));
    if (reached.segment == generation.least_end.segment && reached.segment > after.segment &&
        reached.chain != generation.least_end.chain)
      report_.findings.push_back(fmt::format("{} is another segment than the one that was archived last",
                                             archive_.name_of(changes_name(generation.number, reached.segment))));
    return {};
  }

  void add(std::uint64_t bytes) {
    report_.bytes += bytes;
    if (progress_) progress_(report_.bytes);
  }

  const ArchivePlace& archive_;
  const std::function<void(std::uint64_t)>& progress_;
  ArchiveReport report_;
  std::map<std::string, std::pair<std::string, std::uint64_t>, std::less<>> digests_;
};

}  // namespace

Result<ArchiveReport> verify_archive(const ArchivePlace& archive, const std::function<void(std::uint64_t)>& progress) {
  return Verification(archive, progress).run();
}

Result<std::optional<ArchivedSums>> newest_sums(const ArchivePlace& archive, std::uint64_t generation,
                                                const ChangesEnd& end) {
  constexpr int kMostSegments = 1000;
  std::uint64_t segment = end.segment;
  for (int i = 0; i < kMostSegments && segment > 0; ++i, --segment) {
    std::optional<ArchivedSums> found;
    bool is_there = false;
    PARTITA_TRY(read_changes(archive, generation, {.segment = segment - 1},
                             [&](Segment&& read, const ChangesEnd& read_end) -> Result<bool> {
                               is_there = true;
                               if (read.has_sums) found = ArchivedSums{read_end.number, std::move(read.sums)};
                               return false;
                             }));
    if (found) return found;
    if (!is_there) break;
  }
  return std::optional<ArchivedSums>();
}

}  // namespace partita::archive
