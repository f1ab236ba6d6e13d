#include "console/machine/hot_keys.h"

#include "console/wire.h"

namespace partita::console {

struct ShownHotKey {
  std::string table = {};
  std::optional<std::string> index = {};
  std::optional<std::string> account = {};
  std::optional<std::string> region = {};
  std::string rule = {};
  OrNull<AttributeMap> key = {};
  double share = 0;
  double least_share = 0;
  std::int64_t requests = 0;
};
template <class V, protocol::Is<ShownHotKey> T>
void fields(V& v, T& of) {
  v("Table", of.table);
  v("Index", of.index);
  v("Account", of.account);
  v("Region", of.region);
  v("Rule", of.rule);
  v("Key", of.key);
  v("Share", of.share);
  v("LeastShare", of.least_share);
  v("Requests", of.requests);
}

struct HotKeysAnswer {
  std::vector<ShownHotKey> hot_keys = {};
  bool enabled = false;
};
template <class V, protocol::Is<HotKeysAnswer> T>
void fields(V& v, T& of) {
  v("HotKeys", of.hot_keys);
  v("Enabled", of.enabled);
}

namespace {

constexpr std::size_t kHotKeysOfEach = 10;  // of each table and index

std::string_view rule_name(engine::KeyRule rule) {
  constexpr std::string_view kNames[] = {"PKC", "SKC", "PKT", "SKT"};
  return kNames[static_cast<std::size_t>(rule)];
}

}  // namespace

std::string hot_keys_json(const client::EmbeddedDatabase& database, bool all) {
  HotKeysAnswer answer{.enabled = all};
  for (engine::HotKey& hot : database.hot_keys(kHotKeysOfEach)) {
    ShownHotKey& shown = answer.hot_keys.emplace_back();
    shown.table = hot.table;
    if (!hot.index.empty()) shown.index = hot.index;
    if (const auto place = database.place_of(hot.realm)) {
      shown.account = place->account;
      shown.region = place->region;
    }
    shown.rule = rule_name(hot.rule);
    shown.key.value = std::move(hot.key);
    shown.share = hot.share;
    shown.least_share = hot.least_share;
    shown.requests = static_cast<std::int64_t>(hot.requests);
  }
  return json_of(answer);
}

}  // namespace partita::console
