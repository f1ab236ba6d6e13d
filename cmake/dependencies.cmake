# The Debian 12 packages that Partita needs. ARCHITECTURE.md gives the purpose of each.
option(PARTITA_STATIC "link the command with all of its libraries inside (scripts/package)" OFF)
# For code whose speed does not matter at all, and for code that runs rarely (docs/decisions/0063-units-of-one-size.md).
set(PARTITA_LEAST_OPTIMIZATION -O0)
set(PARTITA_RARE_OPTIMIZATION -Og)
if(PARTITA_STATIC)
  include(cmake/static.cmake)
endif()
find_package(Threads REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(ZLIB REQUIRED)
find_package(CURL REQUIRED)
find_package(simdjson REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(CLI11 REQUIRED)
find_package(absl REQUIRED)
find_package(Boost 1.81 REQUIRED)

find_package(PkgConfig REQUIRED)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
add_library(xxhash ALIAS PkgConfig::XXHASH)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
add_library(libzstd ALIAS PkgConfig::ZSTD)
pkg_check_modules(ISAL REQUIRED IMPORTED_TARGET libisal)
add_library(libisal ALIAS PkgConfig::ISAL)

# A target with PARTITA_ROCKSDB_INSIDE links the archive, the others link the shared library. The command starts sooner
# with the archive, because the symbols of a shared library must be looked up first.
find_library(ROCKSDB_LIBRARY rocksdb REQUIRED)
find_library(ROCKSDB_ARCHIVE librocksdb.a REQUIRED)
add_library(rocksdb INTERFACE)
target_link_libraries(rocksdb INTERFACE
  "$<IF:$<BOOL:$<TARGET_PROPERTY:PARTITA_ROCKSDB_INSIDE>>,${ROCKSDB_ARCHIVE};snappy;bz2;lz4;zstd;z,${ROCKSDB_LIBRARY}>")
if(PARTITA_STATIC)
  partita_take_archives()
endif()
