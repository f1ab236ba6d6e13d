#include "storage/rocks/recovery/synced_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "storage/rocks/encryption/file_header.h"
#include "storage/rocks/recovery/framed_file.h"
#include "storage/rocks/status.h"

namespace partita::storage {
namespace {

using rocksdb::IOOptions;
using rocksdb::IOStatus;

constexpr std::string_view kFirstLine = "partita synced 1\n";
// With the header of an encrypted file it fills a sector, which disks write whole or not at all.
constexpr std::size_t kNoteBytes = 512 - kFileHeaderBytes;
constexpr std::size_t kCrcDigits = 8;
// After a power cut the note lacks at most the last bytes, which were not noted durably.
constexpr std::uint64_t kBytesBetweenSyncs = 4 << 20;

std::optional<std::uint64_t> number_in(std::string_view digits, int base = 10) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

// Takes one line, for example "000012.log 345 5a1c00de", into the note. An earlier Partita wrote no sums.
bool parse_line(std::string_view line, SyncedNote& out) {
  const std::size_t space = line.find(' ');
  if (space == line.npos) return false;
  const std::string_view name = line.substr(0, space);
  line.remove_prefix(space + 1);
  const std::size_t end = std::min(line.find(' '), line.size());
  const auto bytes = number_in(line.substr(0, end));
  line.remove_prefix(end);
  const auto sum = line.empty() ? 0 : number_in(line.substr(1), 16);
  if (!sum) return false;
  const auto log = log_number_of(name);
  const auto manifest = manifest_number_of(name);
  if (!bytes || (!log && !manifest)) return false;
  if (log) out.logs.push_back({*log, *bytes, *sum});
  if (manifest) out.manifest = SyncedFile{*manifest, *bytes, *sum};
  return true;
}

}  // namespace

std::optional<std::uint64_t> log_number_of(std::string_view name) {
  constexpr std::string_view kSuffix = ".log";
  if (!name.ends_with(kSuffix)) return std::nullopt;
  return number_in(name.substr(0, name.size() - kSuffix.size()));
}

bool holds_records(std::string_view name) {
  constexpr std::string_view kTable = ".sst";
  return log_number_of(name) || (name.ends_with(kTable) && number_in(name.substr(0, name.size() - kTable.size())));
}

std::optional<std::uint64_t> manifest_number_of(std::string_view name) {
  constexpr std::string_view kPrefix = "MANIFEST-";
  if (!name.starts_with(kPrefix)) return std::nullopt;
  return number_in(name.substr(kPrefix.size()));
}

std::string text_of(const SyncedNote& note) {
  std::string lines;
  if (note.manifest) lines += fmt::format("MANIFEST-{:06} {}\n", note.manifest->number, note.manifest->bytes);
  for (std::size_t i = note.logs.size() - std::min(note.logs.size(), kNotedLogs); i < note.logs.size(); ++i)
    lines += fmt::format("{:06}.log {} {:x}\n", note.logs[i].number, note.logs[i].bytes, note.logs[i].sum);
  std::string text = fmt::format("{}{:08x}\n{}", kFirstLine, crc32c_of(lines), lines);
  text.resize(std::max(kNoteBytes, text.size()), '\n');
  return text;
}

std::optional<SyncedNote> parse_synced_note(std::string_view text) {
  if (text.find_first_not_of('\0') == text.npos) return SyncedNote{};
  if (!text.starts_with(kFirstLine)) return std::nullopt;
  text.remove_prefix(kFirstLine.size());
  if (text.size() < kCrcDigits + 1) return std::nullopt;
  std::string_view lines = text.substr(kCrcDigits + 1);
  lines = lines.substr(0, lines.find_last_not_of('\n') + 1);
  const std::string covered = lines.empty() ? std::string() : std::string(lines) + '\n';
  if (text.substr(0, kCrcDigits) != fmt::format("{:08x}", crc32c_of(covered))) return std::nullopt;
  SyncedNote note;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    if (!parse_line(lines.substr(0, end), note)) return std::nullopt;
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return note;
}

IOStatus read_synced_note(rocksdb::FileSystem& files, const std::string& directory, std::optional<SyncedNote>& out) {
  std::string text;
  const IOStatus read = rocksdb::ReadFileToString(&files, directory + "/" + kSyncedFileName, &text);
  out.reset();
  if (has_damaged_header(read)) return IOStatus::OK();
  if (!read.ok() && !is_missing(read)) return read;
  out = read.ok() ? parse_synced_note(text) : SyncedNote();
  return IOStatus::OK();
}

void SyncedFiles::log_created(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  logs_[number] = {.created = ++events_};
}

void SyncedFiles::log_synced(std::uint64_t number, std::uint64_t bytes, std::uint64_t sum) {
  const std::lock_guard lock(mutex_);
  const auto log = logs_.find(number);
  if (log == logs_.end() || bytes <= log->second.bytes) return;
  bytes_since_sync_ += bytes - log->second.bytes;
  log->second.bytes = bytes;
  log->second.sum = sum;
  if (!log->second.named) return;
  write_note();
  if (bytes_since_sync_ >= kBytesBetweenSyncs) sync_file();
}

void SyncedFiles::log_deleted(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  if (logs_.erase(number) > 0) write_note();
}

void SyncedFiles::manifest_synced(std::uint64_t number, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  manifest_ = {number, bytes};
  if (number == current_) write_note();
}

void SyncedFiles::current_named() {
  const std::lock_guard lock(mutex_);
  renamed_ = manifest_.number;
  renamed_event_ = ++events_;
}

std::uint64_t SyncedFiles::begin_directory_sync() {
  const std::lock_guard lock(mutex_);
  return events_;
}

void SyncedFiles::end_directory_sync(std::uint64_t begun) {
  const std::lock_guard lock(mutex_);
  bool changed = false;
  for (auto& [number, log] : logs_)
    if (!log.named && log.created <= begun) changed = log.named = true;
  if (renamed_ != current_ && renamed_event_ <= begun) {
    current_ = renamed_;
    changed = true;
  }
  if (changed) write_note();
}

void SyncedFiles::make_durable() {
  const std::lock_guard lock(mutex_);
  sync_file();
}

IOStatus SyncedFiles::read_note(std::optional<SyncedNote>& out) {
  const std::lock_guard lock(mutex_);
  return read_synced_note(*files_, directory_, out);
}

void SyncedFiles::write_note() {
  SyncedNote note;
  if (current_ != 0 && manifest_.number == current_) note.manifest = manifest_;
  for (const auto& [number, log] : logs_)
    if (log.named && log.bytes > 0) note.logs.push_back({number, log.bytes, log.sum});
  if ((!note.manifest && note.logs.empty()) || !open_file()) return;
  const std::string text = text_of(note);
  if (!file_->Write(0, text, IOOptions(), nullptr).ok()) file_.reset();
}

bool SyncedFiles::open_file() {
  if (file_) return true;
  const std::string path = directory_ + "/" + kSyncedFileName;
  if (!files_->FileExists(path, IOOptions(), nullptr).ok()) {
    std::unique_ptr<rocksdb::FSWritableFile> made;
    if (!files_->NewWritableFile(path, rocksdb::FileOptions(), &made, nullptr).ok()) return false;
    made->Close(IOOptions(), nullptr).PermitUncheckedError();
  }
  return files_->NewRandomRWFile(path, rocksdb::FileOptions(), &file_, nullptr).ok();
}

void SyncedFiles::sync_file() {
  bytes_since_sync_ = 0;
  if (file_ && !file_->Sync(IOOptions(), nullptr).ok()) file_.reset();
}

}  // namespace partita::storage
