// FreeWith: lets std::unique_ptr own an object of a C library.
#pragma once

namespace partita::server {

// `kFree` is the library's function that frees the object.
template <auto kFree>
struct FreeWith {
  template <class T>
  void operator()(T* object) const {
    kFree(object);
  }
};

}  // namespace partita::server
