#pragma once

#include <dlfcn.h>
#include <fcntl.h>

/// For files that define functions of the C library once more, in front of it.
namespace hearth::test {

/// The function of the library itself.
template <typename Function>
Function* realFunction(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// True if open() with these flags has a third argument.
inline bool hasMode(int flags) {
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

}  // namespace hearth::test
