// HelloCheck: bounds the first message of a TLS client. OpenSSL takes the memory that a message announces before the
// message has come, up to 131 KB for a ClientHello, although those of real clients have less than 4 KB.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace partita::server {

class HelloCheck {
 public:
  // The longest ClientHello, without the header of its message.
  static constexpr std::size_t kMostBytes = 16 << 10;

  // Looks at the next bytes that the client sent. Returns false if a ClientHello among them is too long, or is so cut
  // into records that its length cannot be seen at once. The second ClientHello, which a server may ask for, is checked
  // too. Later messages are not.
  bool accepts(std::string_view bytes);
  // No ClientHello comes any more. It must be called if a version before TLS 1.3 is agreed on: the second handshake
  // record of a client that resumes a session is encrypted there, so its first byte can be that of a ClientHello.
  void stop() { looks_ = false; }

 private:
  static constexpr std::size_t kRecordHeader = 5, kMessageHeader = 4;

  bool accepts_header();

  std::array<unsigned char, kRecordHeader + kMessageHeader> header_{};
  std::size_t have_ = 0;  // bytes of header_
  std::size_t skip_ = 0;  // the rest of a record
  unsigned hellos_ = 0;   // seen so far
  bool looks_ = true;     // whether a ClientHello may still come
};

}  // namespace partita::server
