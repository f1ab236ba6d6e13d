#include "auth/sha256.h"

#include <gtest/gtest.h>

namespace partita::auth {
namespace sha256_test {

std::string text_of(const Digest& digest) { return std::string(view(hex(digest))); }

// FIPS 180-2, appendix B.
TEST(Sha256Test, HashesThePublishedExamples) {
  EXPECT_EQ(text_of(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(text_of(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(text_of(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

// RFC 4231, cases 1, 2 and 6, whose key is longer than a block.
TEST(Sha256Test, AuthenticatesThePublishedExamples) {
  EXPECT_EQ(text_of(HmacKey(std::string(20, '\x0b')).of("Hi There")),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(text_of(HmacKey("Jefe").of("what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  const HmacKey long_key(std::string(131, '\xaa'));
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(text_of(long_key.of("Test Using Larger Than Block-Size Key - Hash Key First")),
              "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

// Texts with beginnings of all lengths in common, with the text before or with an earlier one.
TEST(Sha256Test, HashesTextsThatBeginAlike) {
  RecentHash hash;
  std::string text(300, 'a');
  const auto expect_same = [&](const std::string& one) {
    EXPECT_EQ(text_of(hash.of(one)), text_of(sha256(one))) << one.size();
  };
  expect_same("");
  for (int run = 0; run < 2; ++run) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      std::string changed = text;
      changed[i] = 'b';
      expect_same(text);
      expect_same(changed);
      expect_same(text.substr(0, i));
      expect_same(changed + "c");
    }
    hash.shrink(100);
  }
}

TEST(Sha256Test, ComparesTexts) {
  EXPECT_TRUE(equal_in_constant_time("abc", "abc"));
  EXPECT_TRUE(equal_in_constant_time("", ""));
  EXPECT_FALSE(equal_in_constant_time("abc", "abd"));
  EXPECT_FALSE(equal_in_constant_time("abc", "abcd"));
}

}  // namespace sha256_test
}  // namespace partita::auth
