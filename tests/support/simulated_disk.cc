#include "support/simulated_disk.h"

#include <algorithm>
#include <limits>
#include <random>

namespace partita::test {
namespace {

using rocksdb::IOStatus;

std::string parent_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

std::string without_slash(const std::string& path) {
  return path.size() > 1 && path.back() == '/' ? path.substr(0, path.size() - 1) : path;
}

std::size_t kept_of(std::size_t tail, UnsyncedBytes unsynced, std::mt19937_64& random) {
  switch (unsynced) {
    case UnsyncedBytes::Lost:
      return 0;
    case UnsyncedBytes::Torn:
      return random() % (tail + 1);
    case UnsyncedBytes::LostOfSomeFiles:
      return random() % 2 == 0 ? tail : 0;
  }
  return 0;
}

IOStatus no_power() { return IOStatus::IOError("the power is off"); }

}  // namespace

std::string name_of(UnsyncedBytes unsynced) {
  switch (unsynced) {
    case UnsyncedBytes::Lost:
      return "lost";
    case UnsyncedBytes::Torn:
      return "torn";
    case UnsyncedBytes::LostOfSomeFiles:
      return "lost_of_some_files";
  }
  return {};
}

SimulatedDisk::SimulatedDisk() {
  now_["/"] = std::make_shared<File>(File{.directory = true, .bytes = {}, .synced = 0});
  durable_ = now_;
}

void SimulatedDisk::cut() {
  const std::lock_guard lock(mutex_);
  off_ = true;
}

void SimulatedDisk::cut_at(std::uint64_t n) {
  const std::lock_guard lock(mutex_);
  cut_at_ = boundaries_ + n;
}

bool SimulatedDisk::is_cut() const {
  const std::lock_guard lock(mutex_);
  return off_;
}

void SimulatedDisk::restore(UnsyncedBytes unsynced, std::uint64_t seed) {
  const std::lock_guard lock(mutex_);
  std::mt19937_64 random(seed);
  std::erase_if(durable_, [&](const auto& entry) { return !durable_.contains(parent_of(entry.first)); });
  now_ = durable_;
  for (auto& [path, file] : now_) {
    if (file->before_overwrite && (unsynced == UnsyncedBytes::Lost || random() % 2 == 0)) {
      file->bytes = *file->before_overwrite;
      file->synced = file->bytes.size();
    }
    file->before_overwrite.reset();
    const std::size_t tail = file->bytes.size() - file->synced;
    file->bytes.resize(file->synced + kept_of(tail, unsynced, random));
    file->synced = file->bytes.size();
  }
  locks_.clear();
  off_ = false;
  ++power_cycle_;
  cut_at_ = 0;
  space_left_.reset();
  most_table_bytes_.reset();
  fault_.reset();
}

std::uint64_t SimulatedDisk::boundaries() const {
  const std::lock_guard lock(mutex_);
  return boundaries_;
}

std::uint64_t SimulatedDisk::boundaries(DiskOperation kind) const {
  const std::lock_guard lock(mutex_);
  const auto found = boundaries_by_kind_.find(kind);
  return found == boundaries_by_kind_.end() ? 0 : found->second;
}

std::uint64_t SimulatedDisk::appended_bytes() const {
  const std::lock_guard lock(mutex_);
  return appended_bytes_;
}

void SimulatedDisk::limit_space(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  space_left_ = bytes;
}

void SimulatedDisk::return_space() {
  const std::lock_guard lock(mutex_);
  space_left_.reset();
  most_table_bytes_.reset();
}
void SimulatedDisk::limit_table_files(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  most_table_bytes_ = bytes;
}

void SimulatedDisk::fail_at(std::uint64_t n, std::uint64_t times, std::optional<DiskOperation> kind) {
  const std::lock_guard lock(mutex_);
  fault_ = Fault{.skip = n - 1, .times = times, .kind = kind};
}

void SimulatedDisk::stop_failing() {
  const std::lock_guard lock(mutex_);
  fault_.reset();
}

IOStatus SimulatedDisk::powered(const Handle& handle) const {
  return off_ || handle.power_cycle != power_cycle_ ? no_power() : IOStatus::OK();
}

IOStatus SimulatedDisk::cross(DiskOperation operation) {
  if (off_) return no_power();
  ++boundaries_by_kind_[operation];
  if (++boundaries_ == cut_at_) {
    off_ = true;
    return no_power();
  }
  return fault_strikes(operation) ? IOStatus::IOError("injected fault") : IOStatus::OK();
}

IOStatus SimulatedDisk::cross_reading(DiskOperation operation) {
  if (off_) return no_power();
  ++boundaries_by_kind_[operation];
  return fault_ && fault_->kind == operation && fault_strikes(operation) ? IOStatus::IOError("injected fault")
                                                                         : IOStatus::OK();
}

bool SimulatedDisk::fault_strikes(DiskOperation operation) {
  if (!fault_ || (fault_->kind && *fault_->kind != operation)) return false;
  if (fault_->skip > 0) {
    --fault_->skip;
    return false;
  }
  if (fault_->times == 0) return false;
  --fault_->times;
  return true;
}

IOStatus SimulatedDisk::find(const std::string& path, std::shared_ptr<File>* out) const {
  if (off_) return no_power();
  const auto found = now_.find(without_slash(path));
  if (found == now_.end()) return IOStatus::PathNotFound(path);
  *out = found->second;
  return IOStatus::OK();
}

IOStatus SimulatedDisk::create(const std::string& path, Handle* out, bool keep_bytes) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<File> parent, old;
  IOStatus status = find(parent_of(path), &parent);
  if (status.ok()) status = cross(DiskOperation::Create);
  if (!status.ok()) return status;
  if (!keep_bytes || !find(path, &old).ok()) {
    now_[path] = std::make_shared<File>();
    now_[path]->table = path.ends_with(".sst");
  }
  *out = {now_[path], power_cycle_};
  return IOStatus::OK();
}

