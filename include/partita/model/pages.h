// Reads page after page: for (auto& page : db.query<StatusFeed>(...).pages()), or one page at a time without waiting.
#pragma once

#include <partita/model/call.h>

#include <iterator>
#include <memory>

namespace partita::model {

// The pages of a call that has after(token), such as a query or a scan. Copies share their position.
//
//   for (auto& page : db.query<StatusFeed>(...).pages()) ...                   // throws CallFailed
//   auto pages = db.query<StatusFeed>(...).take(100).pages();
//   while (auto page = (co_await pt::async(pages.next(), asio::use_awaitable)).value()) ...
template <class SomeCall>
class Pages {
 public:
  using Page = typename SomeCall::result_type;

  explicit Pages(SomeCall call) : state_(std::make_shared<State>(State{std::move(call)})) {}

  // Returns a call that reads the next page. Its answer is nullopt after the last page. A last page without rows is
  // left out. After an error the next call asks for the same page again. Only one call may be under way at a time.
  // The call of a Pages that was moved from is an error.
  AnyCall<std::optional<Page>> next() const {
    if (!state_) return AnyCall<std::optional<Page>>(nullptr);
    return AnyCall<std::optional<Page>>([state = state_](Mode mode, Done<std::optional<Page>> done) {
      if (state->ended) return done(std::optional<Page>());
      state->call.start(mode, [state, done = std::move(done)](Result<Page> page) {
        if (!page) return done(unexpected(std::move(page.error())));
        state->ended = !page->token;
        state->call.after(page->token);
        if (state->ended && page->items.empty() && page->unreadable.empty()) return done(std::optional<Page>());
        done(std::optional<Page>(std::move(*page)));
      });
    });
  }

  // Waits for each page. Throws CallFailed if a page is an error.
  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Page;
    using difference_type = std::ptrdiff_t;
    using pointer = Page*;
    using reference = Page&;

    explicit iterator(const Pages* pages) : pages_(pages) { ++*this; }
    Page& operator*() const { return *page_; }
    Page* operator->() const { return &*page_; }
    iterator& operator++() {
      page_ = pages_->next().value();
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const iterator& at, std::default_sentinel_t) { return !at.page_; }

   private:
    const Pages* pages_;
    mutable std::optional<Page> page_ = {};
  };
  // Reads the first page that has not been read.
  iterator begin() const { return iterator(this); }
  std::default_sentinel_t end() const { return {}; }

 private:
  struct State {
    SomeCall call;
    bool ended = false;
  };
  std::shared_ptr<State> state_;
};

}  // namespace partita::model
