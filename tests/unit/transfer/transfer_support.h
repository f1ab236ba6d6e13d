// Streams over texts, and all records of a text, for the tests of the formats.
#pragma once

#include <gtest/gtest.h>
#include <partita/item.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "transfer/bytes/streams.h"
#include "transfer/formats/record_reader.h"

namespace partita::transfer_support {

// Gives a text in parts of at most `part` bytes.
class TextSource : public transfer::Source {
 public:
  explicit TextSource(std::string text, std::size_t part = 7) : text_(std::move(text)), part_(part) {}
  Result<std::size_t> read(char* to, std::size_t most) override {
    const std::size_t given = std::min({most, part_, text_.size() - at_});
    std::memcpy(to, text_.data() + at_, given);
    at_ += given;
    return given;
  }

 private:
  const std::string text_;
  const std::size_t part_;
  std::size_t at_ = 0;
};

class TextSink : public transfer::Sink {
 public:
  Result<void> write(std::string_view bytes) override {
    text += bytes;
    return {};
  }
  Result<void> finish() override {
    is_finished = true;
    return {};
  }
  std::string text;
  bool is_finished = false;
};

// A record without its view into the text.
struct ReadRecord {
  transfer::Record::Kind kind;
  AttributeMap item;
  std::string fault;
  std::uint64_t line;
  std::string text;
};

inline std::vector<ReadRecord> records_of(transfer::Format format, const std::string& text,
                                          transfer::ReadSettings settings = {}, std::size_t part = 7) {
  TextSource source(text, part);
  const auto reader = transfer::read_records(format, source, std::move(settings));
  std::vector<ReadRecord> out;
  transfer::Record record;
  for (;;) {
    const auto more = reader->next(record);
    EXPECT_TRUE(more) << more.error().message;
    if (!more || !*more) return out;
    out.push_back({record.kind, record.item, record.fault, record.line, std::string(record.text)});
  }
}

// The one item of a text.
inline AttributeMap item_of(transfer::Format format, const std::string& text, transfer::ReadSettings settings = {}) {
  const auto records = records_of(format, text, std::move(settings));
  EXPECT_EQ(records.size(), 1u);
  if (records.size() != 1) return {};
  EXPECT_EQ(records[0].fault, "");
  return records[0].item;
}

// The fault of the one record of a text.
inline std::string fault_of(transfer::Format format, const std::string& text, transfer::ReadSettings settings = {}) {
  const auto records = records_of(format, text, std::move(settings));
  EXPECT_EQ(records.size(), 1u) << text.substr(0, 200);
  return records.empty() ? "" : records[0].fault;
}

// An item with every type, and with values at their limits.
inline AttributeMap every_type() {
  AttributeMap item{
      {"s", "text with \"quotes\", \\ and \t\r\n\x01 ends"},
      {"empty", ""},
      {"unicode", "Zürich 東京 \xf0\x9f\x98\x80"},
      {"n", AttributeValue::number("12345678901234567890123456789012345678")},
      {"small", AttributeValue::number("-1.2345E-100")},
      {"large", AttributeValue::number("9.99E+125")},
      {"zero", AttributeValue::number("0")},
      {"b", AttributeValue::binary(std::string("\x00\xff\x10", 3))},
      {"no bytes", AttributeValue::binary("")},
      {"yes", true},
      {"no", false},
      {"null", AttributeValue::null()},
      {"ss", AttributeValue::string_set({"a", "b,c", "\"", ""})},
      {"ns", AttributeValue::number_set({"1", "-2.5", "3E+20"})},
      {"bs", AttributeValue::binary_set({"x", std::string(1, '\0')})},
      {"l", AttributeValue::list({1, "two", AttributeValue::list(), AttributeValue::map()})},
      {"m", AttributeValue::map({{"in", AttributeValue::map({{"true", 1}, {"$1", 2}, {"a'b", "c"}})}})},
  };
  return item;
}

}  // namespace partita::transfer_support
