// PendingNext: its end, while calls of it are inside.
#include "engine/streams/pending_next.h"

#include <gtest/gtest.h>

namespace partita::engine {
namespace pending_next_test {

using Answer = Result<std::vector<Record>>;

// As a next() that is answered on the caller's thread.
void next(PendingNext& pending, PendingNext::Done done) {
  EXPECT_TRUE(pending.take(done));
  const PendingNext::Reading reading(pending);
  if (reading.may_read()) pending.answer(std::vector<Record>{});
}

TEST(PendingNextTest, a_completion_may_close_it_in_a_nested_next_of_it) {
  PendingNext pending;
  int answers = 0;
  next(pending, [&](const Answer&) {
    ++answers;
    next(pending, [&](const Answer&) {
      ++answers;
      pending.close();
    });
  });
  EXPECT_EQ(answers, 2);
}

TEST(PendingNextTest, a_completion_of_another_one_may_close_it) {
  PendingNext pending, other;
  bool closed = false;
  next(pending, [&](const Answer&) {
    next(other, [&](const Answer&) {
      pending.close();
      closed = true;
    });
  });
  EXPECT_TRUE(closed);
}

TEST(PendingNextTest, a_next_that_comes_after_its_end_is_cancelled) {
  PendingNext pending;
  pending.close();
  std::optional<ErrorCode> code;
  PendingNext::Done done = [&](const Answer& answer) { code = answer.error().code; };
  EXPECT_TRUE(pending.take(done));
  EXPECT_EQ(code, ErrorCode::Cancelled);
  const PendingNext::Reading reading(pending);
  EXPECT_FALSE(reading.may_read());
}

}  // namespace pending_next_test
}  // namespace partita::engine
