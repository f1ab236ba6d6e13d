#include "permissions/request_keys.h"

#include <algorithm>

#include "expr/syntax/attributes_named.h"
#include "iam/names.h"

namespace partita::permissions {
namespace {

using expr::ExpressionKind;

template <class T>
const T* given(const std::optional<T>* member) {
  return member && *member ? &**member : nullptr;
}

std::string_view text_of_enum(const auto* member, std::string_view default_text) {
  return member && *member ? (*member)->text() : default_text;
}

bool is_set(const auto* member) { return member && *member; }

void add_names(const AttributeMap& attributes, std::vector<std::string_view>& to) {
  for (const Attribute& attribute : attributes) to.push_back(attribute.name);
}

// The values of the table's tags with that name in any case. They live as long as `texts` is not cleared.
iam::Values resource_tag(const TableFacts* table, std::string_view name, KeyTexts& texts) {
  if (!table) return {};
  TagValues values(texts);
  for (const auto& [key, value] : table->tags)
    if (iam::same_ignoring_case(key, name)) values.add(value);
  return values.take();
}

}  // namespace

iam::Values shared_values(const iam::ConditionKey& key, const OptionalEnum<ReturnConsumedCapacity>* consumed,
                          std::string_view enclosing, const Target& target, KeyTexts& texts) {
  using iam::KeyId;
  switch (key.id) {
    case KeyId::ReturnConsumedCapacity:
      if (!consumed) return {};
      return iam::Values(text_of_enum(consumed, to_text(ReturnConsumedCapacity::None)));
    case KeyId::EnclosingOperation:
      return enclosing.empty() ? iam::Values() : iam::Values(enclosing);
    case KeyId::ResourceTag:
      return resource_tag(target.table, key.detail(), texts);
    default:
      return {};
  }
}

iam::Values RequestKeys::values(const iam::ConditionKey& key) {
  using iam::KeyId;
  switch (key.id) {
    case KeyId::LeadingKeys:
      return leading_keys(0);
    case KeyId::SecondPartitionKeyValues:
      return leading_keys(1);
    case KeyId::ThirdPartitionKeyValues:
      return leading_keys(2);
    case KeyId::FourthPartitionKeyValues:
      return leading_keys(3);
    case KeyId::Attributes:
      return attributes();
    case KeyId::Select:
      return select();
    case KeyId::ReturnValues:
      return return_values();
    case KeyId::TagKeys:
      return tag_keys();
    case KeyId::RequestTag:
      return request_tag(key.detail());
    default:
      return shared_values(key, parts_.return_consumed_capacity, enclosing_, target_, texts_);
  }
}

bool RequestKeys::names_partitions() const {
  return parts_.key || parts_.item || parts_.keys || parts_.writes || parts_.key_condition || parts_.key_conditions ||
         parts_.search_condition;
}

void RequestKeys::add_key_of(const AttributeMap& attributes, std::string_view name, std::vector<std::string_view>& to) {
  const AttributeValue* value = attributes.find(name);
  if (!value || !texts_.add_key(to, *value)) lacks_values_ = true;
}

// Adds the values that conditions on the key compare with `name`.
void RequestKeys::add_equal(std::string_view name, std::vector<std::string_view>& to) {
  texts_.found.clear();
  static const OptionalNames kNoNames;
  static const OptionalItem kNoValues;
  for (const OptionalString* condition : {parts_.key_condition, parts_.search_condition})
    if (const std::string* text = given(condition))
      (void)expr::append_equal_values(*text, name, parts_.names ? *parts_.names : kNoNames,
                                      parts_.values ? *parts_.values : kNoValues, texts_.found);
  if (const auto* conditions = given(parts_.key_conditions))
    for (const auto& [attribute, condition] : *conditions)
      if (attribute == name && condition.comparison_operator == ComparisonOperator::Eq &&
          condition.attribute_value_list)
        for (const AttributeValue& value : *condition.attribute_value_list) texts_.found.push_back(&value);
  if (texts_.found.empty()) lacks_values_ = true;
  for (const AttributeValue* value : texts_.found)
    if (!texts_.add_key(to, *value)) lacks_values_ = true;
}

iam::Values RequestKeys::leading_keys(std::size_t n) {
  if (parts_.reads_everything) {
    lacks_values_ = true;
    return {};
  }
  if (!names_partitions()) return {};
  const bool of_index = is_set(parts_.index);
  if (of_index ? !target_.index : !target_.table) {
    lacks_values_ = true;
    return {};
  }
  if (n >= (of_index ? target_.index->partition.size() : 1)) {
    // A vector index without a partition key is one partition with everybody's items.
    if (n == 0) lacks_values_ = true;
    return {};
  }
  const std::string& name = of_index ? target_.index->partition[n] : target_.table->partition;
  std::vector<std::string_view>& to = texts_.leading[n];
  if (const auto* key = given(parts_.key)) add_key_of(*key, name, to);
  if (const auto* item = given(parts_.item)) add_key_of(*item, name, to);
  if (const auto* keys = given(parts_.keys))
    for (const AttributeMap& key : *keys) add_key_of(key, name, to);
  if (parts_.writes)
    for (const WriteRequest& write : *parts_.writes) {
      if (write.put_request && write.put_request->item) add_key_of(*write.put_request->item, name, to);
      if (write.delete_request && write.delete_request->key) add_key_of(*write.delete_request->key, name, to);
    }
  if (parts_.key_condition || parts_.key_conditions || parts_.search_condition) add_equal(name, to);
  return KeyTexts::values(to);
}

iam::Values RequestKeys::attributes() {
  if (parts_.reads_everything) {
    lacks_values_ = true;
    return {};
  }
  std::vector<std::string_view>& to = texts_.attributes;
  if (const auto* key = given(parts_.key)) add_names(*key, to);
  if (const auto* item = given(parts_.item)) add_names(*item, to);
  if (const auto* keys = given(parts_.keys))
    for (const AttributeMap& key : *keys) add_names(key, to);
  if (parts_.writes)
    for (const WriteRequest& write : *parts_.writes) {
      if (write.put_request && write.put_request->item) add_names(*write.put_request->item, to);
      if (write.delete_request && write.delete_request->key) add_names(*write.delete_request->key, to);
    }
  if (const auto* names = given(parts_.attributes_to_get)) to.insert(to.end(), names->begin(), names->end());
  const auto add_list = [&](const auto* list) {
    if (is_set(list))
      for (const auto& [name, rest] : **list) to.push_back(name);
  };
  add_list(parts_.expected);
  add_list(parts_.attribute_updates);
  add_list(parts_.key_conditions);
  add_list(parts_.query_filter);
  add_list(parts_.scan_filter);
  // An expression that cannot be read adds no values, because the operation refuses it.
  static const OptionalNames kNoNames;
  const auto add_expression = [&](ExpressionKind kind, const OptionalString* expression) {
    if (const std::string* text = given(expression))
      (void)expr::append_attributes(kind, *text, parts_.names ? *parts_.names : kNoNames, to, texts_.kept);
  };
  for (const OptionalString* condition :
       {parts_.condition, parts_.filter, parts_.key_condition, parts_.search_condition})
    add_expression(ExpressionKind::Condition, condition);
  add_expression(ExpressionKind::Projection, parts_.projection);
  add_expression(ExpressionKind::Update, parts_.update);
  return KeyTexts::values(to);
}

// A read without Select has the one that it means, so that a policy that asks for SPECIFIC_ATTRIBUTES refuses a read of
// whole items.
iam::Values RequestKeys::select() const {
  if (!parts_.reads_items) return {};
  if (is_set(parts_.select)) return iam::Values((*parts_.select)->text());
  if (is_set(parts_.projection) || is_set(parts_.attributes_to_get))
    return iam::Values(to_text(Select::SpecificAttributes));
  return iam::Values(to_text(is_set(parts_.index) ? Select::AllProjectedAttributes : Select::AllAttributes));
}

// A failed condition can return the whole item, so ReturnValuesOnConditionCheckFailure is a value of the key too.
iam::Values RequestKeys::return_values() {
  if (!parts_.return_values && !parts_.return_values_on_failure) return {};
  const std::string_view asked = text_of_enum(parts_.return_values, to_text(ReturnValue::None));
  const std::string_view on_failure =
      text_of_enum(parts_.return_values_on_failure, to_text(ReturnValuesOnConditionCheckFailure::None));
  texts_.return_values.push_back(asked);
  if (on_failure != to_text(ReturnValuesOnConditionCheckFailure::None) && on_failure != asked) {
    // The check of a condition returns no other attributes.
    if (!parts_.return_values) texts_.return_values.clear();
    texts_.return_values.push_back(on_failure);
  }
  return KeyTexts::values(texts_.return_values);
}

iam::Values RequestKeys::tag_keys() {
  if (const auto* tags = given(parts_.tags))
    for (const Tag& tag : *tags)
      if (tag.key) texts_.tag_keys.push_back(*tag.key);
  if (const auto* keys = given(parts_.tag_keys))
    texts_.tag_keys.insert(texts_.tag_keys.end(), keys->begin(), keys->end());
  return KeyTexts::values(texts_.tag_keys);
}

iam::Values RequestKeys::request_tag(std::string_view name) {
  TagValues values(texts_);
  if (const auto* tags = given(parts_.tags))
    for (const Tag& tag : *tags)
      if (tag.key && tag.value && iam::same_ignoring_case(*tag.key, name)) values.add(*tag.value);
  return values.take();
}

}  // namespace partita::permissions
