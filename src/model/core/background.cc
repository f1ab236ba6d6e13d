#include "model/core/background.h"

#include <atomic>

namespace partita::model {
namespace {

// It is never destroyed, because a thread may still use it after the end has waited.
constinit std::atomic<int> under_way = 0;
thread_local int under_way_here = 0;

struct WaitAtExit {
  ~WaitAtExit() {
    for (int now = under_way; now > under_way_here; now = under_way) under_way.wait(now);
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
  ++under_way_here;
  begin_background();
}
Background::~Background() {
  --under_way_here;
  end_background();
}

}  // namespace partita::model
