# hearth_warnings: what every target of ours is compiled with. Third-party headers come in as SYSTEM.
option(HEARTH_WERROR "Treat warnings as errors" ON)
add_library(hearth_warnings INTERFACE)
target_compile_options(hearth_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wnull-dereference
    -Wcast-align -Wformat=2 -Wimplicit-fallthrough $<$<BOOL:${HEARTH_WERROR}>:-Werror>)
