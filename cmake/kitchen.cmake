# The functions every folder's CMakeLists.txt is written with.
#
#   kitchen_library(<name> SOURCES a.cc ... [DEPS target ...])
#   kitchen_executable(<name> SOURCES a.cc ... [DEPS target ...])      lands in KITCHEN_EXECUTABLE_DIR
#   kitchen_test(<name> SOURCES a_test.cc ... [DEPS target ...] [LABELS label] [TIMEOUT_S n])
#   kitchen_fuzzer(<name> SOURCES a_fuzz.cc ... [DEPS target ...] CORPUS dir)
#   kitchen_bench(<name> SOURCES a_bench.cc ... [DEPS target ...])
#   kitchen_wasm_module(<name> SOURCES a.cc ... [DEPS target ...] [MEMORY_BYTES n])
#
# Each is a no-op where it has no meaning: tests, fuzzers, benches and executables in the wasm build,
# wasm modules in a native one, benches without KITCHEN_BENCH, tests without KITCHEN_TESTS.
# Sources are included from the repository's root: #include "sim/kitchen.h".

option(KITCHEN_TESTS "Build the tests" ON)
option(KITCHEN_BENCH "Build the benchmarks" OFF)
option(KITCHEN_UNITY "Compile a target's sources eight at a time, so that heavy headers are read less often" OFF)
option(KITCHEN_SANITIZE "AddressSanitizer, UndefinedBehaviorSanitizer and libFuzzer coverage" OFF)

set(KITCHEN_TEST_LABEL "" CACHE STRING "Where set, `all` has only the tests with this label")

set(KITCHEN_EXECUTABLE_DIR "${PROJECT_BINARY_DIR}" CACHE PATH "Where executables are left")

if(CMAKE_SYSTEM_NAME STREQUAL "WASI")
  set(KITCHEN_WASM ON)
else()
  set(KITCHEN_WASM OFF)
endif()

# Folders whose code decides a replay's hash, or runs in the page. They carry no exceptions and no RTTI.
set(KITCHEN_CORE_FOLDERS sim game wasm)

include(${CMAKE_CURRENT_LIST_DIR}/warnings.cmake)
set(KITCHEN_CMAKE_DIR ${CMAKE_CURRENT_LIST_DIR})

# Contraction rounds a*b+c once instead of twice and would make the result depend on the CPU.
add_compile_options(-ffp-contract=off)

if(KITCHEN_SANITIZE)
  # vptr needs RTTI, which the core is built without.
  add_compile_options(-fsanitize=address,undefined,fuzzer-no-link -fno-sanitize=vptr
                      -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

if(KITCHEN_TESTS AND NOT KITCHEN_WASM)
  find_package(GTest CONFIG REQUIRED)
  find_package(rapidcheck CONFIG REQUIRED)  # tests that use it name it: DEPS rapidcheck
  include(GoogleTest)
endif()
if(KITCHEN_BENCH AND NOT KITCHEN_WASM)
  find_package(benchmark CONFIG REQUIRED)
  add_custom_target(benches)
endif()

# The first folder below the root that the calling CMakeLists.txt is in, such as "sim".
function(kitchen_folder out)
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${PROJECT_SOURCE_DIR}
             OUTPUT_VARIABLE relative)
  string(REGEX REPLACE "/.*" "" folder "${relative}")
  set(${out} "${folder}" PARENT_SCOPE)
endfunction()

