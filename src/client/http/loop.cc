#include "client/http/loop.h"

#include <signal.h>

#include <algorithm>

#include "base/check.h"

namespace partita::client {
namespace {

constexpr std::chrono::milliseconds kLongestWait{60'000};
constexpr std::size_t kIdleTransfers = 64;

CURLM* new_multi() {
  CURLM* const multi = curl().multi_init();
  PARTITA_CHECK(multi != nullptr);
  return multi;
}

}  // namespace

HttpLoop::HttpLoop(std::size_t max_connections) : max_connections_(max_connections), multi_(new_multi()) {
  curl().multi_setopt(multi_, CURLMOPT_MAXCONNECTS, static_cast<long>(max_connections));
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { run(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

HttpLoop::~HttpLoop() {
  PARTITA_CHECK(!on_own_thread());
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    curl().multi_wakeup(multi_);
  }
  thread_.join();
  PARTITA_CHECK(under_way_.empty() && waiting_.empty());
  idle_.clear();
  curl().multi_cleanup(multi_);
}

void HttpLoop::post(Task task) {
  const std::lock_guard lock(mutex_);
  posted_.push_back(std::move(task));
  curl().multi_wakeup(multi_);
}

void HttpLoop::after(std::chrono::milliseconds delay, Task task) {
  PARTITA_CHECK(on_own_thread());
  later_.emplace(Clock::now() + delay, std::move(task));
}

void HttpLoop::send(HttpRequest request, Then then) {
  PARTITA_CHECK(on_own_thread());
  if (under_way_.size() < max_connections_)
    begin(std::move(request), std::move(then));
  else
    waiting_.emplace_back(std::move(request), std::move(then));
}

void HttpLoop::run() {
  for (;;) {
    run_posted();
    run_due();
    int running = 0;
    PARTITA_CHECK(curl().multi_perform(multi_, &running) == CURLM_OK);
    finish_ended();
    {
      const std::lock_guard lock(mutex_);
      if (stopping_) return;
    }
    // A wake-up that came after the last poll ends this poll at once, so no posted task is missed.
    PARTITA_CHECK(curl().multi_poll(multi_, nullptr, 0, milliseconds_to_wait(), nullptr) == CURLM_OK);
  }
}

void HttpLoop::run_posted() {
  std::vector<Task> tasks;
  {
    const std::lock_guard lock(mutex_);
    tasks.swap(posted_);
  }
  for (Task& task : tasks) task();
}

void HttpLoop::run_due() {
  const auto now = Clock::now();
  while (!later_.empty() && later_.begin()->first <= now) {
    const Task task = std::move(later_.begin()->second);
    later_.erase(later_.begin());
    task();
  }
}

void HttpLoop::begin(HttpRequest request, Then then) {
  std::unique_ptr<Transfer> transfer;
  if (idle_.empty()) {
    transfer = std::make_unique<Transfer>();
  } else {
    transfer = std::move(idle_.back());
    idle_.pop_back();
  }
  transfer->begin(std::move(request));
  CURL* const handle = transfer->handle();
  under_way_.emplace(handle, Exchange{std::move(transfer), std::move(then)});
  PARTITA_CHECK(curl().multi_add_handle(multi_, handle) == CURLM_OK);
}

void HttpLoop::finish_ended() {
  int left = 0;
  while (const CURLMsg* const message = curl().multi_info_read(multi_, &left))
    if (message->msg == CURLMSG_DONE) finish(message->easy_handle, message->data.result);
}

void HttpLoop::finish(CURL* handle, CURLcode code) {
  curl().multi_remove_handle(multi_, handle);
  const auto found = under_way_.find(handle);
  PARTITA_CHECK(found != under_way_.end());
  Exchange exchange = std::move(found->second);
  under_way_.erase(found);
  HttpResult result = exchange.transfer->end(code);
  if (idle_.size() < kIdleTransfers) idle_.push_back(std::move(exchange.transfer));
  if (!waiting_.empty()) {
    auto [request, then] = std::move(waiting_.front());
    waiting_.pop_front();
    begin(std::move(request), std::move(then));
  }
  exchange.then(std::move(result));
}

int HttpLoop::milliseconds_to_wait() const {
  if (later_.empty()) return static_cast<int>(kLongestWait.count());
  const auto wait = std::chrono::ceil<std::chrono::milliseconds>(later_.begin()->first - Clock::now());
  return static_cast<int>(std::clamp(wait, std::chrono::milliseconds{0}, kLongestWait).count());
}

}  // namespace partita::client
