#include "hearth/platform/library.h"

#include <dlfcn.h>

namespace hearth::platform {

Library::Library(const std::string& file, LibraryUse use)
    : m_handle(::dlopen(file.c_str(), use == LibraryUse::ForGood ? RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE
                                                                 : RTLD_LAZY | RTLD_LOCAL)),
      m_use(use) {
    if (m_handle != nullptr) return;
    if (const char* const reason = ::dlerror()) m_problem = reason;
}

Library::~Library() {
    if (m_handle != nullptr && m_use == LibraryUse::WhileOpen) (void)::dlclose(m_handle);
}

void* Library::address(const char* name) const noexcept {
    return m_handle != nullptr ? ::dlsym(m_handle, name) : nullptr;
}

}  // namespace hearth::platform
