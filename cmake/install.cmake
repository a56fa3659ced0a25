# SPDX-License-Identifier: Apache-2.0
# The install tree, relocatable, in four components; docs/installing.md is for those who use it.
#   runtime      libtirx_runtime.so: all that compiled programs need, with tvm_ffi
#   compiler     libtirx.so and the command-line tool
#   development  headers, and the CMake package `tirx`
#   tvm_ffi      libtvm_ffi.so and its headers, for machines without Python; a wheel leaves it to apache-tvm-ffi
include(CMakePackageConfigHelpers)

# The second entry is for wheels: tirx/lib and tvm_ffi/lib are below one site-packages.
set(TIRX_FFI_RPATH "$ORIGIN/../../tvm_ffi/lib")
set_target_properties(tirx tirx_runtime tirx_command PROPERTIES INSTALL_RPATH "$ORIGIN;${TIRX_FFI_RPATH}")
set_target_properties(tirx_cli PROPERTIES INSTALL_RPATH "$ORIGIN/../lib;${TIRX_FFI_RPATH}")

# What `tirx::backend` adds for backends out of this tree: the headers of the layers that a backend may include
# (tools/check_layers.py), under the names by which they include each other.
set(TIRX_INTERNAL_HEADERS include/tirx/internal)
set(TIRX_BACKEND_LAYERS base diag ir arith layout target script tile codegen pass sim backend runtime)
add_library(tirx_backend INTERFACE)
target_link_libraries(tirx_backend INTERFACE tirx)
target_include_directories(tirx_backend INTERFACE $<INSTALL_INTERFACE:${TIRX_INTERNAL_HEADERS}>)
foreach(layer ${TIRX_BACKEND_LAYERS})
  install(DIRECTORY src/${layer} DESTINATION ${TIRX_INTERNAL_HEADERS} COMPONENT development
          FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
endforeach()

# Two export sets, so that an install tree without the compiler can be found, too.
set_target_properties(tirx_runtime PROPERTIES EXPORT_NAME runtime)
set_target_properties(tirx_backend PROPERTIES EXPORT_NAME backend)
install(TARGETS tirx_runtime EXPORT tirx_runtime LIBRARY DESTINATION lib COMPONENT runtime)
install(TARGETS tirx tirx_backend EXPORT tirx_compiler LIBRARY DESTINATION lib COMPONENT compiler
        INCLUDES DESTINATION include)
install(TARGETS tirx_command LIBRARY DESTINATION lib COMPONENT compiler)
install(TARGETS tirx_cli RUNTIME DESTINATION bin COMPONENT compiler)
foreach(part runtime compiler)
  install(EXPORT tirx_${part} NAMESPACE tirx:: DESTINATION lib/cmake/tirx COMPONENT development)
endforeach()

configure_package_config_file(cmake/tirxConfig.cmake.in ${CMAKE_BINARY_DIR}/cmake/tirxConfig.cmake
                              INSTALL_DESTINATION lib/cmake/tirx NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/cmake/tirxConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/cmake/tirxConfig.cmake ${CMAKE_BINARY_DIR}/cmake/tirxConfigVersion.cmake
        DESTINATION lib/cmake/tirx COMPONENT development)
install(DIRECTORY include/tirx DESTINATION include COMPONENT development FILES_MATCHING PATTERN "*.h")

file(GLOB TIRX_FFI_LICENSES ${tvm_ffi_INCLUDE_DIR}/../../apache_tvm_ffi-*.dist-info/licenses/*)
install(FILES ${tvm_ffi_LIB_FILES} DESTINATION lib COMPONENT tvm_ffi)
install(DIRECTORY ${tvm_ffi_INCLUDE_DIR}/tvm ${tvm_ffi_DLPACK_INCLUDE_DIR}/dlpack DESTINATION include
        COMPONENT tvm_ffi)
install(FILES ${TIRX_FFI_LICENSES} DESTINATION share/doc/tvm_ffi COMPONENT tvm_ffi)
install(FILES LICENSE DESTINATION share/doc/tirx COMPONENT development)
