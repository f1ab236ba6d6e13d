// RequestKeys: the values of condition keys in a request with keys, items and expressions.
#pragma once

#include <string_view>

#include "iam/request.h"
#include "permissions/key_texts.h"
#include "permissions/parts.h"
#include "permissions/tables.h"

namespace partita::permissions {

// The resource of a request, with the facts about it. All members may be null.
struct Target {
  std::string_view resource = "*";  // the ARN
  const TableFacts* table = nullptr;
  const IndexFacts* index = nullptr;
  const iam::Policy* policy = nullptr;  // that of the table or of the stream
};

// A source that can fail to find a value that the request has.
class Keys : public iam::KeySource {
 public:
  // Whether a statement asked for a value that could not be found out. The request must then be denied, because the
  // statement may have applied, or not, for want of the value.
  bool lacks_values() const { return lacks_values_; }

 protected:
  bool lacks_values_ = false;
};

// The values of the keys that a request and a statement have in the same way. `consumed` is null if the request has no
// ReturnConsumedCapacity. `enclosing` is empty if the operation has no members.
iam::Values shared_values(const iam::ConditionKey& key, const OptionalEnum<ReturnConsumedCapacity>* consumed,
                          std::string_view enclosing, const Target& target, KeyTexts& texts);

class RequestKeys final : public Keys {
 public:
  // `enclosing` is the name of the operation if it has several members, otherwise empty. The arguments must outlive the
  // object. Requires: `texts` is empty.
  RequestKeys(const Parts& parts, const Target& target, std::string_view enclosing, KeyTexts& texts)
      : parts_(parts), target_(target), enclosing_(enclosing), texts_(texts) {}

  iam::Values values(const iam::ConditionKey& key) override;

 private:
  // The values of the n-th attribute of the partition keys that the request touches.
  iam::Values leading_keys(std::size_t n);
  iam::Values attributes();
  iam::Values select() const;
  iam::Values return_values();
  iam::Values tag_keys();
  iam::Values request_tag(std::string_view name);

  bool names_partitions() const;
  void add_key_of(const AttributeMap& attributes, std::string_view name, std::vector<std::string_view>& to);
  void add_equal(std::string_view name, std::vector<std::string_view>& to);

  const Parts& parts_;
  const Target& target_;
  const std::string_view enclosing_;
  KeyTexts& texts_;
};

}  // namespace partita::permissions
