// A shared library that is loaded when it is first needed, because it would cost every process memory and start time.
// In a build with PARTITA_STATIC the library is inside the program, and no file is loaded.
#pragma once

#include <dlfcn.h>

#include <string>

namespace partita::base {

class LoadedLibrary {
 public:
  // `file` is the library's name as the loader finds it, such as "libcurl.so.4". The library is never unloaded.
  explicit LoadedLibrary([[maybe_unused]] const char* file) {
#ifndef PARTITA_STATIC
    handle_ = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) note_problem();
#endif
  }

  // Sets `function` to the function `name` of the library, and leaves it as it is after a problem.
  template <class Function>
  void find(Function*& function, const char* name) {
    if (!problem_.empty()) return;
    function = reinterpret_cast<Function*>(dlsym(handle_, name));
    if (function == nullptr) note_problem();
  }

  // The thing that is missing, in the words of the loader; empty if the library is complete.
  const std::string& problem() const { return problem_; }

 private:
  void note_problem() {
    const char* const why = dlerror();
    problem_ = why != nullptr ? why : "a function is missing";
  }

  void* handle_ = nullptr;
  std::string problem_;
};

}  // namespace partita::base

// PARTITA_FIND(library, pointer, function) sets `pointer` to the function, by its name in the LoadedLibrary or, if the
// library is inside the program, by its address.
#ifdef PARTITA_STATIC
#define PARTITA_FIND(library, pointer, function) static_cast<void>(library), (pointer) = &::function
#else
#define PARTITA_FIND(library, pointer, function) (library).find(pointer, #function)
#endif
