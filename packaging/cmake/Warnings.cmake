# hearth_warnings: what every target of ours is compiled with. Third-party headers come in as SYSTEM.
option(HEARTH_WERROR "Treat warnings as errors" ON)
add_library(hearth_warnings INTERFACE)
# GCC 12 sees overlaps in std::string concatenation that are not there (GCC bug 105651), hence no -Wrestrict before 13.
target_compile_options(hearth_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wnull-dereference
    -Wcast-align -Wformat=2 -Wimplicit-fallthrough
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
    $<$<BOOL:${HEARTH_WERROR}>:-Werror>)
