#include "protocol/request_keys.h"

#include "protocol/json/json_text.h"
#include "protocol/json/write_text.h"

namespace partita::protocol {
namespace {

using Object = simdjson::dom::object;

// The last member of that name, because that is the one which is decoded. `object[name]` would be the first.
simdjson::simdjson_result<Json> last(const Object& object, std::string_view name) {
  simdjson::simdjson_result<Json> found(simdjson::NO_SUCH_FIELD);
  for (const auto& [member, value] : object)
    if (member == name) found = simdjson::simdjson_result<Json>(Json(value));
  return found;
}

class Keys {
 public:
  Keys(const KeyNames& names, std::size_t most) : names_(names), most_(most) {}
  std::vector<RequestKey> take() { return std::move(found_); }

  void add_request(const Object& request) {
    Object tables;
    if (last(request, "RequestItems").get(tables) == simdjson::SUCCESS)
      for (const auto& [table, members] : tables) add_batch(table, members);
    simdjson::dom::array members;
    if (last(request, "TransactItems").get(members) == simdjson::SUCCESS)
      for (const Json member : members) add_each_of(member);
    add_single(request);
  }

 private:
  // A request or a member of a transaction that names a table.
  void add_single(const Object& request) {
    std::string_view table;
    if (last(request, "TableName").get(table) != simdjson::SUCCESS) return;
    add_of(table, request);
  }
  void add_each_of(Json transact_item) {
    Object member, inside;
    if (transact_item.get(member) != simdjson::SUCCESS) return;
    for (const auto& [name, value] : member)
      if (value.get(inside) == simdjson::SUCCESS) add_single(inside);
  }
  void add_batch(std::string_view table, Json members) {
    Object asked, write, inside;
    simdjson::dom::array list;
    if (members.get(asked) == simdjson::SUCCESS && last(asked, "Keys").get(list) == simdjson::SUCCESS) {
      for (const Json key : list) add_attributes(table, key);
    } else if (members.get(list) == simdjson::SUCCESS) {
      for (const Json one : list) {
        if (one.get(write) != simdjson::SUCCESS) continue;
        for (const auto& [name, value] : write)
          if (value.get(inside) == simdjson::SUCCESS) add_of(table, inside);
      }
    }
  }
  void add_of(std::string_view table, const Object& request) {
    Json attributes;
    if (last(request, "Key").get(attributes) == simdjson::SUCCESS ||
        last(request, "Item").get(attributes) == simdjson::SUCCESS)
      add_attributes(table, attributes);
  }
  // Takes the key attributes out of a key or an item.
  void add_attributes(std::string_view table, Json attributes) {
    Object object;
    if (found_.size() >= most_ || attributes.get(object) != simdjson::SUCCESS) return;
    std::string key = "{";
    for (const std::string& name : names_of(table)) {
      Json value;
      if (last(object, name).get(value) != simdjson::SUCCESS) continue;
      if (key.size() > 1) key += ',';
      {
        Writer writer(key);
        write_text(writer, name);
      }
      key += ':';
      key += simdjson::minify(value);
    }
    key += '}';
    found_.push_back({std::string(table), std::move(key)});
  }
  // Members of a request often have the table of the one before.
  const std::vector<std::string>& names_of(std::string_view table) {
    if (table != last_table_ || last_table_.empty()) {
      last_names_ = names_ ? names_(table) : std::vector<std::string>();
      last_table_ = table;
    }
    return last_names_;
  }

  const KeyNames& names_;
  const std::size_t most_;
  std::string last_table_;
  std::vector<std::string> last_names_;
  std::vector<RequestKey> found_;
};

}  // namespace

std::vector<RequestKey> request_keys(std::string_view body, const KeyNames& names, std::size_t most) {
  const auto text = JsonText::parse(body);
  Object request;
  if (!text || text->root().get(request) != simdjson::SUCCESS) return {};
  Keys keys(names, most);
  keys.add_request(request);
  return keys.take();
}

}  // namespace partita::protocol
