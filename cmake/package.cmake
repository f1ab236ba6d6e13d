# The installed library: a shared object with every layer except the server, which exports only PARTITA_API, together
# with its CMake package, its pkg-config file and the public headers.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

add_library(partita_shared SHARED ${library_objects})
# All symbols come from the objects. The layers are listed because of the libraries that they need.
target_link_libraries(partita_shared PRIVATE partita_client)
target_include_directories(partita_shared INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(partita_shared INTERFACE cxx_std_20)
set(symbols ${PROJECT_SOURCE_DIR}/cmake/partita.symbols)
target_link_options(partita_shared PRIVATE -Wl,--version-script=${symbols} -Wl,--no-undefined)
set_target_properties(partita_shared PROPERTIES
  OUTPUT_NAME partita EXPORT_NAME partita VERSION ${PROJECT_VERSION} SOVERSION 0 LINKER_LANGUAGE CXX
  LINK_DEPENDS ${symbols})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/partita)
configure_file(${PROJECT_SOURCE_DIR}/cmake/partita.pc.in ${PROJECT_BINARY_DIR}/partita.pc @ONLY)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/partitaConfig.cmake.in ${PROJECT_BINARY_DIR}/partitaConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/partitaConfigVersion.cmake COMPATIBILITY SameMinorVersion)

# The component `library` is that of programs in C++. Without a component, `cmake --install` installs the command too.
install(TARGETS partita_shared EXPORT partita LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(EXPORT partita NAMESPACE partita:: FILE partitaTargets.cmake DESTINATION ${package_dir} COMPONENT library)
install(FILES ${PROJECT_BINARY_DIR}/partitaConfig.cmake ${PROJECT_BINARY_DIR}/partitaConfigVersion.cmake
        DESTINATION ${package_dir} COMPONENT library)
install(FILES ${PROJECT_BINARY_DIR}/partita.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/partita DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library
        PATTERN README.md EXCLUDE)
install(TARGETS partita RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
