// PARTITA_API makes a symbol visible outside of the installed library.
#pragma once

#if defined(__GNUC__)
#define PARTITA_API __attribute__((visibility("default")))
#else
#define PARTITA_API
#endif
