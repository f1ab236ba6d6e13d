// Sealed texts and the master key.
#include "identities/secrets.h"

#include <gmock/gmock.h>

namespace partita::identities {
namespace secrets_test {

MasterKey key_of(char digit) { return *MasterKey::parse(std::string(64, digit)); }

TEST(Secrets, OnlyTheSameKeyAndContextOpenASealedText) {
  const auth::Digest key = key_of('1').key_for("test");
  const std::string sealed = *seal(key, "AKIA1", "the secret");
  EXPECT_EQ(sealed.size(), std::string("the secret").size() + kNonceBytes + kTagBytes);
  EXPECT_EQ(sealed.find("secret"), std::string::npos);
  EXPECT_EQ(open_sealed(key, "AKIA1", sealed), "the secret");
  EXPECT_EQ(open_sealed(key, "AKIA2", sealed), std::nullopt);
  EXPECT_EQ(open_sealed(key_of('1').key_for("other"), "AKIA1", sealed), std::nullopt);
  EXPECT_EQ(open_sealed(key_of('2').key_for("test"), "AKIA1", sealed), std::nullopt);
  EXPECT_EQ(open_sealed(key, "AKIA1", *seal(key, "AKIA1", "")), "");
}

TEST(Secrets, EachChangeOfASealedTextIsKnown) {
  const auth::Digest key = key_of('1').key_for("test");
  const std::string sealed = *seal(key, "context", "text");
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    std::string changed = sealed;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_EQ(open_sealed(key, "context", changed), std::nullopt) << i;
    EXPECT_EQ(open_sealed(key, "context", sealed.substr(0, i)), std::nullopt) << i;
  }
}

TEST(Secrets, TwoSealsOfOneTextDiffer) {
  const auth::Digest key = key_of('1').key_for("test");
  EXPECT_NE(*seal(key, "context", "text"), *seal(key, "context", "text"));
}

TEST(Secrets, AMasterKeyHasSixtyFourHexadecimalDigits) {
  const std::string digits = "00ff" + std::string(60, 'a');
  EXPECT_EQ(MasterKey::parse(digits)->digits(), digits);
  EXPECT_EQ(MasterKey::parse("00FF" + std::string(60, 'A'))->digits(), digits);
  EXPECT_FALSE(MasterKey::parse(std::string(63, 'a')));
  EXPECT_FALSE(MasterKey::parse(std::string(66, 'a')));
  EXPECT_FALSE(MasterKey::parse(std::string(63, 'a') + "g"));
  EXPECT_NE(MasterKey::make().digits(), MasterKey::make().digits());
}

}  // namespace secrets_test
}  // namespace partita::identities
