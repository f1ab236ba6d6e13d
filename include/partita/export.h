// Symbol visibility of the installed library.
#pragma once

#if defined(__GNUC__)
#define PARTITA_API __attribute__((visibility("default")))
#else
#define PARTITA_API
#endif
