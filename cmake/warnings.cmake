# Warnings of our own sources; all of them are errors. Third-party headers are system headers.
add_library(kitchen_warnings INTERFACE)
target_compile_options(kitchen_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wold-style-cast -Wnon-virtual-dtor -Wextra-semi
  -Werror
  # Clang counts this under -Wconversion and g++ doesn't. Containers are indexed with int64_t here.
  -Wno-sign-conversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 at -O3 reports std::string's own copies (GCC bug 105651).
  target_compile_options(kitchen_warnings INTERFACE -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # libstdc++ 12's stable_sort uses a function it deprecates itself; g++ reports our own uses.
  target_compile_options(kitchen_warnings INTERFACE -Wno-deprecated-declarations)
endif()
if(KITCHEN_WASM)
  # size_t has 32 bits there, so every int64_t index would be reported. The native builds report
  # every other narrowing.
  target_compile_options(kitchen_warnings INTERFACE -Wno-shorten-64-to-32)
endif()
