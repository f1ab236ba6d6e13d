#include "movement/following/follower.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "base/clock.h"
#include "base/try.h"
#include "transfer/tables/patience.h"
#include "transfer/tables/workers.h"

namespace partita::movement {
namespace {

constexpr std::size_t kMostShards = 8;  // that are read at the same time
constexpr std::chrono::seconds kBetweenLists{10};
constexpr std::chrono::hours kFollowPatience{1};

using From = ShardPlace::From;

// Sends a request again while the database refuses it for now, for example while it starts again.
template <class Ask>
auto persistently(const std::function<void(const Error&)>& on_wait, const Ask& ask) {
  transfer::Patience patience(kFollowPatience);
  for (;;) {
    auto answer = ask();
    if (answer || !transfer::may_succeed_later(answer.error())) return answer;
    on_wait(answer.error());
    if (!patience.wait()) return answer;
  }
}

Error lost_records(const std::string& shard) {
  return Error(ErrorCode::TrimmedDataAccessException,
               "the stream no longer has records of shard " + shard +
                   " that were not read, because it keeps them for 24 hours; the copy must begin anew");
}

}  // namespace

Result<std::vector<Shard>> list_shards(Database& database, const std::string& stream_arn,
                                       const std::function<void(const Error&)>& on_wait) {
  std::vector<Shard> out;
  DescribeStreamRequest request{.stream_arn = stream_arn};
  do {
    PARTITA_TRY_VALUE(page, persistently(on_wait, [&] { return database.describe_stream(request); }));
    const StreamDescription& facts = page.stream_description;
    if (facts.stream_status &&
        (*facts.stream_status == StreamStatus::Disabled || *facts.stream_status == StreamStatus::Disabling))
      return fail(
          ErrorCode::ResourceNotFoundException,
          "the stream " + stream_arn + " was disabled, so changes are missing in it; begin anew with --restart");
    if (facts.shards) out.insert(out.end(), facts.shards->begin(), facts.shards->end());
    request.exclusive_start_shard_id = facts.last_evaluated_shard_id;
  } while (request.exclusive_start_shard_id);
  return out;
}

Follower::Follower(Database& source, ChangeTaker& taker, StreamPlace& place, FollowSettings settings,
                   FollowProgress& progress)
    : source_(source), taker_(taker), place_(place), settings_(std::move(settings)), progress_(progress) {}

Result<void> Follower::run(Use use, const IsEnded& is_ended) {
  auto quiet_since = Clock::now();
  const auto finish = [&](Result<void> done) {
    auto saved = save(Saving::Last);
    return done ? std::move(saved) : std::move(done);
  };
  while (!is_ended(std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - quiet_since))) {
    if (auto listed = refresh(); !listed) return finish(std::move(listed));
    auto pages = read_round(use);
    if (!pages) return finish(unexpected(std::move(pages.error())));
    note_lag(*pages);
    PARTITA_TRY(save(Saving::IfDue));
    // Without a shard to read, the children of those that ended are not in the list yet, and may have records.
    const bool is_quiet =
        !pages->empty() && std::ranges::all_of(*pages, [](const Page& page) { return page.is_at_tip; });
    if (!is_quiet) quiet_since = Clock::now();
    if (is_quiet) std::this_thread::sleep_for(settings_.between_polls);
  }
  return finish({});
}

// Lists the shards now and then, and at once after a shard has ended, because its children may be there.
Result<void> Follower::refresh() {
  if (!must_list_.exchange(false) && Clock::now() - listed_ < kBetweenLists) return {};
  PARTITA_TRY_VALUE(shards, list_shards(source_, place_.arn, settings_.on_wait));
  std::vector<ShardPlace> lost;
  std::vector<std::pair<std::string, std::string>> iterators;
  for (std::size_t i = 0; i < iterators_.size(); ++i)
    iterators.emplace_back(place_.shards[i].shard, std::move(iterators_[i]));
  place_.update(shards, lost);
  if (!lost.empty()) return unexpected(lost_records(lost.front().shard));
  iterators_.assign(place_.shards.size(), {});
  for (auto& [shard, iterator] : iterators)
    for (std::size_t i = 0; i < place_.shards.size(); ++i)
      if (place_.shards[i].shard == shard) iterators_[i] = std::move(iterator);
  listed_ = Clock::now();
  return {};
}

Result<std::vector<Follower::Page>> Follower::read_round(Use use) {
  const std::vector<std::size_t> shards = place_.readable();
  std::vector<Page> pages(shards.size());
  std::atomic<std::size_t> next = 0;
  const int workers = static_cast<int>(std::min(shards.size(), kMostShards));
  if (workers > 0) readable_ = Clock::now();
  const auto work = [&](int, const std::atomic<bool>& is_stopped) -> Result<void> {
    for (std::size_t i = next++; i < shards.size() && !is_stopped; i = next++) {
      PARTITA_TRY_VALUE(page, read_shard(shards[i], use, is_stopped));
      pages[i] = page;
    }
    return {};
  };
  if (workers == 1) {
    const std::atomic<bool> is_stopped = false;
    PARTITA_TRY(work(0, is_stopped));
  } else if (workers > 1) {
    PARTITA_TRY(transfer::run_workers(workers, work));
  } else {
    // All shards are at their ends: their children are not in the list yet.
    must_list_ = true;
    if (Clock::now() - readable_ > kBetweenLists)
      settings_.on_wait(Error(ErrorCode::InternalServerError, "all its shards have ended, and it lists no later ones"));
    std::this_thread::sleep_for(settings_.between_polls);
  }
  return pages;
}

