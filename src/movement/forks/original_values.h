// The values of a source that its fork must not have, and the search for them.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <partita/attribute_value.h>

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::movement {

// A value is kept as a hash of 61 bits of its text in lower case, whose base is drawn at random, so values cannot be
// read out of this. About 24 bytes for each different value of a field.
//
// The search finds a text of at least 12 bytes anywhere in a text, and one of 3 to 11 bytes, or a number of at least
// six digits, as a word of a text: neither a letter, a digit nor a byte above 127 is beside it, but zeros may be in
// front of a number. Of a document each text and number counts by itself. A text of 6 bytes above 127
// counts anywhere, because some scripts have no words. Any shorter value, and a date, is found only as the whole value
// of the field that it came from.
class OriginalValues {
 public:
  static constexpr std::size_t kShortestWord = 3;
  static constexpr std::size_t kShortestNumber = 6;
  static constexpr std::size_t kShortestAnywhere = 12;

  // `known`: texts that are not searched, because a fork has them whatever the source has: those of masks and of the
  // model. `may_remain`: values that are not searched, because the user has said so.
  OriginalValues(const std::vector<std::string>& known, const std::vector<std::string>& may_remain);

  // May be called from several threads, but not while another one searches.
  void add(std::size_t field, const AttributeValue& value);
  // Must be called after the last add() and before the first search.
  void prepare();

  // The number of the field of which the text has a value, or nullopt.
  std::optional<std::size_t> find_in(std::string_view text) const;
  // Searches all texts, numbers and bytes of the value, and its names of members. `path` is that of the value; `found`
  // takes the path, and the number of the field whose value is there.
  using Found = std::function<void(const std::string& path, std::size_t field)>;
  void find_in(const std::string& path, const AttributeValue& value, const Found& found) const;
  // Whether the field has a value that it had in the source, of those that are too short for find_in().
  bool is_short_value_of(std::size_t field, const AttributeValue& value) const;

  std::size_t size() const { return origins_.size() + short_.size(); }
  std::size_t short_values() const { return short_.size(); }
  std::size_t known_values() const { return known_seen_.size(); }  // that are not searched

 private:
  using Hash = std::uint64_t;
  Hash hash(std::string_view folded) const;
  void add_text(std::size_t field, std::string_view text, std::size_t shortest);
  void add_number(std::size_t field, const std::string& text);
  bool is_in_known_texts(std::string_view whole) const;
  std::optional<std::size_t> origin(Hash of_whole) const;
  std::optional<std::size_t> find_in_leaf(AttributeType type, std::string_view text) const;
  // `text` is in lower case, and `sums` are the hashes of its beginnings.
  std::optional<std::size_t> find_at(std::string_view text, std::size_t at, const std::vector<Hash>& sums) const;
  Hash part(const std::vector<Hash>& sums, std::size_t begin, std::size_t size) const;
  static bool may_begin_at(std::string_view text, std::size_t at);

  const Hash base_;
  std::string known_;  // in lower case, on a line each
  absl::flat_hash_set<std::string> may_remain_;
  std::mutex mutex_;
  // These are guarded by mutex_ until prepare().
  absl::flat_hash_map<Hash, std::uint32_t> origins_;            // of whole texts: the first field
  absl::flat_hash_map<Hash, std::vector<std::uint32_t>> long_;  // of the first bytes of long texts: their sizes
  absl::flat_hash_set<Hash> short_;                             // with the field
  absl::flat_hash_set<Hash> known_seen_;
  std::vector<bool> sizes_;    // of texts that are not long
  std::vector<bool> anchors_;  // of the first three bytes
  std::vector<std::uint32_t> lengths_;
  std::vector<Hash> powers_;
};

}  // namespace partita::movement
