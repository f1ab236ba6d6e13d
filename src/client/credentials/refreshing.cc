#include "client/credentials/refreshing.h"

namespace partita::client {

RefreshingCredentials::RefreshingCredentials(CredentialsSource source, std::shared_ptr<const base::Clock> clock,
                                             base::Log log)
    : source_(std::move(source)), clock_(std::move(clock)), log_(std::move(log)) {}

RefreshingCredentials::RefreshingCredentials(Credentials fixed)
    : RefreshingCredentials([fixed] { return FoundCredentials{fixed}; }, std::make_shared<base::SystemClock>(), {}) {
  found_ = FoundCredentials{std::move(fixed)};
}

RefreshingCredentials::~RefreshingCredentials() {
  if (fetcher_.joinable()) fetcher_.join();
}

void RefreshingCredentials::get(Then then) {
  std::optional<Credentials> valid;
  {
    const std::lock_guard lock(mutex_);
    const std::int64_t now = clock_->now_ms();
    if (found_ && (!found_->expires_ms || now < *found_->expires_ms)) valid = found_->credentials;
    if (!valid) waiting_.push_back(std::move(then));
    const bool early =
        valid && found_->expires_ms && *found_->expires_ms - now <= kEarlyMs && clock_->elapsed_ms() >= next_fetch_ms_;
    if ((!valid || early) && !fetching_) start_fetch();
  }
  if (valid) then(*std::move(valid));
}

void RefreshingCredentials::drop(const Credentials& expired) {
  const std::lock_guard lock(mutex_);
  if (found_ && found_->credentials == expired) found_.reset();
}

// Requires: mutex_ is held. The last action of the previous thread was to set fetching_ to false under the mutex, so
// joining it does not wait.
void RefreshingCredentials::start_fetch() {
  fetching_ = true;
  if (fetcher_.joinable()) fetcher_.join();
  fetcher_ = std::thread([this] {
    while (fetch()) {
    }
  });
}

// Fetches once and serves the calls that wait. Returns true if other calls began to wait meanwhile.
bool RefreshingCredentials::fetch() {
  const CredentialsResult fetched = source_();
  if (!fetched) log_.warning("Credentials could not be fetched: " + fetched.error().message);
  std::vector<Then> waiting;
  {
    const std::lock_guard lock(mutex_);
    if (fetched && *fetched)
      found_ = **fetched;
    else
      next_fetch_ms_ = clock_->elapsed_ms() + kRestMs;
    waiting.swap(waiting_);
  }
  Result<Credentials> result = no_credentials("There are no credentials");
  if (!fetched) result = unexpected(fetched.error());
  if (fetched && *fetched) result = (*fetched)->credentials;
  for (const Then& then : waiting) then(result);

  const std::lock_guard lock(mutex_);
  fetching_ = !waiting_.empty();
  return fetching_;
}

}  // namespace partita::client
