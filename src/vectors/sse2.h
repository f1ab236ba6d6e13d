// The vector operations of SSE2, which every x86-64 has. On other processors SIMDe carries them out by their own ones,
// with the same results.
#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#else
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/sse2.h>
#endif
