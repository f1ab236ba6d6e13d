#include "embedded/stores/items.h"

#include <algorithm>

#include "base/check.h"
#include "value/encode.h"

namespace partita::bench {
namespace {

// All texts have fixed widths, so any part of an encoded item is at the same place in each.
constexpr std::uint32_t kMarkBytes = 16;

AttributeValue value_of(const Attribute& attribute, std::string text) {
  return attribute.type == Type::N ? AttributeValue::number(std::move(text)) : AttributeValue::string(std::move(text));
}

}  // namespace

Items::Items(const Layout& layout) : layout_(layout), attributes_(attributes_of(layout)), marked_(attribute("body")) {
  marked_.width = kMarkBytes;
  mark_at_ = value::encode_item(item(0)).find(mark(0));
  PARTITA_CHECK(mark_at_ != std::string::npos);
}

const Attribute& Items::attribute(std::string_view name) const {
  const auto found = std::ranges::find(attributes_, name, &Attribute::name);
  PARTITA_CHECK(found != attributes_.end());
  return *found;
}

CreateTableRequest Items::table() const {
  CreateTableRequest request;
  request.table_name = kTable;
  request.billing_mode = BillingMode::PayPerRequest;
  request.key_schema = {{.attribute_name = "pk", .key_type = KeyType::Hash}};
  if (layout_.sort_key) request.key_schema->push_back({.attribute_name = "sk", .key_type = KeyType::Range});
  for (const Attribute& attribute : attributes_) {
    if (attribute.source != Source::IndexKey) continue;
    if (!request.global_secondary_indexes) request.global_secondary_indexes.emplace();
    GlobalSecondaryIndex& index = request.global_secondary_indexes->emplace_back();
    index.index_name = "by_" + attribute.name;
    index.key_schema = {{.attribute_name = attribute.name, .key_type = KeyType::Hash}};
    index.projection = Projection{.projection_type = ProjectionType::All};
  }
  request.attribute_definitions.emplace();
  for (const Attribute& attribute : attributes_)
    if (attribute.source == Source::Pk || attribute.source == Source::Sk || attribute.source == Source::IndexKey)
      request.attribute_definitions->push_back(
          {.attribute_name = attribute.name, .attribute_type = ScalarAttributeType::S});
  return request;
}

AttributeMap Items::key(std::uint64_t number) const {
  AttributeMap key{{"pk", text("pk", number)}};
  if (layout_.sort_key) key.set("sk", text("sk", number));
  return key;
}

AttributeMap Items::item(std::uint64_t number, std::uint64_t version) const {
  AttributeMap item;
  for (const Attribute& attribute : attributes_)
    item.set(attribute.name, value_of(attribute, text_of(layout_, attribute, number, version)));
  return item;
}

std::string Items::text(std::string_view name, std::uint64_t number, std::uint64_t version) const {
  return text_of(layout_, attribute(name), number, version);
}

std::string Items::mark(std::uint64_t number, std::uint64_t version) const {
  return text_of(layout_, marked_, number, version);
}

}  // namespace partita::bench
