// A place in memory whose failures a test decides.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "transfer/places/place.h"

namespace partita::test {

class MemoryPlace final : public transfer::Place {
 public:
  // The fates of the puts, by their number from 1 on.
  enum class Fate { Works, Fails, LosesItsAnswer };
  std::function<Fate(std::uint64_t number, const std::string& key)> fate;
  // Requests do not end before the work that waits for them does.
  std::atomic<bool> hangs{false};
  std::atomic<int> hanging{0};
  std::atomic<int> listed{0};  // the objects that list() gave
  // Whether list() leaves the key out.
  std::function<bool(const std::string& key)> hidden;

  std::map<std::string, std::string> objects() const {
    const std::lock_guard lock(mutex_);
    return objects_;
  }
  void set(const std::string& key, std::string bytes) {
    const std::lock_guard lock(mutex_);
    objects_[key] = std::move(bytes);
  }
  void erase(const std::string& key) {
    const std::lock_guard lock(mutex_);
    objects_.erase(key);
  }
  std::uint64_t puts() const { return puts_; }

  void end_if(transfer::Stops stops) override { stops_ = std::move(stops); }
  std::string name_of(const std::string& key) const override { return "memory:" + key; }
  Result<std::unique_ptr<transfer::ObjectSink>> put(const std::string& key) override {
    return std::make_unique<StoredSink>(*this, key);
  }
  Result<bool> put_new(const std::string& key, std::string_view bytes) override {
    const Fate fate_of_put = next_fate(key);
    if (fate_of_put == Fate::Fails) return unexpected(unreachable());
    bool same = true;
    {
      const std::lock_guard lock(mutex_);
      const auto [at, made] = objects_.emplace(key, bytes);
      same = made || at->second == bytes;
    }
    if (fate_of_put == Fate::LosesItsAnswer) return unexpected(unreachable());
    return same;
  }
  Result<std::uint64_t> size_of(const std::string& key) override {
    const std::lock_guard lock(mutex_);
    const auto found = objects_.find(key);
    if (found == objects_.end()) return fail(ErrorCode::ResourceNotFoundException, name_of(key) + " does not exist");
    return found->second.size();
  }
  Result<std::unique_ptr<transfer::Source>> get(const std::string& key) override {
    if (is_abandoned()) return unexpected(unreachable());
    const std::lock_guard lock(mutex_);
    const auto found = objects_.find(key);
    if (found == objects_.end()) return fail(ErrorCode::ResourceNotFoundException, name_of(key) + " does not exist");
    return std::make_unique<StoredSource>(found->second);
  }
  Result<void> list(const std::string& prefix, const Each& each) override {
    for (const auto& [key, bytes] : objects())
      if (key.starts_with(prefix) && (!hidden || !hidden(key))) {
        ++listed;
        auto result = each({key, bytes.size()});
        if (!result) return result;
      }
    return {};
  }
  Result<void> list_folders(const std::string& prefix, const EachFolder& each) override {
    std::string last;
    for (const auto& [key, bytes] : objects()) {
      const std::size_t slash = key.find('/', prefix.size());
      if (!key.starts_with(prefix) || slash == key.npos || (hidden && hidden(key))) continue;
      const std::string name = key.substr(prefix.size(), slash - prefix.size());
      if (name == last) continue;
      last = name;
      if (auto result = each(name); !result) return result;
    }
    return {};
  }
  Result<void> remove(const std::string& key) override {
    if (next_fate(key) == Fate::Fails) return unexpected(unreachable());
    erase(key);
    return {};
  }

 private:
  class StoredSink final : public transfer::ObjectSink {
   public:
    StoredSink(MemoryPlace& place, std::string key) : place_(place), key_(std::move(key)) {}
    Result<void> write(std::string_view bytes) override {
      bytes_ += bytes;
      return {};
    }
    Result<void> finish() override {
      const Fate fate = place_.next_fate(key_);
      if (fate == Fate::Fails) return unexpected(unreachable());
      place_.set(key_, bytes_);
      if (fate == Fate::LosesItsAnswer) return unexpected(unreachable());
      return {};
    }
    std::string etag() const override { return {}; }

   private:
    MemoryPlace& place_;
    const std::string key_;
    std::string bytes_;
  };
  class StoredSource final : public transfer::Source {
   public:
    explicit StoredSource(std::string bytes) : bytes_(std::move(bytes)) {}
    Result<std::size_t> read(char* to, std::size_t most) override {
      const std::size_t given = std::min(most, bytes_.size() - at_);
      bytes_.copy(to, given, at_);
      at_ += given;
      return given;
    }

   private:
    const std::string bytes_;
    std::size_t at_ = 0;
  };

  static Error unreachable() { return {ErrorCode::ServiceUnavailable, "the place cannot be reached"}; }
  bool is_abandoned() {
    if (!hangs) return false;
    ++hanging;
    while (hangs && !(stops_ && stops_())) std::this_thread::yield();
    --hanging;
    return hangs;
  }
  Fate next_fate(const std::string& key) {
    if (is_abandoned()) return Fate::Fails;
    const std::uint64_t number = ++puts_;
    return fate ? fate(number, key) : Fate::Works;
  }

  transfer::Stops stops_;
  mutable std::mutex mutex_;
  std::map<std::string, std::string> objects_;  // guarded by mutex_
  std::atomic<std::uint64_t> puts_{0};
};

}  // namespace partita::test