IOStatus SimulatedDisk::create_directory(const std::string& path) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<File> parent;
  IOStatus status = find(parent_of(without_slash(path)), &parent);
  if (status.ok()) status = cross(DiskOperation::Create);
  if (!status.ok()) return status;
  auto& entry = now_[without_slash(path)];
  if (!entry) entry = std::make_shared<File>(File{.directory = true, .bytes = {}, .synced = 0});
  return entry->directory ? IOStatus::OK() : IOStatus::IOError(path, "is not a directory");
}

IOStatus SimulatedDisk::open(const std::string& path, Handle* out) {
  const std::lock_guard lock(mutex_);
  if (IOStatus status = cross_reading(DiskOperation::Open); !status.ok()) return status;
  out->power_cycle = power_cycle_;
  return find(path, &out->file);
}

IOStatus SimulatedDisk::append(const Handle& handle, std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  IOStatus status = powered(handle);
  if (status.ok()) status = cross(DiskOperation::Append);
  if (!status.ok()) return status;
  if (handle.file->table && handle.file->bytes.size() + bytes.size() > most_table_bytes_.value_or(std::string::npos))
    return IOStatus::NoSpace("no space left on the simulated disk");
  const std::uint64_t fits = std::min<std::uint64_t>(bytes.size(), space_left_.value_or(bytes.size()));
  if (space_left_) *space_left_ -= fits;
  handle.file->bytes.append(bytes.substr(0, fits));
  appended_bytes_ += fits;
  return fits == bytes.size() ? IOStatus::OK() : IOStatus::NoSpace("no space left on the simulated disk");
}

