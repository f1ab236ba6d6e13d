// The exchange of a directory's files, and deaths at each of its steps.
#include "archive/exchange.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "storage/data_directory.h"
#include "support/temporary_directory.h"

namespace partita::archive {
namespace exchange_test {

namespace fs = std::filesystem;
using Files = std::map<std::string, std::string>;

const Files kOld = {{"CURRENT", "old"}, {"000001.sst", "old"}, {"archive/a", "old"}};
const Files kNew = {{"CURRENT", "new"}, {"000002.sst", "new"}, {"folder/b", "new"}};

class Exchange : public testing::Test {
 protected:
  static void write(const fs::path& to, const Files& files) {
    for (const auto& [name, text] : files) {
      fs::create_directories((to / name).parent_path());
      std::ofstream(to / name) << text;
    }
  }
  // All files, but for those that belong to no store.
  static Files files_in(const fs::path& directory) {
    Files files;
    for (const auto& entry : fs::recursive_directory_iterator(directory)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream file(entry.path());
      files[fs::relative(entry.path(), directory).string()] = {std::istreambuf_iterator<char>(file), {}};
    }
    return files;
  }
  fs::path path() const { return directory_ / "data"; }
  std::string data() const { return path().string(); }
  fs::path mark() const { return path() / storage::kRestoreMark; }
  void begin() {
    fs::remove_all(path());
    write(path(), kOld);
    write(folder_of_new_files(data()), kNew);
  }

  const test::TemporaryDirectory directory_;
};

TEST_F(Exchange, ReplacesAllFiles) {
  begin();
  fs::create_directory(path() / "lost+found");
  const Files kept = {
      {"credentials", "key"}, {"tls.crt", "certificate"}, {"audit.log", "line"}, {"damaged-1/1.sst", "x"}};
  write(path(), kept);
  ASSERT_TRUE(exchange_files(data()));
  Files all = kNew;
  all.insert(kept.begin(), kept.end());
  EXPECT_EQ(files_in(path()), all);
  EXPECT_TRUE(fs::exists(path() / "lost+found"));
  EXPECT_FALSE(fs::exists(folder_of_new_files(data())));
}

TEST_F(Exchange, ChangesNothingBeforeItBegins) {
  begin();
  ASSERT_TRUE(end_exchange(data()));
  Files both = kOld;
  for (const auto& [name, text] : kNew) both[".partita-restored/" + name] = text;
  EXPECT_EQ(files_in(path()), both);
  // The mark of a restore is not that of an exchange.
  std::ofstream(mark()) << "partita restore\nfrom here\n";
  ASSERT_TRUE(end_exchange(data()));
  EXPECT_TRUE(fs::exists(folder_of_new_files(data())));
}

TEST_F(Exchange, GoesOnAfterADeathAtEachStep) {
  const auto marks = [this](const char* step) {
    std::ofstream(mark(), std::ios::trunc) << "partita exchange\nstep " << step << "\n";
  };
  // The first `gone` old files are removed.
  for (std::size_t gone = 0; gone <= kOld.size(); ++gone) {
    begin();
    marks("removing");
    auto file = kOld.begin();
    for (std::size_t i = 0; i < gone; ++i, ++file) fs::remove(path() / file->first);
    ASSERT_TRUE(end_exchange(data()));
    EXPECT_EQ(files_in(path()), kNew) << gone;
  }
  // The first `moved` new files are in their place.
  const std::vector<std::string> entries = {"CURRENT", "000002.sst", "folder"};
  for (std::size_t moved = 0; moved <= entries.size(); ++moved)
    for (const bool has_folder : {true, false}) {
      if (!has_folder && moved < entries.size()) continue;
      begin();
      marks("moving");
      for (const auto& [name, text] : kOld) fs::remove_all(path() / *fs::path(name).begin());
      for (std::size_t i = 0; i < moved; ++i)
        fs::rename(fs::path(folder_of_new_files(data())) / entries[i], path() / entries[i]);
      if (!has_folder) fs::remove(folder_of_new_files(data()));
      ASSERT_TRUE(end_exchange(data())) << moved;
      EXPECT_EQ(files_in(path()), kNew) << moved;
    }
}

}  // namespace exchange_test
}  // namespace partita::archive
