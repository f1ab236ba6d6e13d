#include "catalog/record_reader.h"

#include <memory>

namespace partita::catalog {

AttributeValue write_keys(const KeySchema& keys) {
  AttributeValue::List list;
  for (std::size_t i = 0; i < keys.size(); ++i)
    list.push_back(AttributeMap{{"name", keys.at(i).name},
                                {"type", text_of(keys.at(i).type)},
                                {"role", text_of(i < keys.partition.size() ? KeyType::Hash : KeyType::Range)}});
  return list;
}

void read_keys(const RecordReader& in, KeySchema& out) {
  in.each_map("keys", [&](const RecordReader& element) {
    KeyAttribute attribute;
    KeyType role = KeyType::Hash;
    element.read("name", attribute.name);
    element.read_enum("type", attribute.type);
    element.read_enum("role", role);
    (role == KeyType::Hash ? out.partition : out.sort).push_back(std::move(attribute));
  });
  if (out.partition.empty()) in.ok = false;
}

void write_policy(AttributeMap& out, const AttachedPolicyPtr& attached) {
  if (!attached) return;
  AttributeMap map{{"revision", attached->revision_ms}};
  if (attached->policy) map["document"] = attached->policy->given();
  out["policy"] = std::move(map);
}

void read_policy(const RecordReader& in, AttachedPolicyPtr& out) {
  const auto* v = in.find("policy", AttributeType::M, Need::Optional);
  if (!v) return;
  AttachedPolicy attached;
  RecordReader inner{v->m(), in.ok};
  inner.read("revision", attached.revision_ms);
  if (inner.map.contains("document")) {
    std::string document;
    inner.read("document", document);
    auto policy = iam::ResourcePolicy::load(document);
    if (policy)
      attached.policy = *std::move(policy);
    else
      in.ok = false;
  }
  out = std::make_shared<const AttachedPolicy>(std::move(attached));
}

Realm read_realm(const RecordReader& in) {
  std::string text;
  in.read("realm", text);
  auto parsed = parse_realm(text);
  if (!parsed) in.ok = false;
  return parsed ? *std::move(parsed) : Realm();
}

}  // namespace partita::catalog
