# The command with all of its libraries inside, which runs on any Linux (docs/decisions/0064-one-file-that-runs-anywhere.md).
#
# scripts/package gives two directories:
#   PARTITA_PACKAGE_ROOT     Debian's development packages for the architecture, unpacked
#   PARTITA_PACKAGE_SOURCES  the libraries without an archive in Debian, built from its source packages: fmt, spdlog, simdjson, ISA-L,
#                            curl, and ICU's data for the rules that Partita uses
set(PARTITA_PACKAGE_ROOT "" CACHE PATH "Debian's development packages, unpacked")
set(PARTITA_PACKAGE_SOURCES "" CACHE PATH "libraries that are built from Debian's sources")
foreach(dir PARTITA_PACKAGE_ROOT PARTITA_PACKAGE_SOURCES)
  if(NOT IS_DIRECTORY "${${dir}}")
    message(FATAL_ERROR "PARTITA_STATIC needs ${dir}, which scripts/package makes")
  endif()
endforeach()
set(CMAKE_FIND_ROOT_PATH ${PARTITA_PACKAGE_SOURCES} ${PARTITA_PACKAGE_ROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
set(OPENSSL_USE_STATIC_LIBS ON)
set(ZLIB_USE_STATIC_LIBS ON)
set(ENV{PKG_CONFIG_LIBDIR} ${PARTITA_PACKAGE_ROOT}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${PARTITA_PACKAGE_ROOT})
# Headers of libraries that no package describes, such as those of RocksDB and CBC. The compiler's own libraries are not in
# the root.
include_directories(AFTER SYSTEM ${PARTITA_PACKAGE_ROOT}/usr/include
                                 ${PARTITA_PACKAGE_ROOT}/usr/include/${CMAKE_LIBRARY_ARCHITECTURE})
link_directories(${PARTITA_PACKAGE_SOURCES}/lib)
foreach(dir . lapack blas)
  link_directories(${PARTITA_PACKAGE_ROOT}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/${dir})
endforeach()
# A static program that has a search path does not start.
set(CMAKE_SKIP_RPATH ON)
add_compile_definitions(PARTITA_STATIC)
# The bytes of the program must not depend on the directories that it is built in.
foreach(dir PROJECT_SOURCE_DIR PROJECT_BINARY_DIR PARTITA_PACKAGE_SOURCES PARTITA_PACKAGE_ROOT)
  add_compile_options(-ffile-prefix-map=${${dir}}=.)
endforeach()

# Functions without a caller are left out, and code that is not worth optimizing is small, because each package is fetched.
add_compile_options(-ffunction-sections -fdata-sections)
set(PARTITA_LEAST_OPTIMIZATION -Os)
set(PARTITA_RARE_OPTIMIZATION -Os)

# partita_take_archives() puts the archive of each library that was found in the place of its shared object. Debian's
# packages for CMake name the shared objects even if they have both.
function(partita_take_archives)
  get_property(targets DIRECTORY PROPERTY IMPORTED_TARGETS)
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    if(type MATCHES "SHARED|UNKNOWN")
      get_target_property(configs ${target} IMPORTED_CONFIGURATIONS)
      set(properties IMPORTED_LOCATION)
      foreach(config ${configs})
        if(config)
          list(APPEND properties IMPORTED_LOCATION_${config})
        endif()
      endforeach()
      foreach(property ${properties})
        get_target_property(path ${target} ${property})
        if(path MATCHES "^(.*)\\.so[.0-9]*$")
          if(NOT EXISTS ${CMAKE_MATCH_1}.a)
            message(FATAL_ERROR "${target}: there is no archive ${CMAKE_MATCH_1}.a")
          endif()
          set_target_properties(${target} PROPERTIES ${property} ${CMAKE_MATCH_1}.a)
        endif()
      endforeach()
    endif()
  endforeach()
endfunction()

# partita_link_statically(target) links `target` with all of its libraries inside, at an address that is chosen when it
# starts. The solver of designs and libcurl, which other builds load when they need them, are inside too.
function(partita_link_statically target)
  # LAPACK reports wrong arguments by Fortran's output, whose library is not worth its size.
  target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/static/xerbla.cc)
  target_link_libraries(${target} PRIVATE CURL::libcurl CbcSolver Cbc Cgl OsiClp ClpSolver Clp Osi CoinUtils lapack blas
                                          OpenSSL::SSL OpenSSL::Crypto bz2 z m)
  target_link_options(${target} PRIVATE -static-pie -Wl,--gc-sections -Wl,-z,pack-relative-relocs -Wl,--build-id=none -Wl,-Map,${PROJECT_BINARY_DIR}/${target}.map)
endfunction()

# partita_embed_certificates(target) adds to `target` the function that certificates.cc declares, with the certificates of
# Debian's package ca-certificates.
function(partita_embed_certificates target)
  file(GLOB files ${PARTITA_PACKAGE_ROOT}/usr/share/ca-certificates/mozilla/*.crt)
  set(text)
  foreach(file ${files})
    file(READ ${file} one)
    string(APPEND text "${one}")
  endforeach()
  set(source ${PROJECT_BINARY_DIR}/embedded/${target}_certificates.cc)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// Mozilla's certificates of authorities.
#include <string_view>

namespace partita::client {

std::string_view mozilla_certificates();
std::string_view mozilla_certificates() { return R\"partita_text(${text})partita_text\"; }

}  // namespace partita::client
")
  set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE ${source})
endfunction()
