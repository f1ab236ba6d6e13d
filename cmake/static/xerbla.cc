// LAPACK calls this function for an argument that is wrong, which only a mistake of its caller can be.
#include <cstddef>
#include <cstdlib>

extern "C" void xerbla_(const char* /*routine*/, const int* /*argument*/, std::size_t /*length*/) { std::abort(); }
