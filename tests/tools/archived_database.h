// A data directory whose server has written an archive of two moments, for commands that read archives.
#pragma once

#include <gmock/gmock.h>
#include <partita/connect.h>
#include <partita/open.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "run_command.h"
#include "support/partita_process.h"
#include "support/requests.h"
#include "support/temporary_directory.h"

namespace partita {

class ArchivedDatabase : public ::testing::Test {
 protected:
  // `keys` are options of the server and of the commands, such as "--archive-key FILE".
  explicit ArchivedDatabase(std::vector<std::string> keys = {}) : keys_(std::move(keys)) {}

  // The tables "items" and "others" have the item "early" at the first moment, and "items" has "late" too at the
  // second.
  void SetUp() override {
    {
      const auto server = serve();
      const auto remote = connect(server->endpoint(), {.max_attempts = 1}).value();
      for (const std::string table : {"items", "others"}) {
        ASSERT_TRUE(remote->create_table(test::create_request(table, "pk:S")));
        ASSERT_TRUE(remote->put_item(test::put_request(table, {{"pk", "early"}})));
      }
      wait_for_base(1);
      ASSERT_EQ(server->stop(), 0);
    }
    const Outcome listed = archive("list");
    early_time_ = text_between(listed.output, "changes up to ", ": segment");
    early_number_ = text_between(listed.output, ", operation ", "\n");
    const auto server = serve();
    const auto remote = connect(server->endpoint(), {.max_attempts = 1}).value();
    ASSERT_TRUE(remote->put_item(test::put_request("items", {{"pk", "late"}})));
    wait_for_base(2);
    // The hashes of tables are in segments, so one has to follow the base.
    ASSERT_TRUE(remote->put_item(test::put_request("items", {{"pk", "last"}})));
    ASSERT_EQ(server->stop(), 0);
  }

  std::unique_ptr<test::ServerProcess> serve() const {
    std::vector<std::string> options = {"--data",          data_,  "--archive",   place_,
                                        "--archive-every", "0.05", "--log-level", "error"};
    options.insert(options.end(), keys_.begin(), keys_.end());
    return std::make_unique<test::ServerProcess>(options, test::Stderr::Shown);
  }
  Outcome archive(const std::string& words) const { return with_place("archive " + words); }
  Outcome restore(const std::string& words) const { return with_place("restore " + words); }

  static bool has(const std::string& data, const std::string& table, const std::string& key) {
    auto database = partita::open(data, {.create_if_missing = false});
    EXPECT_TRUE(database) << database.error().message;
    const auto got = database ? (*database)->get_item(test::get_request(table, {{"pk", key}})) : GetItemResponse();
    return got && got->item;
  }
  // The largest file of the bases.
  std::string largest_file() const {
    std::filesystem::path found;
    for (const auto& entry : std::filesystem::directory_iterator(place_ + "/files"))
      if (found.empty() || entry.file_size() > std::filesystem::file_size(found)) found = entry.path();
    return found;
  }
  std::string last_segment() const {
    std::filesystem::path found;
    for (const auto& entry : std::filesystem::directory_iterator(place_ + "/generations/0000000001/changes"))
      if (entry.path() > found) found = entry.path();
    return found;
  }
  static void flip_bit_in_the_middle(const std::string& path) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    const auto middle = static_cast<std::streamoff>(std::filesystem::file_size(path) / 2);
    file.seekg(middle);
    const char byte = static_cast<char>(file.get());
    file.seekp(middle);
    file.put(static_cast<char>(byte ^ 1));
  }
  static std::string text_between(const std::string& text, const std::string& before, const std::string& after) {
    const std::size_t begin = text.find(before);
    if (begin == text.npos) return {};
    const std::size_t end = text.find(after, begin + before.size());
    return text.substr(begin + before.size(), end - begin - before.size());
  }

  const test::TemporaryDirectory directory_;
  const std::string data_ = directory_ / "data";
  const std::string place_ = directory_ / "archive";
  std::vector<std::string> keys_;
  std::string early_time_;
  std::string early_number_;

 private:
  Outcome with_place(std::string words) const {
    words += " --from file://" + place_;
    for (const std::string& word : keys_) words += " " + word;
    return run_command(words, directory_.string());
  }
  // The command takes a while, so that the loop leaves the processor to the server.
  void wait_for_base(int number) const {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    const std::string line = fmt::format("  base 1/{} of ", number);
    while (archive("list").output.find(line) == std::string::npos)
      ASSERT_LT(std::chrono::steady_clock::now(), end) << archive("list").output;
  }
};

}  // namespace partita