Result<std::string> Follower::iterator_of(const ShardPlace& place) {
  GetShardIteratorRequest request{.stream_arn = place_.arn, .shard_id = place.shard};
  const auto ask = [&](ShardIteratorType type) {
    request.shard_iterator_type = type;
    return persistently(settings_.on_wait, [&] { return source_.get_shard_iterator(request); });
  };
  auto made = [&] {
    switch (place.from) {
      case From::After:
        request.sequence_number = place.number;
        return ask(ShardIteratorType::AfterSequenceNumber);
      case From::Time: {
        request.timestamp = place.time;
        auto at_time = ask(ShardIteratorType::AtTimestamp);
        // Not each endpoint knows it. Records that are read too early do no harm.
        if (at_time || at_time.error().code == ErrorCode::TrimmedDataAccessException) return at_time;
        request.timestamp.reset();
        return ask(ShardIteratorType::TrimHorizon);
      }
      default:
        return ask(ShardIteratorType::TrimHorizon);
    }
  }();
  if (made) return made->shard_iterator.value_or("");
  if (made.error().code == ErrorCode::TrimmedDataAccessException) return unexpected(lost_records(place.shard));
  return unexpected(std::move(made.error()));
}

Result<GetRecordsResponse> Follower::read_page(ShardPlace& place, std::string& iterator) {
  transfer::Patience patience(kFollowPatience);
  for (bool has_expired = false;;) {
    if (iterator.empty()) {
      PARTITA_TRY_VALUE(made, iterator_of(place));
      iterator = std::move(made);
    }
    auto page = source_.get_records({.shard_iterator = iterator});
    if (page) return page;
    const ErrorCode code = page.error().code;
    if (code == ErrorCode::ExpiredIteratorException && !has_expired) {
      // It expires after 15 minutes, for example while the target did not answer.
      has_expired = true;
      iterator.clear();
      continue;
    }
    if (!transfer::may_succeed_later(page.error())) return page;
    // Some endpoints give an iterator for a time and then fail to read by it. Earlier records do no harm. If the
    // endpoint is down, the next attempt tells it.
    if (place.from == From::Time && !transfer::is_throttling(page.error())) {
      place.from = From::Horizon;
      iterator.clear();
      continue;
    }
    settings_.on_wait(page.error());
    if (!patience.wait()) return page;
  }
}

Result<Follower::Page> Follower::read_shard(std::size_t shard, Use use, const std::atomic<bool>& is_stopped) {
  ShardPlace& place = place_.shards[shard];
  std::string& iterator = iterators_[shard];
  Page out{.shard = shard};
  auto page = read_page(place, iterator);
  if (!page) {
    iterator.clear();
    if (page.error().code == ErrorCode::TrimmedDataAccessException) return unexpected(lost_records(place.shard));
    return unexpected(std::move(page.error()));
  }
  if (!page->records.empty()) {
    if (use == Use::Apply) {
      if (auto applied = taker_.apply(page->records, is_stopped); !applied) {
        // The page is read again, from the place before it.
        iterator.clear();
        return unexpected(std::move(applied.error()));
      }
      if (is_stopped) {
        iterator.clear();
        return out;
      }
      progress_.changes += page->records.size();
    }
    const ItemChange& last = *page->records.back().dynamodb;
    place.from = From::After;
    place.number = last.sequence_number.value_or("");
    out.has_records = true;
    out.newest = last.approximate_creation_date_time.value_or(0);
  }
  out.is_at_tip = page->records.empty();
  iterator = page->next_shard_iterator.value_or("");
  if (!page->next_shard_iterator) {
    place.from = From::End;
    out.is_at_tip = false;
    must_list_ = true;
  }
  return out;
}

void Follower::note_lag(const std::vector<Page>& pages) {
  if (pages.empty()) return;
  // A record of 12:00:05 may be one of 12:00:05.999.
  const auto now_ms = static_cast<double>(base::SystemClock().now_ms()) - 999;
  double lag = 0;
  for (const Page& page : pages)
    if (page.has_records) lag = std::max(lag, now_ms - page.newest * 1000);
  progress_.lag_ms = static_cast<std::int64_t>(lag);
}

Result<void> Follower::save(Saving saving) {
  const auto now = Clock::now();
  if (saving == Saving::IfDue && now - saved_ < settings_.save_every) return {};
  saved_ = now;
  return settings_.save(place_);
}

}  // namespace partita::movement
