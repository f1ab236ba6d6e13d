#include "archive/archive_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "archive/directory_token.h"
#include "archive/names.h"
#include "base/try.h"

namespace partita::archive {
namespace {

constexpr std::size_t kSegmentBytes = 8 << 20;
constexpr int kMostClaims = 100;

unexpected<Error> in_use(std::string why) { return fail(ErrorCode::ResourceInUseException, std::move(why)); }

}  // namespace

ArchiveWriter::ArchiveWriter(ArchivePlace& archive, storage::Store& store, const base::Clock& clock,
                             WriterOptions options)
    : archive_(archive), store_(store), log_(*store.change_log()), clock_(clock), options_(std::move(options)) {}

Result<void> ArchiveWriter::begin() {
  PARTITA_TRY_VALUE(known, directory_token(options_.directory));
  token_ = known.token;
  must_begin_ = false;
  pending_.reset();
  {
    const std::lock_guard lock(head_mutex_);
    last_head_.clear();
  }
  const std::string name = archive_.name_of("");
  if (known.archive == name) {
    auto checked = archive_.check_format();
    if (!checked && checked.error().code == ErrorCode::ResourceNotFoundException)
      return fail(
          ErrorCode::ServiceUnavailable,
          fmt::format("{}, although this data directory was archived there; if it is not only out of reach, as a disk "
                      "that is not mounted, remove {}/{} to begin a new archive",
                      checked.error().message, options_.directory, kTokenFile));
    if (!checked) return checked;
  } else {
    PARTITA_TRY(archive_.make_if_missing());
  }
  PARTITA_TRY_VALUE(contents, read_contents(archive_));
  if (contents.head && contents.head->token != token_ && !options_.take_over)
    return in_use(fmt::format(
        "the archive {} is that of another data directory now, on {}. If that one was restored from this archive, or "
        "follows it, this directory is out of date and must not be used any more. Otherwise name another place, or, if "
        "the other directory is to be given up, start once with --archive-take-over",
        archive_.name_of(""), contents.head->host));
  PARTITA_TRY(claim(contents));
  knows_files_ = false;
  failures_seen_ = log_.failures();
  PARTITA_TRY_VALUE(continued, continue_generation(contents));
  if (!continued) PARTITA_TRY(begin_generation());
  if (known.archive != name) PARTITA_TRY(keep_token(options_.directory, {.token = token_, .archive = name}));
  // Others must see the new writer before it writes anything else.
  return write_head(ServerState::Alive);
}

Result<void> ArchiveWriter::claim(const Contents& contents) {
  PARTITA_TRY_VALUE(newest, newest_number(archive_, kWritersFolder, writer_name));
  std::uint64_t number = std::max(newest, contents.head ? contents.head->writer : 0);
  const Writer writer{.token = token_, .host = options_.host, .began_ms = clock_.now_ms()};
  for (int i = 0; i < kMostClaims; ++i) {
    const std::string name = writer_name(++number);
    PARTITA_TRY_VALUE(claimed, archive_.put_new(name, archive_.seal_bytes(name, to_text(writer))));
    if (!claimed) continue;
    writer_ = number;
    return {};
  }
  return in_use(fmt::format("other servers begin to write the archive {} all the time", archive_.name_of("")));
}

// The generation goes on if the log still has the last batch that was archived, the same one, and the batches that
// follow.
Result<bool> ArchiveWriter::continue_generation(const Contents& contents) {
  if (!contents.head || contents.head->token != token_ || contents.generations.empty()) return false;
  const GenerationContents& generation = contents.generations.back();
  if (generation.number != contents.head->generation) return false;
  std::optional<storage::LoggedBatch> last;
  // The head may be older than the last segments. Its own segment is read again for its last batch.
  const ChangesEnd before{.segment = std::max<std::uint64_t>(contents.head->end.segment, 1) - 1};
  PARTITA_TRY_VALUE(
      end, read_changes(archive_, generation.number, before, [&](Segment&& segment, const ChangesEnd&) -> Result<bool> {
        last = std::move(segment.batches.back());
        return true;
      }));
  if (!last) return false;
  bool same = false;
  PARTITA_TRY(log_.read(last->first - 1, [&](storage::LoggedBatch&& logged) {
    same = logged.first == last->first && logged.count == last->count && logged.time_ms == last->time_ms &&
           logged.batch.encoded() == last->batch.encoded();
    return false;
  }));
  if (!same) return false;
  const std::lock_guard lock(mutex_);
  position_ = {.generation = generation.number,
               .base = generation.bases.empty() ? 0 : generation.bases.back().number,
               .end = end};
  return true;
}

Result<void> ArchiveWriter::begin_generation() {
  const Position before = position();
  PARTITA_TRY_VALUE(newest, newest_number(archive_, kGenerationsFolder, generation_name));
  ChangesEnd previous = before.end;
  if (newest > 0 && before.generation != newest) {
    // Only its objects tell at which segment a generation of another writer ends.
    const std::string folder = changes_folder(newest);
    PARTITA_TRY_VALUE(last, newest_number(archive_, folder,
                                          [newest](std::uint64_t segment) { return changes_name(newest, segment); }));
    previous = {};
    if (last > 0)
      PARTITA_TRY(
          read_changes(archive_, newest, {.segment = last - 1}, [&](Segment&&, const ChangesEnd& end) -> Result<bool> {
            previous = end;
            return true;
          }));
  }
  const GenerationBegin begin{
      .writer = writer_, .time_ms = clock_.now_ms(), .after_number = log_.last_number(), .previous_end = previous};
  const std::string name = generation_name(newest + 1);
  PARTITA_TRY_VALUE(made, archive_.put_new(name, archive_.seal_bytes(name, to_text(begin))));
  if (!made) return in_use(fmt::format("another server writes the archive {}", archive_.name_of("")));
  const std::lock_guard lock(mutex_);
  position_ = {.generation = newest + 1, .base = 0, .end = {.number = begin.after_number, .time_ms = begin.time_ms}};
  return {};
}

Result<bool> ArchiveWriter::gather(Segment& segment, Wants wants) {
  // The log of a store that has to heal may hold a batch that failed. It continues in a new generation when it can
  // write.
  if (log_.failures() != failures_seen_ && !store_.can_write()) return false;
  std::optional<SumsAt> sums;
  if (wants == Wants::ChangesAndSums && options_.sums) {
    PARTITA_TRY_VALUE(made, options_.sums());
    sums = std::move(made);
  }
  const ChangesEnd end = position().end;
  segment.number = end.segment + 1;
  segment.previous_chain = end.chain;
  std::size_t bytes = 0;
  PARTITA_TRY_VALUE(read_end, log_.read(end.number, [&](storage::LoggedBatch&& batch) {
    // The sums are those after the last batch of the segment.
    if (bytes >= kSegmentBytes || (sums && batch.first > sums->number)) return false;
    bytes += batch.batch.size_bytes();
    segment.batches.push_back(std::move(batch));
    return true;
  }));
  if (read_end == storage::ChangeLog::ReadEnd::Gap || log_.failures() != failures_seen_) {
    const std::uint64_t failures = log_.failures();
    options_.log.warning(
        "the archive begins a new generation, because the log lacks changes that were not archived, or a write to it "
        "failed");
    PARTITA_TRY(begin_generation());
    failures_seen_ = failures;
    segment.batches.clear();
    return false;
  }
  if (segment.batches.empty()) return false;
  const storage::LoggedBatch& last = segment.batches.back();
  if (sums && last.first + last.count - 1 == sums->number) {
    segment.has_sums = true;
    segment.sums = std::move(sums->sums);
  }
  return read_end == storage::ChangeLog::ReadEnd::Stopped;
}

Result<bool> ArchiveWriter::write_changes(Wants wants) {
  if (!pending_) {
    Segment segment;
    PARTITA_TRY_VALUE(more, gather(segment, wants));
    if (segment.batches.empty()) return more;
    pending_since_ms_ = segment.batches.front().time_ms;
    const storage::LoggedBatch& last = segment.batches.back();
    const std::string bytes = to_bytes(segment);
    const std::string name = changes_name(position().generation, segment.number);
    pending_ = {.name = name,
                .sealed = archive_.seal_bytes(name, bytes),
                .end = {.segment = segment.number,
                        .number = last.first + last.count - 1,
                        .time_ms = last.time_ms,
                        .chain = chain_of(bytes)},
                .more = more};
  }
  // A place that was replaced by an empty one must not get the segment.
  PARTITA_TRY(check_right());
  PARTITA_TRY_VALUE(made, archive_.put_new(pending_->name, pending_->sealed));
  if (!made) return in_use(fmt::format("another server writes the archive {}", archive_.name_of("")));
  {
    const std::lock_guard lock(mutex_);
    position_.end = pending_->end;
  }
  const bool more = pending_->more;
  pending_.reset();
  pending_since_ms_ = 0;
  return more;
}

// The head must be the one that this server wrote last.
Result<void> ArchiveWriter::check_right() {
  const std::lock_guard lock(head_mutex_);
  auto text = archive_.get(kHeadName, kMostRecordBytes);
  if (!text && text.error().code == ErrorCode::ResourceNotFoundException && !last_head_.empty())
    return fail(ErrorCode::ServiceUnavailable,
                fmt::format("{} is gone; is the archive out of reach?", archive_.name_of(kHeadName)));
  if (!text && text.error().code == ErrorCode::ResourceNotFoundException) return {};
  if (!text) return unexpected(std::move(text.error()));
  if (*text == last_head_) return {};
  PARTITA_TRY_VALUE(head, parse_head(*text));
  if (last_head_.empty() && head.writer <= writer_) return {};
  if (head.writer > writer_ || head.token != token_)
    return in_use(fmt::format("another server, on {}, writes the archive {} since this one began", head.host,
                              archive_.name_of("")));
  must_begin_ = true;
  return fail(
      ErrorCode::ServiceUnavailable,
      fmt::format("{} is not the one that was written last; was the archive set back?", archive_.name_of(kHeadName)));
}

Result<void> ArchiveWriter::write_head(ServerState state) {
  PARTITA_TRY(check_right());
  const Position now = position();
  const Head head{.writer = writer_,
                  .token = token_,
                  .host = options_.host,
                  .time_ms = clock_.now_ms(),
                  .closed = state == ServerState::Closed,
                  .generation = now.generation,
                  .end = now.end,
                  .base = now.base};
  const std::lock_guard lock(head_mutex_);
  const std::string text = to_text(head);
  // An answer that is lost leaves the one or the other.
  auto written = archive_.put(kHeadName, text);
  if (!written) {
    const auto there = archive_.get(kHeadName, kMostRecordBytes);
    if (there && *there == text) last_head_ = text;
    return written;
  }
  last_head_ = text;
  return {};
}

ArchiveWriter::Position ArchiveWriter::position() const {
  const std::lock_guard lock(mutex_);
  return position_;
}

}  // namespace partita::archive
