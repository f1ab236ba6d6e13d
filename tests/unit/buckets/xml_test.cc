#include "buckets/xml.h"

#include <gmock/gmock.h>

namespace partita {
namespace xml_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Xml, FindsElementsAndDecodesTexts) {
  const std::string xml =
      "<?xml version=\"1.0\"?>\n<A "
      "xmlns=\"n\"><Keys>k</Keys><Key>a&lt;b&amp;&quot;&#39;&#xE9;&#;&#x110000;</Key><E/><Key a=\"b\">2</Key></A>";
  EXPECT_EQ(buckets::xml_root(xml), "A");
  EXPECT_EQ(buckets::xml_text(xml, "Key"), "a<b&\"'\u00e9&#;&#x110000;");
  EXPECT_EQ(buckets::xml_text(xml, "E"), "");
  EXPECT_EQ(buckets::xml_text(xml, "None"), std::nullopt);
  EXPECT_THAT(buckets::xml_elements(xml, "Key"), ElementsAre("a&lt;b&amp;&quot;&#39;&#xE9;&#;&#x110000;", "2"));
  EXPECT_EQ(buckets::xml_escaped("a<b>&\""), "a&lt;b&gt;&amp;&quot;");
}

TEST(Xml, AnswersThatAreNotXmlHaveNoElements) {
  for (const char* text :
       {"", "<", "</", "<>", "<Key", "<Key>", "<Key>x", "<Key>x</Ke", "Key", "&", "<Key/", "<?", "<!"}) {
    EXPECT_THAT(buckets::xml_elements(text, "Key"), IsEmpty()) << text;
    (void)buckets::xml_root(text);
  }
}

}  // namespace xml_test
}  // namespace partita
