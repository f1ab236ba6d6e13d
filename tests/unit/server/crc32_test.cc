#include "server/http/crc32.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <random>
#include <string>

namespace partita::server {
namespace crc32_test {

TEST(Crc32Test, EqualsZlibsAtEveryLengthAndAlignment) {
  std::mt19937 random(7);
  std::string bytes(2000, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  for (std::size_t offset = 0; offset < 17; ++offset) {
    for (std::size_t length = 0; length + offset <= 700; ++length) {
      const std::string_view part = std::string_view(bytes).substr(offset, length);
      ASSERT_EQ(crc32_of(part), crc32(0, reinterpret_cast<const Bytef*>(part.data()), uInt(length)))
          << offset << " " << length;
    }
  }
}

TEST(Crc32Test, EqualsThePublishedCheckValue) {
  EXPECT_EQ(crc32_of("123456789"), 0xcbf43926u);
  EXPECT_EQ(crc32_of(""), 0u);
}

}  // namespace crc32_test
}  // namespace partita::server