function(kitchen_target_setup name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CORE" "" "DEPS")
  target_link_libraries(${name} PUBLIC ${arg_DEPS} PRIVATE kitchen_warnings)
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  if(KITCHEN_UNITY)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON)
    # g++ takes a source's unnamed namespace for a header's, since another file includes it.
    target_compile_options(${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
  if(arg_CORE)
    kitchen_folder(folder)
    if(folder IN_LIST KITCHEN_CORE_FOLDERS)
      target_compile_options(${name} PRIVATE -fno-exceptions -fno-rtti)
    endif()
  endif()
endfunction()

function(kitchen_check_arguments function name)
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${function}(${name}): unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "${function}(${name}): SOURCES is missing")
  endif()
endfunction()

function(kitchen_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPS")
  kitchen_check_arguments(kitchen_library ${name})
  add_library(${name} STATIC ${arg_SOURCES})
  kitchen_target_setup(${name} CORE DEPS ${arg_DEPS})
  kitchen_folder(folder)
  if(folder MATCHES "^(sim|game)$")
    set_property(GLOBAL APPEND PROPERTY KITCHEN_PURE_LIBRARIES ${name})
  endif()
endfunction()

function(kitchen_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPS")
  kitchen_check_arguments(kitchen_executable ${name})
  if(KITCHEN_WASM)
    return()
  endif()
  add_executable(${name} ${arg_SOURCES})
  kitchen_target_setup(${name} DEPS ${arg_DEPS})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${KITCHEN_EXECUTABLE_DIR})
endfunction()

function(kitchen_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT_S" "SOURCES;DEPS;LABELS")
  kitchen_check_arguments(kitchen_test ${name})
  if(KITCHEN_WASM OR NOT KITCHEN_TESTS)
    return()
  endif()
  if(NOT arg_TIMEOUT_S)
    set(arg_TIMEOUT_S 300)
  endif()
  add_executable(${name} ${arg_SOURCES})
  kitchen_target_setup(${name} DEPS ${arg_DEPS} GTest::gmock_main)
  if(NOT arg_LABELS)
    # Half the time of a build without cache went into optimising what runs once. What is tested are
    # libraries, which keep their flags; so do golden and property tests, which hold builds equal.
    target_compile_options(${name} PRIVATE -O0)
  endif()
  list(LENGTH arg_LABELS label_count)
  if(label_count GREATER 1)
    # CMake 3.25's gtest_discover_tests loses all but the first.
    message(FATAL_ERROR "kitchen_test(${name}): one label at most, got: ${arg_LABELS}")
  endif()
  if(KITCHEN_TEST_LABEL AND NOT arg_LABELS STREQUAL KITCHEN_TEST_LABEL)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  # A test's own sources aren't worth clang-tidy's time: what they include is looked at elsewhere.
  set_target_properties(${name} PROPERTIES CXX_CLANG_TIDY "")
  # PRE_TEST: a machine under load can't fail the build by a slow first start.
  gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 120
                       PROPERTIES TIMEOUT ${arg_TIMEOUT_S} LABELS "${arg_LABELS}")
endfunction()

# With KITCHEN_SANITIZE the target is a libFuzzer; elsewhere a plain driver that runs the inputs it is
# given. Both replay the whole corpus as the test fuzz.<name>.
function(kitchen_fuzzer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "CORPUS" "SOURCES;DEPS")
  kitchen_check_arguments(kitchen_fuzzer ${name})
  if(KITCHEN_WASM OR NOT KITCHEN_TESTS)
    return()
  endif()
  cmake_path(ABSOLUTE_PATH arg_CORPUS NORMALIZE OUTPUT_VARIABLE corpus)
  file(GLOB_RECURSE inputs CONFIGURE_DEPENDS ${corpus}/*)
  if(NOT inputs)
    message(FATAL_ERROR "kitchen_fuzzer(${name}): no input in CORPUS ${corpus}")
  endif()
  if(KITCHEN_SANITIZE)
    add_executable(${name} ${arg_SOURCES})
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    set(replay -runs=0 ${corpus})
  else()
    add_executable(${name} ${arg_SOURCES} ${KITCHEN_CMAKE_DIR}/fuzz_corpus_main.cc)
    set(replay ${corpus})
  endif()
  kitchen_target_setup(${name} DEPS ${arg_DEPS})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzzers)
  add_test(NAME fuzz.${name} COMMAND ${name} ${replay})
  set_tests_properties(fuzz.${name} PROPERTIES TIMEOUT 300 LABELS fuzz)
  # `./dev fuzz` reads which corpus belongs to which fuzzer from here.
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/fuzzers/${name}.corpus CONTENT "${corpus}\n")
endfunction()

function(kitchen_bench name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPS")
  kitchen_check_arguments(kitchen_bench ${name})
  if(KITCHEN_WASM OR NOT KITCHEN_BENCH)
    return()
  endif()
  add_executable(${name} ${arg_SOURCES})
  kitchen_target_setup(${name} DEPS ${arg_DEPS} benchmark::benchmark_main)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/benches)
  add_dependencies(benches ${name})
endfunction()

# A WASI reactor: functions marked export_name are exported, nothing may be imported. Its memory never
# grows, so views of it in JavaScript stay valid.
function(kitchen_wasm_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MEMORY_BYTES" "SOURCES;DEPS")
  kitchen_check_arguments(kitchen_wasm_module ${name})
  if(NOT KITCHEN_WASM)
    return()
  endif()
  if(NOT arg_MEMORY_BYTES)
    set(arg_MEMORY_BYTES 16777216)
  endif()
  add_executable(${name} ${arg_SOURCES})
  kitchen_target_setup(${name} CORE DEPS ${arg_DEPS})
  set_target_properties(${name} PROPERTIES SUFFIX .wasm RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  target_link_options(${name} PRIVATE -mexec-model=reactor
    LINKER:--initial-memory=${arg_MEMORY_BYTES},--max-memory=${arg_MEMORY_BYTES},--strip-all)
  set_property(GLOBAL APPEND PROPERTY KITCHEN_WASM_MODULES ${name})
endfunction()
