// Lets BOOST_DESCRIBE_STRUCT and BOOST_DESCRIBE_ENUM name up to 340 members or enumerators.
//
// Boost.Describe's own list of macros ends at about 50, and the compiler then reports a syntax error. The macro below
// replaces the loop over that list. It makes the same code of the same names, so descriptions that Boost's loop made
// are not changed, also if they are in other files.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#define PARTITA_WIDE_RESCAN_1(...) __VA_ARGS__
#define PARTITA_WIDE_RESCAN_4(...) \
  PARTITA_WIDE_RESCAN_1(PARTITA_WIDE_RESCAN_1(PARTITA_WIDE_RESCAN_1(PARTITA_WIDE_RESCAN_1(__VA_ARGS__))))
#define PARTITA_WIDE_RESCAN_16(...) \
  PARTITA_WIDE_RESCAN_4(PARTITA_WIDE_RESCAN_4(PARTITA_WIDE_RESCAN_4(PARTITA_WIDE_RESCAN_4(__VA_ARGS__))))
// Each rescan takes up to eight names.
#define PARTITA_WIDE_RESCAN(...) PARTITA_WIDE_RESCAN_16(PARTITA_WIDE_RESCAN_16(PARTITA_WIDE_RESCAN_16(__VA_ARGS__)))

#define PARTITA_WIDE_PARENTHESES ()
#define PARTITA_WIDE_8(F, C, a, ...) F(C, a) __VA_OPT__(PARTITA_WIDE_7(F, C, __VA_ARGS__))
#define PARTITA_WIDE_7(F, C, a, ...) F(C, a) __VA_OPT__(PARTITA_WIDE_6(F, C, __VA_ARGS__))
#define PARTITA_WIDE_6(F, C, a, ...) F(C, a) __VA_OPT__(PARTITA_WIDE_5(F, C, __VA_ARGS__))
#define PARTITA_WIDE_5(F, C, a, ...) F(C, a) __VA_OPT__(PARTITA_WIDE_4(F, C, __VA_ARGS__))
#define PARTITA_WIDE_4(F, C, a, ...) F(C, a) __VA_OPT__(PARTITA_WIDE_3(F, C, __VA_ARGS__))
#define PARTITA_WIDE_3(F, C, a, ...) F(C, a) __VA_OPT__(PARTITA_WIDE_2(F, C, __VA_ARGS__))
#define PARTITA_WIDE_2(F, C, a, ...) F(C, a) __VA_OPT__(PARTITA_WIDE_1(F, C, __VA_ARGS__))
#define PARTITA_WIDE_1(F, C, a, ...) F(C, a) __VA_OPT__(PARTITA_WIDE_AGAIN PARTITA_WIDE_PARENTHESES(F, C, __VA_ARGS__))
#define PARTITA_WIDE_AGAIN() PARTITA_WIDE_8
#define PARTITA_WIDE_FOR_EACH(F, C, ...) __VA_OPT__(PARTITA_WIDE_RESCAN(PARTITA_WIDE_8(F, C, __VA_ARGS__)))

#ifdef BOOST_DESCRIBE_PP_FOR_EACH
#undef BOOST_DESCRIBE_PP_FOR_EACH
#define BOOST_DESCRIBE_PP_FOR_EACH PARTITA_WIDE_FOR_EACH
#endif
