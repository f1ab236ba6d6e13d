// RefreshingCredentials: keeps the credentials of a source, and fetches new ones before they expire.
//
// 1. At most one fetch runs at a time, on a thread of its own that ends with it. Calls that need its result wait in a
//    list.
// 2. During the last kEarlyMs of the credentials' life they are still used, while new ones are fetched. If that fails,
//    they are used until they expire, and the next early fetch is kRestMs later.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "client/credentials/source.h"

namespace partita::client {

class RefreshingCredentials {
 public:
  using Then = std::function<void(const Result<Credentials>&)>;

  RefreshingCredentials(CredentialsSource source, std::shared_ptr<const base::Clock> clock, base::Log log);
  // These credentials never change.
  explicit RefreshingCredentials(Credentials fixed);
  // Waits for a running fetch.
  ~RefreshingCredentials();

  // Calls `then` once. If there are valid credentials, it is called before this function returns, otherwise on the
  // thread of the fetch. Errors: those of the source.
  void get(Then then);
  // Must be called if the endpoint says that `expired` have expired. They are not used again.
  void drop(const Credentials& expired);

  static constexpr std::int64_t kEarlyMs = 5 * 60 * 1000;
  static constexpr std::int64_t kRestMs = 60 * 1000;

 private:
  void start_fetch();
  bool fetch();

  const CredentialsSource source_;
  const std::shared_ptr<const base::Clock> clock_;
  const base::Log log_;

  std::mutex mutex_;
  // These are guarded by mutex_.
  std::optional<FoundCredentials> found_;
  std::int64_t next_fetch_ms_ = 0;  // the earliest time of the next early fetch
  bool fetching_ = false;
  std::vector<Then> waiting_;
  std::thread fetcher_;
};

}  // namespace partita::client
