#include "server/logs/audit_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/lack_of_memory.h"
#include "base/random.h"
#include "base/try.h"

namespace partita::server {
namespace {

constexpr std::size_t kKeyBytes = 32;
constexpr std::chrono::seconds kRetry{1};

std::string reason_of_errno() { return std::strerror(errno); }

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::string hex_of(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

// The key in hexadecimal digits, which a person can give to other programs.
expected<std::string, std::string> make_hash_key(const std::string& path) {
  std::string key = hex_of(base::random_bytes(kKeyBytes));
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  const bool written = file >= 0 && write_all(file, key + "\n") && ::fsync(file) == 0;
  const std::string reason = reason_of_errno();
  if (file >= 0) ::close(file);
  if (!written) return unexpected(fmt::format("cannot write the key of the audit log, {}: {}", path, reason));
  return key;
}

expected<std::string, std::string> read_hash_key(const std::string& path) {
  std::FILE* const file = std::fopen(path.c_str(), "re");
  if (!file && errno == ENOENT) return make_hash_key(path);
  if (!file) return unexpected(fmt::format("cannot read the key of the audit log, {}: {}", path, reason_of_errno()));
  char text[2 * kKeyBytes + 2] = {};
  const std::size_t size = std::fread(text, 1, sizeof text, file);
  std::fclose(file);
  std::string key(text, size);
  if (key.ends_with('\n')) key.pop_back();
  if (key.size() != 2 * kKeyBytes || key.find_first_not_of("0123456789abcdef") != key.npos)
    return unexpected(
        fmt::format("{} is not a key of an audit log, which has {} hexadecimal digits; remove it to get "
                    "a new one",
                    path, 2 * kKeyBytes));
  return key;
}

std::string bytes_of(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  return bytes;
}

}  // namespace

expected<std::unique_ptr<AuditLog>, std::string> AuditLog::open(AuditOptions options, LogSink log) {
  PARTITA_TRY_VALUE(key, read_hash_key(options.path + ".key"));
  std::unique_ptr<AuditLog> opened(new AuditLog(std::move(options), std::move(log), bytes_of(key)));
  PARTITA_TRY(opened->open_file());
  opened->thread_ = base::start_thread([audit = opened.get()] { audit->run(); });
  return opened;
}

AuditLog::AuditLog(AuditOptions options, LogSink log, std::string_view key)
    : options_(std::move(options)), log_(std::move(log)), key_(key) {}

AuditLog::~AuditLog() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
  if (file_ < 0) return;
  ::fsync(file_);
  ::close(file_);
}

expected<void, std::string> AuditLog::open_file() {
  if (file_ >= 0) ::close(file_);
  file_ = ::open(options_.path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0600);
  struct stat facts {};
  if (file_ < 0 || ::fstat(file_, &facts) != 0)
    return unexpected(fmt::format("cannot open the audit log {}: {}", options_.path, reason_of_errno()));
  // A reader that stops would hold the writer, and so the server's end.
  if (S_ISFIFO(facts.st_mode) || S_ISSOCK(facts.st_mode))
    return unexpected(fmt::format("the audit log {} is a pipe; give a file", options_.path));
  size_ = static_cast<std::uint64_t>(facts.st_size);
  return {};
}

void AuditLog::append(std::string_view record, Of of) noexcept {
  const bool gets_half = of == Of::Refused && options_.on_failure == AuditOptions::OnFailure::Refuse;
  const std::size_t most = gets_half ? options_.queue_bytes / 2 : options_.queue_bytes;
  bool added = false, wake = false;
  (void)base::had_memory_for([&] {
    const std::lock_guard lock(mutex_);
    const std::size_t needed = queue_.size() + record.size() + 1;
    if (needed > most) return;
    if (needed > queue_.capacity()) queue_.reserve(std::max(needed, 2 * queue_.capacity()));
    wake = queue_.empty();
    if (wake) queued_since_ = now();
    if (oldest_.load(std::memory_order_relaxed) == kNone) oldest_.store(queued_since_, std::memory_order_relaxed);
    queue_.append(record).append("\n");
    ++queued_records_;
    if (wake) ++added_;
    queued_bytes_.store(queue_.size(), std::memory_order_relaxed);
    added = true;
  });
  if (!added) count_lost();
  if (wake) changed_.notify_one();
}

bool AuditLog::refuses() const {
  if (options_.on_failure != AuditOptions::OnFailure::Refuse) return false;
  if (failing_.load(std::memory_order_relaxed)) return true;
  const Time oldest = oldest_.load(std::memory_order_relaxed);
  return oldest != kNone && (now() - oldest > options_.patience ||
                             queued_bytes_.load(std::memory_order_relaxed) > options_.queue_bytes / 2);
}

void AuditLog::reopen() {
  {
    const std::lock_guard lock(mutex_);
    reopen_at_ = queue_.size();
    ++added_;
  }
  changed_.notify_one();
}

void AuditLog::flush() {
  std::unique_lock lock(mutex_);
  const std::uint64_t wanted = added_;
  tried_.wait(lock, [&] { return done_ >= wanted; });
}

AuditLog::Counts AuditLog::counts() const { return {written_.load(), lost_.load(), failing_.load()}; }

std::string AuditLog::hash(std::string_view text) const {
  return hex_of(auth::view(key_.of(text)).substr(0, kKeyBytes / 2));
}

void AuditLog::run() {
  std::string lines;
  std::uint64_t records = 0;
  for (;;) {
    bool stopping = false, stops = false;
    std::optional<std::size_t> reopen_at;
    std::uint64_t taken = 0;
    {
      std::unique_lock lock(mutex_);
      const auto wanted = [&] { return stopping_ || reopen_at_ || (lines.empty() && !queue_.empty()); };
      // Lines that could not be written are tried again.
      if (lines.empty())
        changed_.wait(lock, wanted);
      else
        changed_.wait_for(lock, kRetry, wanted);
      reopen_at = std::exchange(reopen_at_, std::nullopt);
      // Lines that could not be written to the old file go to the new one.
      if (reopen_at && !lines.empty()) reopen_at = 0;
      if (lines.empty()) {
        lines.swap(queue_);
        records = std::exchange(queued_records_, 0);
        queued_bytes_.store(0, std::memory_order_relaxed);
      }
      stopping = stopping_;
      stops = stopping_ && queue_.empty();
      // All records that were added are tried in this round, unless it repeats one.
      taken = queue_.empty() ? added_ : done_;
    }
    expected<void, std::string> outcome;
    if (reopen_at && file_ >= 0) {
      outcome = write(std::string_view(lines).substr(0, *reopen_at));
      if (outcome) lines.erase(0, *reopen_at);
    }
    if (reopen_at || file_ < 0) {
      const auto opened = open_file();
      if (outcome) outcome = opened;
    }
    if (outcome && !lines.empty()) outcome = write(lines);
    if (outcome)
      succeeded(records);
    else
      failed(outcome.error());
    const bool keeps = !outcome && options_.on_failure == AuditOptions::OnFailure::Refuse && !stopping;
    if (!outcome && !keeps) lost_.fetch_add(records, std::memory_order_relaxed);
    if (!keeps) {
      lines.clear();
      records = 0;
    }
    {
      const std::lock_guard lock(mutex_);
      done_ = taken;
      // Otherwise the lines are the oldest records.
      if (lines.empty()) oldest_.store(queue_.empty() ? kNone : queued_since_, std::memory_order_relaxed);
    }
    tried_.notify_all();
    if (stops) return;
  }
}

expected<void, std::string> AuditLog::write(std::string_view lines) {
  if (size_ > 0 && size_ + lines.size() > options_.file_bytes) {
    rotate();
    PARTITA_TRY(open_file());
  }
  if (!(options_.write ? options_.write(file_, lines) : write_all(file_, lines))) {
    const std::string reason = reason_of_errno();
    // No part of a line may stay, because the next one would be added to it.
    (void)!::ftruncate(file_, static_cast<off_t>(size_));
    return unexpected(fmt::format("cannot write the audit log {}: {}", options_.path, reason));
  }
  size_ += lines.size();
  return {};
}

void AuditLog::rotate() {
  const auto name = [&](unsigned number) {
    return number == 0 ? options_.path : fmt::format("{}.{}", options_.path, number);
  };
  if (options_.kept_files == 0) {
    ::unlink(name(0).c_str());
    return;
  }
  for (unsigned number = options_.kept_files; number-- > 0;)
    std::rename(name(number).c_str(), name(number + 1).c_str());
}

void AuditLog::succeeded(std::uint64_t records) {
  written_.fetch_add(records, std::memory_order_relaxed);
  if (failing_.exchange(false) && log_)
    log_(LogLevel::Warning, fmt::format("event=audit_log_written_again lost_records={}", lost_.load()));
}

void AuditLog::failed(const std::string& reason) {
  if (failing_.exchange(true) || !log_) return;
  const bool goes_on = options_.on_failure == AuditOptions::OnFailure::GoOn;
  log_(LogLevel::Error, fmt::format("event=audit_log_failed reason=\"{}\" requests={}", reason,
                                    goes_on ? "go_on_without_records" : "are_refused"));
}

}  // namespace partita::server
