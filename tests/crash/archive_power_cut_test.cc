// The power is cut at the write boundaries of a store that is archived. After each cut the archive goes on with the
// store as it is then, so that a restore gives the same.
#include <gmock/gmock.h>

#include <fstream>
#include <map>

#include "archive/archive_writer.h"
#include "archive/restore.h"
#include "archive/verify_archive.h"
#include "crash/store_workload.h"
#include "storage/data_directory.h"
#include "storage/open_store.h"
#include "support/power_cut_file_system.h"
#include "support/temporary_directory.h"
#include "unit/archive/memory_place.h"

namespace partita::test {
namespace archive_power_cut_test {

using storage::Store;
using State = std::map<std::string, std::string>;

constexpr std::uint64_t kBatches = 24;
constexpr std::uint64_t kStep = 3;  // between two boundaries that are cut, because each costs two restores
const StoreWorkload kWorkload(1500);

State state_of(const Store& store) {
  State state;
  const auto it = store.iterate({});
  for (; it->valid(); it->next()) state[std::string(it->key())] = it->value();
  return state;
}

// A server and its archive, whose place outlives it.
class Archived {
 public:
  explicit Archived(const std::shared_ptr<PowerCutFileSystem>& files) : files_(files) {
    // The small files of a base are read beside the simulated disk.
    std::ofstream(directory_ / std::string(storage::kFormatFile)) << storage::plain_format_text();
  }

  // Returns false if the power was cut.
  bool open() {
    auto opened =
        storage::open_store("/data", {.memtable_bytes = 64 << 10, .kept_log_bytes = 64 << 20, .file_system = files_});
    if (!opened) return false;
    store_ = std::move(*opened);
    writer_.emplace(archive_, *store_, clock_,
                    archive::WriterOptions{.directory = directory_.string(), .host = "here"});
    return writer_->begin().has_value();
  }
  void close() {
    writer_.reset();
    store_.reset();
  }
  Store& store() { return *store_; }
  bool archive_changes() {
    for (;;) {
      const auto more = writer_->write_changes(archive::ArchiveWriter::Wants::ChangesOnly);
      if (!more) return false;
      if (!*more) return true;
    }
  }
  bool archive_base() {
    return writer_->write_base([](std::uint64_t, std::uint64_t) {}, [this] { return archive_changes(); }, never_)
        .has_value();
  }
  bool needs_base() const { return writer_->needs_base(); }
  bool write_head() { return writer_->write_head(archive::ArchiveWriter::ServerState::Alive).has_value(); }

  State restored() {
    const TemporaryDirectory to;
    const auto contents = archive::read_contents(archive_);
    EXPECT_TRUE(contents);
    const auto plan = archive::plan_restore(*contents, {});
    EXPECT_TRUE(plan) << plan.error().message;
    const auto restored = archive::restore(archive_, *plan, {.directory = to / "data"});
    EXPECT_TRUE(restored) << restored.error().message;
    if (!restored) return {};
    const auto store = storage::open_store(to / "data", {.create_if_missing = false});
    return store ? state_of(**store) : State();
  }
  std::vector<std::string> findings() { return archive::verify_archive(archive_, {}).value().findings; }

 private:
  const std::shared_ptr<PowerCutFileSystem> files_;
  const TemporaryDirectory directory_;
  const base::SystemClock clock_;
  const std::atomic<bool> never_{false};
  archive::ArchivePlace archive_{{std::make_shared<MemoryPlace>(), "", std::nullopt}};
  std::unique_ptr<Store> store_;
  std::optional<archive::ArchiveWriter> writer_;
};

void run_until_cut(Archived& archived) {
  if (!archived.open() || !archived.archive_base()) return;
  for (std::uint64_t i = 1; i <= kBatches; ++i) {
    // Half of the batches are archived before they are durable.
    if (!archived.store().write(kWorkload.batch(i), i % 4 == 0 ? Store::Sync::Yes : Store::Sync::No)) return;
    if (i % 2 == 0 && !archived.archive_changes()) return;
    if (i % 3 == 0) (void)archived.write_head();
    if (i == kBatches / 2 && !archived.archive_base()) return;
  }
}

class ArchivePowerCut : public testing::TestWithParam<UnsyncedBytes> {};

TEST_P(ArchivePowerCut, the_archive_goes_on_with_the_store_as_it_is_after_the_cut) {
  const auto whole = std::make_shared<PowerCutFileSystem>();
  {
    Archived archived(whole);
    run_until_cut(archived);
  }
  const std::uint64_t boundaries = whole->disk().boundaries();
  EXPECT_GT(boundaries, kBatches);
  for (std::uint64_t boundary = 1; boundary <= boundaries && !HasFailure(); boundary += kStep) {
    SCOPED_TRACE(boundary);
    const auto files = std::make_shared<PowerCutFileSystem>();
    Archived archived(files);
    files->disk().cut_at(boundary);
    run_until_cut(archived);
    files->disk().cut();
    archived.close();
    files->disk().restore(GetParam(), boundary);
    ASSERT_TRUE(archived.open());
    const std::uint64_t found = kWorkload.count(archived.store());
    ASSERT_TRUE(archived.store().write(kWorkload.batch(found + 1), Store::Sync::Yes));
    ASSERT_TRUE(archived.archive_base());
    ASSERT_TRUE(archived.store().write(kWorkload.batch(found + 2), Store::Sync::Yes));
    ASSERT_TRUE(archived.archive_changes());
    // A generation that began meanwhile, because the log lacks changes after the cut, needs a base of its own.
    if (archived.needs_base()) {
      ASSERT_TRUE(archived.archive_base());
    }
    ASSERT_TRUE(archived.write_head());
    EXPECT_TRUE(archived.restored() == state_of(archived.store()));
    EXPECT_THAT(archived.findings(), testing::IsEmpty());
  }
}

INSTANTIATE_TEST_SUITE_P(, ArchivePowerCut,
                         testing::Values(UnsyncedBytes::Lost, UnsyncedBytes::Torn, UnsyncedBytes::LostOfSomeFiles),
                         [](const auto& instance) { return name_of(instance.param); });

}  // namespace archive_power_cut_test
}  // namespace partita::test
