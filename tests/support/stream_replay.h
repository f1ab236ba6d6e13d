// StreamReplay: the items of a table as the records of its stream tell them. The table must have had a stream of new
// and old images since it was created.
#pragma once

#include <partita/database.h>

#include <map>
#include <set>
#include <stdexcept>
#include <string>

namespace partita::test {

class StreamReplay {
 public:
  using Items = std::map<std::string, AttributeMap>;  // by the encoded key

  // Applies the records since the last call. `database` is a Database or a TestEngine, perhaps opened anew since then.
  // Throws std::runtime_error if a record does not follow from those before it, comes twice, or cannot be read.
  template <class D>
  void catch_up(D& database, const std::string& table) {
    if (iterator_.empty()) iterator_ = first_iterator(database, table);
    while (true) {
      const auto page = database.get_records({.shard_iterator = iterator_});
      expect(page.has_value(), page ? "" : "GetRecords: " + page.error().message);
      for (const Record& record : page->records) apply(record);
      expect(page->next_shard_iterator.has_value(), "the shard has ended");
      iterator_ = *page->next_shard_iterator;
      if (page->records.empty()) return;
    }
  }
  const Items& items() const { return items_; }

  // The items of the table itself, in the same form.
  template <class D>
  static Items stored_items(D& database, const std::string& table, const std::set<std::string>& key_names) {
    Items items;
    ScanRequest scan{};
    scan.table_name = table;
    do {
      const auto page = database.scan(scan);
      expect(page.has_value(), page ? "" : "Scan: " + page.error().message);
      for (const Item& item : *page->items) {
        AttributeMap key;
        for (const std::string& name : key_names) key.set(name, *item.get(name));
        items[std::string(Item(key).bytes())] = item.to_map();
      }
      scan.exclusive_start_key = page->last_evaluated_key;
    } while (scan.exclusive_start_key);
    return items;
  }

 private:
  static void expect(bool holds, const std::string& what) {
    if (!holds) throw std::runtime_error("the stream's replay: " + what);
  }

  template <class D>
  static std::string first_iterator(D& database, const std::string& table) {
    const auto described = database.describe_table({.table_name = table});
    expect(described && described->table.latest_stream_arn, "the table has no stream");
    const auto stream = database.describe_stream({.stream_arn = described->table.latest_stream_arn});
    expect(stream.has_value(), stream ? "" : "DescribeStream: " + stream.error().message);
    const auto made = database.get_shard_iterator({.stream_arn = described->table.latest_stream_arn,
                                                   .shard_id = stream->stream_description.shards->front().shard_id,
                                                   .shard_iterator_type = ShardIteratorType::TrimHorizon});
    expect(made.has_value(), made ? "" : "GetShardIterator: " + made.error().message);
    return *made->shard_iterator;
  }

  void apply(const Record& record) {
    const ItemChange& change = *record.dynamodb;
    expect(*change.sequence_number > last_number_, "record " + *change.sequence_number + " comes too late");
    last_number_ = *change.sequence_number;
    const std::string key(change.keys->bytes());
    const auto known = items_.find(key);
    const bool had = change.old_image.has_value();
    expect(had == (known != items_.end()), "record " + last_number_ + " has a wrong event");
    expect(!had || Item(known->second) == *change.old_image, "record " + last_number_ + " has another old image");
    expect(!change.new_image || !had || !(*change.new_image == *change.old_image),
           "record " + last_number_ + " changes nothing");
    if (change.new_image)
      items_[key] = change.new_image->to_map();
    else
      items_.erase(key);
  }

  std::string iterator_;
  std::string last_number_;
  Items items_;
};

}  // namespace partita::test
