// The records of streams.
#include "base/try.h"
#include "catalog/record.h"
#include "catalog/record_reader.h"
#include "value/encode.h"
#include "value/view.h"

namespace partita::catalog {
namespace {

constexpr std::int64_t kStreamVersion = 1;
// The version of the record of a stream of another realm than the own one. An older Partita would take it for its own.
constexpr std::int64_t kRealmStreamVersion = 2;
// The version of the record of a stream with a policy, in any realm. An older Partita would ignore the policy.
constexpr std::int64_t kPolicyStreamVersion = 3;

std::int64_t version_of(const StreamInfo& stream, const Realm& realm) {
  if (has_policy(stream.policy)) return kPolicyStreamVersion;
  return realm.is_own() ? kStreamVersion : kRealmStreamVersion;
}

}  // namespace

std::string encode_stream(const StreamInfo& stream, const Realm& realm) {
  AttributeValue::List generations;
  for (const std::uint64_t start : stream.generations) generations.push_back(AttributeValue(start));
  AttributeMap map{{"version", version_of(stream, realm)},
                   {"id", stream.id},
                   {"table", stream.table},
                   {"table_name", stream.table_name},
                   {"keys", write_keys(stream.keys)},
                   {"view", text_of(stream.view)},
                   {"created", stream.created_ms},
                   {"generations", std::move(generations)},
                   {"end", stream.end},
                   {"trimmed", stream.trimmed},
                   {"secret", AttributeValue::binary(stream.secret)}};
  if (!realm.is_own()) map["realm"] = text_of(realm);
  write_policy(map, stream.policy);
  return value::encode_item(map);
}

Result<StoredStream> decode_stream(std::string_view bytes) {
  if (!value::ItemView::check(bytes)) return fail(ErrorCode::Corruption, "a stream's record does not decode");
  const AttributeMap map = value::ItemView(bytes).to_map();
  bool ok = true;
  RecordReader in{map, ok};
  std::int64_t version = 0;
  in.read("version", version);
  if (version > kPolicyStreamVersion)
    return fail(ErrorCode::DataDirectoryNewer,
                "a stream's record was written by a newer Partita; open the data with that one");
  StreamInfo stream;
  in.read("id", stream.id);
  in.read("table", stream.table);
  in.read("table_name", stream.table_name);
  read_keys(in, stream.keys);
  in.read_enum("view", stream.view);
  in.read("created", stream.created_ms);
  in.read("end", stream.end);
  in.read("trimmed", stream.trimmed);
  if (const auto* starts = in.find("generations", AttributeType::L, Need::Required))
    for (const AttributeValue& start : starts->l()) {
      std::uint64_t& number = stream.generations.emplace_back();
      if (!start.is(AttributeType::N) || !read_integer(start.n(), number)) ok = false;
    }
  if (const auto* secret = in.find("secret", AttributeType::B, Need::Required)) stream.secret = secret->b();
  read_policy(in, stream.policy);
  Realm realm;
  if (version == kRealmStreamVersion || map.contains("realm")) realm = read_realm(in);
  if (version < 1 || stream.generations.empty()) ok = false;
  if (!ok)
    return fail(ErrorCode::Corruption, "the record of a stream of table '" + stream.table_name + "' lacks a member");
  return StoredStream{std::move(stream), std::move(realm)};
}

}  // namespace partita::catalog
