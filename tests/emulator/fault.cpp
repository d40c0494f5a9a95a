#include "emulator/fault.h"

#include <dlfcn.h>
#include <link.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

namespace hearth::emulator {

Place Place::resolved() const {
    if (file || !code) return *this;
    static std::map<std::string, std::string> names;  // keeps the strings that file pointers refer to
    Dl_info info{};
    link_map* map = nullptr;
    if (!dladdr1(code, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) || !map) return *this;
    // A return address lies behind the call: one byte back is inside it.
    const auto offset = reinterpret_cast<uintptr_t>(code) - map->l_addr - 1;
    const std::string program =
        info.dli_fname && std::strchr(info.dli_fname, '/') ? info.dli_fname : "/proc/self/exe";
    std::array<char, 1024> text{};
    std::snprintf(text.data(), text.size(), "addr2line -e '%s' 0x%lx 2>/dev/null", program.c_str(),
                  static_cast<unsigned long>(offset));
    std::string found;
    if (FILE* pipe = popen(text.data(), "r")) {
        if (std::fgets(text.data(), static_cast<int>(text.size()), pipe)) found = text.data();
        pclose(pipe);
    }
    const auto colon = found.rfind(':');
    if (colon == std::string::npos) return *this;
    const auto entry = names.emplace(found.substr(0, colon), "").first;
    return {code, entry->first.c_str(),
            static_cast<unsigned>(std::strtoul(found.c_str() + colon + 1, nullptr, 10)), 0};
}

}  // namespace hearth::emulator
