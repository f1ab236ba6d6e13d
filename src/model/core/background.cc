#include "model/core/background.h"

#include <atomic>

namespace partita::model {
namespace {

// It is never destroyed, because a thread may still use it after the end has waited.
constinit std::atomic<int> under_way = 0;
thread_local int own = 0;

struct WaitAtExit {
  ~WaitAtExit() {
    for (int now = under_way; now > own; now = under_way) under_way.wait(now);
  }
};

}  // namespace

void wait_for_background_at_exit() { static const WaitAtExit wait; }

void begin_background() { ++under_way; }
void end_background() {
  --under_way;
  under_way.notify_all();
}

Background::Background() {
  ++own;
  begin_background();
}
Background::~Background() {
  --own;
  end_background();
}

}  // namespace partita::model
