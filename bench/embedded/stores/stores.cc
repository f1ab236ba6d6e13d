#include "embedded/stores/stores.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <fstream>
#include <thread>
#include <vector>

namespace partita::bench {
namespace {

constexpr std::uint64_t kComparedRows = 1'000'000;

std::filesystem::path new_directory(const Settings& settings) {
  if (settings.durability == DurabilityLevel::Memory) return {};
  const std::filesystem::path parent =
      settings.directory.empty() ? std::filesystem::temp_directory_path() : std::filesystem::path(settings.directory);
  const auto directory = parent / fmt::format("partita-bench-{}", getpid());
  std::filesystem::create_directories(directory);
  return directory;
}

// Waits until the process does no more work, because flushes and compactions continue after the load.
void wait_until_calm() {
  using namespace std::chrono_literals;
  constexpr auto kLook = 100ms;
  constexpr double kBusy = 0.02;  // seconds of processor time in kLook
  double busy = 1;
  while (busy > kBusy) {
    const std::clock_t before = std::clock();
    std::this_thread::sleep_for(kLook);
    busy = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
  }
}

// Fills the kernel's page cache, so that the first workload does not wait for the disk.
void read_all_files(const std::filesystem::path& directory) {
  std::vector<char> bytes(1 << 20);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    std::error_code gone;
    if (!entry.is_regular_file(gone)) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    while (file) file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
}

}  // namespace

Stores::Stores(const Settings& settings, const Items& items, bool with_partita, bool with_raw)
    : items_(items), rows_(items.table()), directory_(new_directory(settings)) {
  if (with_partita) {
    partita_ = open_partita(settings, directory_ / kPartita, items_.table());
    load(*partita_, items_);
  }
  if (with_raw) {
    raw_ = open_raw(settings, directory_ / kRaw);
    load(*raw_, rows_, items_);
  }
  wait_until_calm();
  if (!directory_.empty()) read_all_files(directory_);
  if (partita_ && raw_) check_same_rows(partita_->engine().store(), *raw_, kComparedRows);
}

Stores::~Stores() {
  partita_.reset();
  raw_.reset();
  if (!directory_.empty()) std::filesystem::remove_all(directory_);
}

std::uint64_t Stores::disk_bytes(std::string_view side) const {
  std::uint64_t bytes = 0;
  if (directory_.empty()) return bytes;
  // Sides with other names than the raw one are tables of the Partita side.
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory_ / (side == kRaw ? kRaw : kPartita)))
    if (std::error_code gone; entry.is_regular_file(gone)) bytes += entry.file_size(gone);
  return bytes;
}

}  // namespace partita::bench
