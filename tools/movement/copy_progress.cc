#include "copy_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "protocol/item_json.h"

namespace partita::tools {
namespace {

constexpr std::chrono::seconds kBetweenLines{5};

}  // namespace

CopyReport::CopyReport(std::string table, std::uint64_t all, const movement::CopyProgress& progress)
    : table_(std::move(table)), all_(all), progress_(progress), begun_with_(progress.items) {
  if (::isatty(STDERR_FILENO) == 1)
    line_ = std::make_unique<WatchedLine>([this](int seconds) { return text(seconds); });
  else
    thread_ = std::thread([this] { run(); });
}

CopyReport::~CopyReport() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  ended_.notify_all();
  thread_.join();
}

void CopyReport::run() {
  std::unique_lock lock(mutex_);
  for (int seconds = kBetweenLines.count(); !ended_.wait_for(lock, kBetweenLines, [this] { return ends_; });
       seconds += kBetweenLines.count())
    fmt::print(stderr, "{}\n", json(seconds));
}

double CopyReport::seconds_left(int seconds) const {
  const std::uint64_t items = progress_.items;
  if (all_ <= items || items <= begun_with_ || seconds == 0) return -1;
  return static_cast<double>(all_ - items) / static_cast<double>(items - begun_with_) * seconds;
}

std::string CopyReport::text(int seconds) const {
  std::string out = fmt::format("{}: {}", table_, progress_.items.load());
  if (all_ > 0) out += fmt::format(" of about {}", all_);
  out += fmt::format(" items, {:.0f} MB, {} s", static_cast<double>(progress_.bytes) / 1e6, seconds);
  if (const double left = seconds_left(seconds); left >= 0) out += fmt::format(", about {:.0f} s left", left);
  return out;
}

std::string CopyReport::json(int seconds) const {
  std::string out = "{\"table\":";
  protocol::append_json_text(table_, out);
  out += fmt::format(",\"items\":{},\"of\":{},\"bytes\":{},\"refused\":{},\"seconds\":{}", progress_.items.load(), all_,
                     progress_.bytes.load(), progress_.refused.load(), seconds);
  if (const double left = seconds_left(seconds); left >= 0) out += fmt::format(",\"secondsLeft\":{:.0f}", left);
  return out + "}";
}

}  // namespace partita::tools
