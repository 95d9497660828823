// What the C++ library would otherwise take from a host, as traps: the module must work without a
// single import. The page recovers from a trap by replaying the commands in a new instance.

#include <cstdlib>
#include <new>

extern "C" void abort() { __builtin_trap(); }

// The library's own print what went wrong first, for which they import a file system.
void* operator new(std::size_t size) {
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) {
    __builtin_trap();
  }
  return memory;
}
void* operator new[](std::size_t size) { return operator new(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

_LIBCPP_BEGIN_NAMESPACE_STD
void __libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }
_LIBCPP_END_NAMESPACE_STD
