#include "load/generator/answer_reader.h"

#include <gtest/gtest.h>

#include <cstring>

namespace partita::bench {
namespace {

using State = AnswerReader::State;

State give(AnswerReader& reader, std::string_view bytes) {
  const auto space = reader.free_space();
  std::memcpy(space.data(), bytes.data(), bytes.size());
  return reader.received(bytes.size());
}

struct Case {
  const char* name;
  std::string_view answer;
  int status;
  std::string_view body;
};

class AnswerReaderTest : public testing::TestWithParam<Case> {};

TEST_P(AnswerReaderTest, ReadsAnAnswerAtOnce) {
  AnswerReader reader;
  for (int again = 0; again < 2; ++again) {
    ASSERT_EQ(give(reader, GetParam().answer), State::Complete);
    EXPECT_EQ(reader.status(), GetParam().status);
    EXPECT_EQ(reader.body(), GetParam().body);
    reader.next();
  }
}

TEST_P(AnswerReaderTest, ReadsAnAnswerByteByByte) {
  AnswerReader reader;
  const std::string_view answer = GetParam().answer;
  for (std::size_t i = 0; i + 1 < answer.size(); ++i)
    ASSERT_EQ(give(reader, answer.substr(i, 1)), State::NeedsMore) << i;
  ASSERT_EQ(give(reader, answer.substr(answer.size() - 1)), State::Complete);
  EXPECT_EQ(reader.body(), GetParam().body);
}

INSTANTIATE_TEST_SUITE_P(
    Answers, AnswerReaderTest,
    testing::Values(
        Case{"length", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nServer: x\r\n\r\n{}", 200, "{}"},
        Case{"lower_case", "HTTP/1.1 400 Bad Request\r\nserver: x\r\ncontent-length:5\r\n\r\n{   }", 400, "{   }"},
        Case{"empty_body", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 200, ""},
        Case{"chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n",
             200, "abc0123456789"}),
    [](const auto& a_case) { return std::string(a_case.param.name); });

TEST(AnswerReader, RefusesBytesThatAreNotAnAnswer) {
  for (const std::string_view bytes : {"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n",
                                       "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab", "220 smtp\r\n\r\n"}) {
    AnswerReader reader;
    EXPECT_EQ(give(reader, bytes), State::Malformed) << bytes;
  }
}

}  // namespace
}  // namespace partita::bench