IOStatus SimulatedDisk::overwrite(const Handle& handle, std::size_t offset, std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  IOStatus status = powered(handle);
  if (status.ok()) status = cross(DiskOperation::Overwrite);
  if (!status.ok()) return status;
  File& file = *handle.file;
  if (!file.before_overwrite) file.before_overwrite = file.bytes.substr(0, file.synced);
  file.bytes.resize(std::max(file.bytes.size(), offset + bytes.size()));
  file.bytes.replace(offset, bytes.size(), bytes);
  file.synced = file.bytes.size();
  return status;
}

IOStatus SimulatedDisk::truncate(const Handle& handle, std::size_t size) {
  const std::lock_guard lock(mutex_);
  IOStatus status = powered(handle);
  if (status.ok()) status = cross(DiskOperation::Truncate);
  if (!status.ok()) return status;
  handle.file->bytes.resize(size);
  handle.file->synced = std::min(handle.file->synced, size);
  return IOStatus::OK();
}

IOStatus SimulatedDisk::sync(const Handle& handle) {
  const std::lock_guard lock(mutex_);
  IOStatus status = powered(handle);
  if (status.ok()) status = cross(DiskOperation::Sync);
  if (!status.ok()) return status;
  handle.file->synced = handle.file->bytes.size();
  handle.file->before_overwrite.reset();
  return status;
}

IOStatus SimulatedDisk::sync_directory(const std::string& path, const Handle& handle) {
  const std::lock_guard lock(mutex_);
  IOStatus status = powered(handle);
  if (status.ok()) status = cross(DiskOperation::SyncDirectory);
  if (!status.ok()) return status;
  const auto inside = [&](const auto& entry) { return entry.first != "/" && parent_of(entry.first) == path; };
  std::erase_if(durable_, inside);
  for (const auto& entry : now_)
    if (inside(entry)) durable_.insert(entry);
  return status;
}

IOStatus SimulatedDisk::rename(const std::string& from, const std::string& to) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<File> file;
  IOStatus status = find(from, &file);
  if (status.ok()) status = cross(DiskOperation::Rename);
  if (!status.ok()) return status;
  now_.erase(from);
  now_[to] = std::move(file);
  return status;
}

IOStatus SimulatedDisk::remove(const std::string& path) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<File> file;
  IOStatus status = find(path, &file);
  if (status.ok()) status = cross(DiskOperation::Delete);
  if (status.ok()) now_.erase(without_slash(path));
  return status;
}

IOStatus SimulatedDisk::read(const Handle& handle, std::uint64_t offset, std::size_t size, char* out,
                             std::size_t* copied) {
  const std::lock_guard lock(mutex_);
  IOStatus status = powered(handle);
  if (status.ok()) status = cross_reading(DiskOperation::Read);
  const std::string& bytes = handle.file->bytes;
  *copied = status.ok() && offset < bytes.size() ? bytes.copy(out, size, offset) : 0;
  return status;
}

IOStatus SimulatedDisk::size(const Handle& handle, std::uint64_t* out) const {
  const std::lock_guard lock(mutex_);
  *out = handle.file->bytes.size();
  return powered(handle);
}

IOStatus SimulatedDisk::children(const std::string& path, std::vector<std::string>* out) const {
  const std::lock_guard lock(mutex_);
  const std::string directory = without_slash(path);
  std::shared_ptr<File> file;
  if (IOStatus status = find(directory, &file); !status.ok()) return status;
  if (!file->directory) return IOStatus::IOError(path, "is not a directory");
  out->clear();
  for (const auto& entry : now_)
    if (entry.first != "/" && parent_of(entry.first) == directory)
      out->push_back(entry.first.substr(entry.first.rfind('/') + 1));
  return IOStatus::OK();
}

IOStatus SimulatedDisk::lock(const std::string& path) {
  const std::lock_guard guard(mutex_);
  if (off_) return no_power();
  if (!locks_.emplace(path, true).second) return IOStatus::IOError("While lock file: " + path, "is locked");
  return IOStatus::OK();
}

void SimulatedDisk::unlock(const std::string& path) {
  const std::lock_guard guard(mutex_);
  locks_.erase(path);
}

}  // namespace partita::test
