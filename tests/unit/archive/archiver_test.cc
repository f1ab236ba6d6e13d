// The threads that keep an archive current.
#include "archive/archiver.h"

#include <fmt/format.h>

#include "archive_fixture.h"

namespace partita {
namespace archiver_test {

class ArchiverThreads : public test::Archive {
 protected:
  std::unique_ptr<archive::Archiver> start() {
    archive::ArchiverOptions options{.location = {memory_, "shop/", key_}, .every = std::chrono::milliseconds(1)};
    options.last_changes = std::chrono::milliseconds(300);
    options.writer.directory = data();
    options.writer.host = "here";
    auto started = archive::Archiver::start(*store_, clock_, std::move(options));
    EXPECT_TRUE(started) << started.error().message;
    return started ? std::move(*started) : nullptr;
  }
  static bool soon(const std::function<bool()>& holds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!holds() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    return holds();
  }
  static std::string told(const archive::ArchiveState& state) {
    return fmt::format("{}, {} segments, base {} of {} bytes, faults: '{}' '{}'", archive::name_of(state.condition),
                       state.segments, state.base_done_bytes, state.base_all_bytes, state.fault, state.base_fault);
  }
};

TEST_F(ArchiverThreads, EndWithTheLastChangesInTheArchive) {
  auto archiver = start();
  ASSERT_TRUE(archiver);
  write_random(20);
  ASSERT_TRUE(soon([&] { return archiver->state().base_ms > 0; })) << told(archiver->state());
  write_random(20);
  archiver.reset();
  const auto restored = restore();
  ASSERT_TRUE(restored) << restored.error().message;
  EXPECT_EQ(take_restored(), states_.rbegin()->second);
}

TEST_F(ArchiverThreads, EndAlthoughThePlaceHangs) {
  auto archiver = start();
  ASSERT_TRUE(archiver);
  write_random(3);
  ASSERT_TRUE(soon([&] { return archiver->state().segments > 0; }));
  memory_->hangs = true;
  write_random(3);
  ASSERT_TRUE(soon([&] { return memory_->hanging > 0; }));
  const auto begin = std::chrono::steady_clock::now();
  archiver.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  memory_->hangs = false;
}

}  // namespace archiver_test
}  // namespace partita
