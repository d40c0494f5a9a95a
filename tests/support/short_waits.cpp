// Replaces the times of engine/backend/cpu/wait_times.cpp in tests: a linker takes what a program has itself
// before it looks into libraries. Threads sleep after some microseconds, which is slower, and far cheaper
// where tests share the cores.
#include "backend/cpu/wait_times.h"

const hearth::cpu::WaitTimes hearth::cpu::waitTimes{200, 0};
