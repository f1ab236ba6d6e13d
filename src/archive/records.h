// The small objects of an archive: who writes it, the beginnings of its generations, its head, and the manifests of its
// bases. Each is a text of lines with a name and values (FORMAT.md).
#pragma once

#include <partita/error.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace partita::archive {

inline constexpr std::size_t kMostRecordBytes = 256 << 20;

// A place in the changes of a generation: behind the segment with this number.
struct ChangesEnd {
  std::uint64_t segment = 0;  // 0: before the first one
  std::uint64_t number = 0;   // of the last operation in it
  std::int64_t time_ms = 0;   // of the last batch in it
  std::string chain = {};     // of the segment, in hex; empty before the first one
  friend bool operator==(const ChangesEnd&, const ChangesEnd&) = default;
};

// A server that has begun to write the archive. A later one ends the right of all earlier ones.
struct Writer {
  std::string token;  // random; the directory has it too, so a server knows itself after a crash
  std::string host;
  std::int64_t began_ms = 0;
};

struct GenerationBegin {
  std::uint64_t writer = 0;
  std::int64_t time_ms = 0;
  std::uint64_t after_number = 0;  // its changes begin after this operation
  ChangesEnd previous_end = {};    // of the generation before it
};

// How far the archive is. Written again and again.
struct Head {
  std::uint64_t writer = 0;
  std::string token;
  std::string host;
  std::int64_t time_ms = 0;  // at which it was written
  bool closed = false;       // the server has ended properly
  std::uint64_t generation = 0;
  ChangesEnd end = {};
  std::uint64_t base = 0;  // the newest one of the generation, 0 if it has no base
};

struct BaseFile {
  std::string name;  // in the data directory
  std::uint64_t size_bytes = 0;
  std::string digest;   // SHA-256 of its bytes, in hex
  std::string id = {};  // of the object that has it (names.h)
  bool never_changes = false;
};

// A base: the files of a store as it was at one moment.
struct Base {
  std::uint64_t generation = 0;
  std::uint64_t number = 0;         // of the base within the generation
  std::uint64_t after_segment = 0;  // the changes that the files may lack are in the segments after this one
  std::int64_t time_ms = 0;         // the files have no batch that is newer
  std::uint64_t last_number = 0;    // nor one with a higher number
  std::uint64_t writer = 0;         // that made it
  // The changes had reached this end when the base was complete. It binds the base to them, because its files have no
  // later changes.
  ChangesEnd reached = {};
  std::vector<BaseFile> files = {};
};

// The end behind which the changes are that the files of a base may lack. Its chain is known if no changes were
// archived while the base was made.
inline ChangesEnd begin_of_changes(const Base& base) {
  return base.reached.segment == base.after_segment ? base.reached : ChangesEnd{.segment = base.after_segment};
}

std::string to_text(const Writer& writer);
std::string to_text(const GenerationBegin& begin);
std::string to_text(const Head& head);
std::string to_text(const Base& base);

// Errors: Corruption, if the text is another one, or lacks a value. The message does not name the object.
Result<Writer> parse_writer(std::string_view text);
Result<GenerationBegin> parse_generation(std::string_view text);
Result<Head> parse_head(std::string_view text);
Result<Base> parse_base(std::string_view text);

}  // namespace partita::archive
