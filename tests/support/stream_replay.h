// StreamReplay: the items of a table as the records of its streams tell them. The table must have had a stream of new
// and old images at each of its writes. Shards may roll, and streams may be disabled and enabled again.
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

  // Applies the records since the last call. `database` is a Database or a TestEngine, perhaps opened again since then.
  // Throws std::runtime_error if a record does not follow from those before it, comes twice, or cannot be read.
  template <class D>
  void catch_up(D& database, const std::string& table) {
    if (arn_.empty()) expect(go_to_next_stream(database, table), "the table has no stream");
    while (true) {
      const auto page = database.get_records({.shard_iterator = iterator_});
      expect(page.has_value(), page ? "" : "GetRecords: " + page.error().message);
      for (const Record& record : page->records) apply(record);
      if (page->next_shard_iterator) {
        iterator_ = *page->next_shard_iterator;
        if (page->records.empty()) return;
      } else if (!go_to_child(database) && !go_to_next_stream(database, table)) {
        return;
      }
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

  // Returns false if the shard that was read has no child.
  template <class D>
  bool go_to_child(D& database) {
    DescribeStreamRequest request{.stream_arn = arn_};
    request.shard_filter = ShardFilter{.type = ShardFilterType::ChildShards, .shard_id = shard_};
    const auto stream = database.describe_stream(request);
    expect(stream.has_value(), stream ? "" : "DescribeStream: " + stream.error().message);
    const auto& shards = *stream->stream_description.shards;
    if (shards.empty()) return false;
    expect(shards.size() == 1, "a shard has several children");
    go_to(database, *shards.front().shard_id);
    return true;
  }
  // Returns false if the table has had no stream after the one that was read.
  template <class D>
  bool go_to_next_stream(D& database, const std::string& table) {
    const auto listed = database.list_streams({.table_name = table});
    expect(listed.has_value(), listed ? "" : "ListStreams: " + listed.error().message);
    for (const Stream& stream : listed->streams) {
      if (*stream.stream_arn <= arn_) continue;
      arn_ = *stream.stream_arn;
      const auto described = database.describe_stream({.stream_arn = arn_});
      expect(described.has_value(), described ? "" : "DescribeStream: " + described.error().message);
      go_to(database, *described->stream_description.shards->front().shard_id);
      return true;
    }
    return false;
  }
  template <class D>
  void go_to(D& database, const std::string& shard) {
    shard_ = shard;
    const auto made = database.get_shard_iterator(
        {.stream_arn = arn_, .shard_id = shard_, .shard_iterator_type = ShardIteratorType::TrimHorizon});
    expect(made.has_value(), made ? "" : "GetShardIterator: " + made.error().message);
    iterator_ = *made->shard_iterator;
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

  std::string arn_;  // of the stream that is read; it has the stream's time, so it sorts
  std::string shard_;
  std::string iterator_;
  std::string last_number_;
  Items items_;
};

}  // namespace partita::test
