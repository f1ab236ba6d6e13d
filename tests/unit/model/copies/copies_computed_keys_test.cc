// Copies of items whose primary keys are computed: the value of a computed member in a struct does not count.
#include <gmock/gmock.h>

#include "unit/model/copies/copies_model.h"

namespace partita::model {
namespace copies_computed_keys_test {

using namespace literals;

struct Person {
  std::string mail, account, name;
};
BOOST_DESCRIBE_STRUCT(Person, (), (mail, account, name))
struct Card {
  std::string cardId, code, account;
  std::string name = {};
};
BOOST_DESCRIBE_STRUCT(Card, (), (cardId, code, account, name))

struct PersonE
    : entity<Person, "PERSON", key<"PERSON#{account}", "PERSON">, computed<"account", copies_test::folded, "mail">> {};
struct CardE : entity<Card, "CARD", key<"CARD#{code}", "CARD">, on<"by_account", "{account}", "{code}">,
                      computed<"code", copies_test::folded, "cardId">, copy_of<"name", PersonE, "name">> {};
struct Club : table<"club", primary<"PK", "SK">, gsi<"by_account", "GSI1PK", "GSI1SK">, holds<PersonE, CardE>> {};

class ComputedKeys : public testing::Test {
 protected:
  ComputedKeys() { club.create_table_if_missing().value(); }
  std::string name_on(const std::string& code) {
    const auto card = club.get<CardE>("code"_f = code).value();
    return card ? card->name : "no card";
  }
  db<Club> club{open("", {.in_memory = true}).value()};
};

TEST_F(ComputedKeys, AreThoseOfTheItemsAsTheyAreWritten) {
  for (const std::string held : {"", "bob", "eve"}) {
    club.replace(Person{"ADA", held, "Ada"}).value();
    club.replace(Person{"BOB", held, "Bob"}).value();
    club.replace(Card{"C1", held, "ada"}).value();
    EXPECT_EQ(name_on("c1"), "Ada") << held;
    club.replace(Person{"ADA", held, "Ada L."}).value();
    EXPECT_EQ(name_on("c1"), "Ada L.") << held;
    club.transact(replace(Person{"ADA", held, "A."}), replace(Card{"C2", held, "ada"})).value();
    EXPECT_EQ(name_on("c1"), "A.") << held;
    EXPECT_EQ(name_on("c2"), "A.") << held;
    EXPECT_THAT(club.verify().value().findings, testing::IsEmpty()) << held;
  }
}

}  // namespace copies_computed_keys_test
}  // namespace partita::model
