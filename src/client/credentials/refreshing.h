// RefreshingCredentials: what a source found, kept, and fetched anew before it expires.
//
// 1. At most one fetch is under way, on a thread of its own that ends with it; whoever needs its outcome waits in line.
// 2. Within kEarly of their end, credentials are still given out while new ones are fetched. If that fails, they are
// used
//    until their end, and the next fetch is kRest later.
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
  // Credentials that never change.
  explicit RefreshingCredentials(Credentials fixed);
  // Waits for a fetch under way.
  ~RefreshingCredentials();

  // Calls `then` once: before this returns, where there are valid credentials; otherwise on the fetch's thread.
  // Errors: the source's.
  void get(Then then);
  // The endpoint says that these have expired: they are not given out again.
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
  // Guarded by mutex_.
  std::optional<FoundCredentials> found_;
  std::int64_t next_fetch_ms_ = 0;  // no early fetch before
  bool fetching_ = false;
  std::vector<Then> waiting_;
  std::thread fetcher_;
};

}  // namespace partita::client
