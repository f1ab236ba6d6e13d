// Realms in the catalog: their keys, their records, and how an older Partita meets them.
#include "catalog/realm.h"

#include <gtest/gtest.h>

#include <map>

#include "catalog/catalog.h"
#include "catalog/record.h"
#include "storage/memory/memory_store.h"
#include "value/view.h"

namespace partita::catalog {
namespace realm_test {

const Realm kOther{"111122223333", ""};
const Realm kElsewhere{"", "eu-west-1"};
const Realm kBoth{"111122223333", "eu-west-1"};

TEST(Realm, PrefixesAreParsedAgainAndTheOwnRealmHasNone) {
  EXPECT_EQ(key_prefix({}), "");
  EXPECT_EQ(key_prefix(kOther),
            "\xFE"
            "111122223333//");
  EXPECT_EQ(key_prefix(kElsewhere), "\xFE/eu-west-1/");
  EXPECT_EQ(key_prefix(kBoth),
            "\xFE"
            "111122223333/eu-west-1/");
  for (const Realm& realm : {Realm{}, kOther, kElsewhere, kBoth}) {
    const std::string key = key_prefix(realm) + "a/b";
    const auto parsed = parse_realm_key(key);
    ASSERT_TRUE(parsed) << key;
    EXPECT_EQ(parsed->realm, realm);
    EXPECT_EQ(parsed->name, "a/b");
  }
}

TEST(Realm, DamagedKeysAreNoRealms) {
  for (const char* text : {"\xFE", "\xFEname", "\xFE//name",
                           "\xFE"
                           "12//name",
                           "\xFE"
                           "11112222333x//name",
                           "\xFE/EU/name", "\xFE/eu-west-1"})
    EXPECT_FALSE(parse_realm_key(text)) << text;
}

TEST(Realm, RecordsOfOtherRealmsAreNewerForAnOlderPartita) {
  const auto version = [](const std::string& record) { return value::ItemView(record).to_map().find("version")->n(); };
  TableInfo table;
  table.keys.partition = {{"pk", ScalarAttributeType::S}};
  EXPECT_EQ(version(encode_table(table)), "1");
  EXPECT_EQ(version(encode_table(table, kOther)), "3");  // 0.1.0 refuses versions above 2
  StreamInfo stream;
  stream.keys = table.keys;
  stream.generations = {1};
  EXPECT_EQ(version(encode_stream(stream)), "1");
  EXPECT_EQ(version(encode_stream(stream, kOther)), "2");  // 0.1.0 refuses versions above 1
  const auto read = decode_stream(encode_stream(stream, kBoth));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->realm, kBoth);
}

TableInfo table_called(const std::string& name) {
  TableInfo table;
  table.name = name;
  table.uuid = "u";
  table.keys.partition = {{"pk", ScalarAttributeType::S}};
  return table;
}

TEST(Realm, CatalogsOfAStoreShareIdsAndNoNames) {
  const auto store = storage::make_memory_store();
  Catalog own(*store, storage::Store::Sync::No);
  ASSERT_TRUE(own.load());
  Catalog other(own, kOther);
  EXPECT_TRUE(other.is_empty());
  const TablePtr mine = own.add(table_called("same")).value();
  EXPECT_EQ(other.find("same"), nullptr);
  const TablePtr theirs = other.add(table_called("same")).value();
  const TablePtr more = own.add(table_called("more")).value();
  EXPECT_NE(mine->id, theirs->id);
  EXPECT_NE(more->id, theirs->id);
  EXPECT_EQ(own.find(theirs->id), nullptr);
  EXPECT_EQ(other.names_after("", 10), std::vector<std::string>{"same"});
  EXPECT_FALSE(other.is_empty());

  // The range of a dropped table is erased by jobs of the whole store.
  ASSERT_TRUE(other.remove(theirs->id));
  EXPECT_TRUE(own.is_held(theirs->id));  // by `theirs`
  ASSERT_EQ(own.pending_drops().value().size(), 1u);
  EXPECT_EQ(own.pending_drops().value().front().table, theirs->id);
  EXPECT_NE(own.find("same"), nullptr);
}

TEST(Realm, LoadingGivesEachRealmItsTablesAndStreams) {
  const auto store = storage::make_memory_store();
  keys::TableId last = 0;
  {
    Catalog own(*store, storage::Store::Sync::No);
    ASSERT_TRUE(own.load());
    Catalog other(own, kOther), both(own, kBoth);
    ASSERT_TRUE(own.add(table_called("same")));
    ASSERT_TRUE(other.add(table_called("same")));
    TableInfo with_stream = table_called("streamed");
    StreamInfo stream;
    stream.generations = {7};
    stream.secret = "s";
    with_stream.stream = std::make_shared<const StreamInfo>(stream);
    last = both.add(with_stream).value()->stream->id;
  }
  Catalog own(*store, storage::Store::Sync::No);
  std::map<Realm, std::unique_ptr<Catalog>> others;
  ASSERT_TRUE(own.load([&](const Realm& realm) -> Result<Catalog*> {
    auto& catalog = others[realm];
    if (!catalog) catalog = std::make_unique<Catalog>(own, realm);
    return catalog.get();
  }));
  ASSERT_EQ(others.size(), 2u);
  EXPECT_EQ(own.names_after("", 10), std::vector<std::string>{"same"});
  EXPECT_TRUE(own.streams().empty());
  EXPECT_EQ(others.at(kOther)->names_after("", 10), std::vector<std::string>{"same"});
  EXPECT_EQ(others.at(kBoth)->names_after("", 10), std::vector<std::string>{"streamed"});
  ASSERT_TRUE(others.at(kBoth)->find_stream(last));
  EXPECT_EQ(others.at(kBoth)->find("streamed")->stream, others.at(kBoth)->find_stream(last));
  EXPECT_GT(others.at(kOther)->add(table_called("new")).value()->id, last);
}

}  // namespace realm_test
}  // namespace partita::catalog
