#include <gtest/gtest.h>
#include <partita/error.h>
#include <partita/expected.h>

#include <memory>
#include <optional>
#include <string>

namespace partita {
namespace expected_test {

using Text = expected<std::string, std::string>;

TEST(Expected, holds_a_value_or_an_error) {
  const Text value = "value", error = unexpected(std::string("error"));
  EXPECT_TRUE(value);
  EXPECT_EQ(*value, "value");
  EXPECT_EQ(value->size(), 5u);
  EXPECT_FALSE(error);
  EXPECT_EQ(error.error(), "error");
  EXPECT_EQ(error.value_or("other"), "other");
  EXPECT_THROW((void)error.value(), bad_expected_access<std::string>);
}

TEST(Expected, the_exception_of_a_result_has_the_error_as_its_text) {
  const Result<int> failed = fail(ErrorCode::ResourceNotFoundException, "Requested resource not found");
  try {
    (void)failed.value();
    FAIL();
  } catch (const std::exception& exception) {
    EXPECT_STREQ(exception.what(), "ResourceNotFoundException: Requested resource not found");
  }
  EXPECT_THROW((void)failed.value(), bad_expected_access<Error>);
}

TEST(Expected, is_assigned_in_every_state) {
  for (const bool from_value : {true, false})
    for (const bool to_value : {true, false}) {
      const Text from = from_value ? Text("a") : Text(unexpected(std::string("x")));
      Text copied = to_value ? Text("b") : Text(unexpected(std::string("y")));
      Text moved = copied;
      copied = from;
      EXPECT_EQ(copied.has_value(), from_value);
      EXPECT_EQ(from_value ? *copied : copied.error(), from_value ? "a" : "x");
      moved = Text(from);
      EXPECT_EQ(from_value ? *moved : moved.error(), from_value ? "a" : "x");
    }
}

struct Node {
  int number = 0;
  std::unique_ptr<expected<Node, std::string>> next;
};

TEST(Expected, takes_the_value_of_a_part_of_itself) {
  expected<Node, std::string> node = Node{1, std::make_unique<expected<Node, std::string>>(Node{2, nullptr})};
  node = std::move(*node->next);
  EXPECT_EQ(node->number, 2);
}

// Throws when it is moved, from the second time on.
struct Throwing {
  Throwing() = default;
  Throwing(Throwing&& other) : moves(other.moves + 1) {
    if (moves > 1) throw moves;
  }
  Throwing& operator=(Throwing&&) = default;
  int moves = 0;
};

TEST(Expected, keeps_its_error_if_the_value_cannot_be_moved) {
  expected<Throwing, std::string> to = unexpected(std::string("kept"));
  expected<Throwing, std::string> from;
  EXPECT_THROW(to = std::move(from), int);
  EXPECT_EQ(to.error(), "kept");
}

TEST(Expected, becomes_an_expected_of_what_its_value_becomes) {
  const auto of = [](bool has) { return has ? expected<int, std::string>(3) : unexpected(std::string("none")); };
  expected<std::optional<int>, std::string> value = of(true), error = of(false);
  EXPECT_EQ(**value, 3);
  EXPECT_EQ(error.error(), "none");
}

TEST(Expected, chains_calls) {
  const auto half = [](int number) -> expected<int, std::string> {
    if (number % 2) return unexpected(std::string("odd"));
    return number / 2;
  };
  EXPECT_EQ(*half(8).and_then(half), 2);
  EXPECT_EQ(half(6).and_then(half).error(), "odd");
  EXPECT_EQ(*half(6).transform([](int number) { return std::to_string(number); }), "3");
  EXPECT_EQ(half(5).transform_error([](const std::string& error) { return error.size(); }).error(), 3u);
  // If the function returns an expected, transform gives an expected of an expected.
  EXPECT_EQ(half(6).transform(half)->error(), "odd");
  expected<void, std::string> done;
  EXPECT_EQ(*std::move(done).transform([] { return 1; }), 1);
}

}  // namespace expected_test
}  // namespace partita
