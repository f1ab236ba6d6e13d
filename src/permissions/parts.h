// Parts: the members of a request, or of a member of a batch or transaction, that conditions of policies can ask for.
#pragma once

#include <partita/database.h>

#include <type_traits>

namespace partita::permissions {

// Each pointer is null if the request has no such member. The pointers refer to the request.
struct Parts {
  const OptionalItem* key = nullptr;
  const OptionalItem* item = nullptr;
  const OptionalList<AttributeMap>* keys = nullptr;
  const std::vector<WriteRequest>* writes = nullptr;

  const OptionalString* condition = nullptr;
  const OptionalString* filter = nullptr;
  const OptionalString* key_condition = nullptr;
  const OptionalString* search_condition = nullptr;
  const OptionalString* projection = nullptr;
  const OptionalString* update = nullptr;
  const OptionalNames* names = nullptr;
  const OptionalItem* values = nullptr;

  const OptionalList<std::string>* attributes_to_get = nullptr;
  const std::optional<NamedList<ExpectedAttributeValue>>* expected = nullptr;
  const std::optional<NamedList<AttributeValueUpdate>>* attribute_updates = nullptr;
  const std::optional<NamedList<Condition>>* key_conditions = nullptr;
  const std::optional<NamedList<Condition>>* query_filter = nullptr;
  const std::optional<NamedList<Condition>>* scan_filter = nullptr;

  const OptionalString* index = nullptr;
  const OptionalEnum<Select>* select = nullptr;
  const OptionalEnum<ReturnValue>* return_values = nullptr;
  const OptionalEnum<ReturnValuesOnConditionCheckFailure>* return_values_on_failure = nullptr;
  const OptionalEnum<ReturnConsumedCapacity>* return_consumed_capacity = nullptr;

  const OptionalList<Tag>* tags = nullptr;
  const OptionalList<std::string>* tag_keys = nullptr;

  // Whether the request reads items, so that it has a Select.
  bool reads_items = false;
  // Whether the request reads all attributes of the items of all partitions, without a way to name fewer.
  bool reads_everything = false;
};

namespace detail {
// Whether items can be read whole by the request, or by attributes.
template <class Request>
inline constexpr bool kProjects = requires(const Request& request) { request.projection_expression; };
}  // namespace detail

template <class Request>
Parts parts_of(const Request& request) {
  Parts parts;
#define PARTITA_PART(part, member) \
  if constexpr (requires { request.member; }) parts.part = &request.member
  PARTITA_PART(key, key);
  PARTITA_PART(item, item);
  PARTITA_PART(keys, keys);
  PARTITA_PART(condition, condition_expression);
  PARTITA_PART(filter, filter_expression);
  PARTITA_PART(key_condition, key_condition_expression);
  PARTITA_PART(search_condition, search_condition_expression);
  PARTITA_PART(projection, projection_expression);
  PARTITA_PART(update, update_expression);
  PARTITA_PART(names, expression_attribute_names);
  PARTITA_PART(values, expression_attribute_values);
  PARTITA_PART(attributes_to_get, attributes_to_get);
  PARTITA_PART(expected, expected);
  PARTITA_PART(attribute_updates, attribute_updates);
  PARTITA_PART(key_conditions, key_conditions);
  PARTITA_PART(query_filter, query_filter);
  PARTITA_PART(scan_filter, scan_filter);
  PARTITA_PART(index, index_name);
  PARTITA_PART(select, select);
  PARTITA_PART(return_values, return_values);
  PARTITA_PART(return_values_on_failure, return_values_on_condition_check_failure);
  PARTITA_PART(return_consumed_capacity, return_consumed_capacity);
  PARTITA_PART(tags, tags);
  PARTITA_PART(tag_keys, tag_keys);
#undef PARTITA_PART
  parts.reads_everything = std::is_same_v<Request, HashItemsRequest>;
  parts.reads_items = detail::kProjects<Request> || parts.reads_everything;
  return parts;
}

inline Parts parts_of(const std::vector<WriteRequest>& writes) {
  Parts parts;
  parts.writes = &writes;
  return parts;
}

}  // namespace partita::permissions
