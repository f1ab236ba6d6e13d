// A directory as a place.
#include "transfer/places/directory.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "support/temporary_directory.h"

namespace partita {
namespace directory_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Directory : public ::testing::Test {
 protected:
  std::vector<std::string> keys(const std::string& prefix) {
    std::vector<std::string> out;
    const auto listed = place_->list(prefix, [&](const transfer::ObjectFacts& object) -> Result<void> {
      out.push_back(object.key);
      return {};
    });
    EXPECT_TRUE(listed) << listed.error().message;
    return out;
  }

  const test::TemporaryDirectory directory_;
  const std::unique_ptr<transfer::Place> place_ = transfer::directory_place(directory_ / "new/place");
};

TEST_F(Directory, AnObjectIsThereWhenItIsFinished) {
  auto sink = place_->put("a/b.txt");
  ASSERT_TRUE(sink) << sink.error().message;
  ASSERT_TRUE((*sink)->write("hello"));
  EXPECT_THAT(keys(""), IsEmpty());
  ASSERT_TRUE((*sink)->finish());
  EXPECT_EQ((*sink)->etag(),
            transfer::etag_of_one_part("\x5d\x41\x40\x2a\xbc\x4b\x2a\x76\xb9\x71\x9d\x91\x10\x17\xc5\x92"));
  EXPECT_THAT(keys(""), ElementsAre("a/b.txt"));
  EXPECT_EQ(transfer::get_text(*place_, "a/b.txt", 100).value(), "hello");
}

TEST_F(Directory, AnUnfinishedObjectLeavesTheEarlierOneAndNoFile) {
  ASSERT_TRUE(transfer::put_text(*place_, "a", "old"));
  {
    auto sink = place_->put("a");
    ASSERT_TRUE(sink && (*sink)->write("new"));
  }
  EXPECT_EQ(transfer::get_text(*place_, "a", 100).value(), "old");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory_ / "new/place"), {}), 1);
}

TEST_F(Directory, ListsInTheOrderOfTheBytesBelowAPrefix) {
  for (const char* key : {"a/b", "a-b", "b/c/d", "b/c2", "b/c/e"}) {
    ASSERT_TRUE(transfer::put_text(*place_, key, "x"));
  }
  std::ofstream(directory_ / "new/place/.hidden") << "x";
  EXPECT_THAT(keys(""), ElementsAre("a-b", "a/b", "b/c/d", "b/c/e", "b/c2"));
  EXPECT_THAT(keys("b/c"), ElementsAre("b/c/d", "b/c/e", "b/c2"));
  EXPECT_THAT(keys("b/c/"), ElementsAre("b/c/d", "b/c/e"));
  EXPECT_THAT(keys("none/"), IsEmpty());
}

TEST_F(Directory, RemovesAndReportsMissingObjects) {
  ASSERT_TRUE(transfer::put_text(*place_, "a", "x"));
  EXPECT_TRUE(place_->remove("a"));
  EXPECT_TRUE(place_->remove("a"));
  const auto missing = place_->get("a");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::ResourceNotFoundException);
}

TEST_F(Directory, KeysCannotLeaveIt) {
  for (const char* key : {"", "/etc/passwd", "../a", "a/../b", "a//b", "a/", "./a", ".hidden"}) {
    EXPECT_FALSE(place_->put(key)) << key;
    EXPECT_FALSE(place_->get(key)) << key;
  }
}

TEST_F(Directory, AFullOrForbiddenDirectoryIsAnErrorWithTheCause) {
  const auto refused = transfer::directory_place("/proc/none")->put("a");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::InternalServerError);
  EXPECT_THAT(refused.error().message, ::testing::HasSubstr("/proc/none cannot be created"));
}

TEST_F(Directory, NamesThatNoFileCanHaveAreRefused) {
  for (const std::string& name : {std::string(256, 'a'), std::string("a\0b", 3)})
    for (const std::string& key : {name, name + "/a", "a/" + name + "/b"}) {
      const auto put = place_->put(key);
      ASSERT_FALSE(put);
      EXPECT_EQ(put.error().code, ErrorCode::ValidationException);
      EXPECT_FALSE(place_->put_new(key, "x"));
    }
  // A path that cannot be looked at is an error, and not an exception.
  std::filesystem::create_directories(directory_ / "new/place");
  std::filesystem::create_symlink("loop", directory_ / "new/place/loop");
  EXPECT_FALSE(place_->put("loop/a"));
}

TEST_F(Directory, AnObjectIsPutOnceUnlessItIsTheSame) {
  EXPECT_TRUE(place_->put_new("a/b", "one").value());
  EXPECT_TRUE(place_->put_new("a/b", "one").value());
  EXPECT_FALSE(place_->put_new("a/b", "two").value());
  EXPECT_EQ(transfer::get_text(*place_, "a/b", 100).value(), "one");
  EXPECT_THAT(keys(""), ElementsAre("a/b"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory_ / "new/place/a"), {}), 1);
}

TEST_F(Directory, ShowsFoldersWithoutTheirObjects) {
  for (const char* key : {"a/2/x/y", "a/10/x", "a/z", "b/c"}) ASSERT_TRUE(transfer::put_text(*place_, key, "x"));
  std::filesystem::create_directory(directory_ / "new/place/a/.hidden");
  const auto folders = [this](const std::string& prefix) {
    std::vector<std::string> names;
    const auto listed = place_->list_folders(prefix, [&](const std::string& name) -> Result<void> {
      names.push_back(name);
      return {};
    });
    EXPECT_TRUE(listed) << listed.error().message;
    return names;
  };
  EXPECT_THAT(folders(""), ElementsAre("a", "b"));
  EXPECT_THAT(folders("a/"), ElementsAre("10", "2"));
  EXPECT_THAT(folders("c/"), IsEmpty());
}

TEST_F(Directory, PartsOfDeadWritersAreRemovedAndThoseOfLivingOnesStay) {
  ASSERT_TRUE(transfer::put_text(*place_, "a/b/c", "x"));
  ASSERT_TRUE(transfer::put_text(*place_, "other/d", "x"));
  const std::string old = ".partita-0123456789abcdef.part", young = ".partita-fedcba9876543210.part";
  const std::filesystem::path root = directory_ / "new/place";
  for (const char* folder : {"a", "a/b", "other"})
    for (const std::string& name : {old, young, std::string(".partita-mine.part"), std::string("kept.part")}) {
      std::ofstream(root / folder / name) << "half";
      if (name != young)
        std::filesystem::last_write_time(root / folder / name,
                                         std::filesystem::file_time_type::clock::now() - std::chrono::hours(25));
    }
  ASSERT_TRUE(place_->remove_leftovers("a/"));
  for (const char* folder : {"a", "a/b"}) {
    EXPECT_FALSE(std::filesystem::exists(root / folder / old));
    for (const std::string& name : {young, std::string(".partita-mine.part"), std::string("kept.part")})
      EXPECT_TRUE(std::filesystem::exists(root / folder / name)) << name;
  }
  EXPECT_TRUE(std::filesystem::exists(root / "other" / old));
  ASSERT_TRUE(place_->remove_leftovers(""));
  EXPECT_FALSE(std::filesystem::exists(root / "other" / old));
  EXPECT_EQ(transfer::get_text(*place_, "a/b/c", 100).value(), "x");
}

}  // namespace directory_test
}  // namespace partita
