// Random bytes that an attacker cannot guess.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace partita::base {

// Fills the bytes from the system's generator, which is good enough for keys. It waits until the system has gathered
// entropy, which it has soon after its start, and cannot fail after that (getrandom(2)).
void fill_randomly(std::span<std::byte> bytes);
std::string random_bytes(std::size_t count);

// The text of a random UUID (RFC 9562, version 4), with small letters.
std::string random_uuid();

}  // namespace partita::base
