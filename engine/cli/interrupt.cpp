#include "cli/interrupt.h"

#include <csignal>
#include <ctime>
#include <initializer_list>

namespace hearth::cli {

namespace {
volatile std::sig_atomic_t interrupted = 0;

extern "C" void noteInterrupt(int) {
    interrupted = 1;
    std::signal(SIGINT, SIG_DFL);  // the next one ends the program
}
}  // namespace

Interrupt::Interrupt() {
    interrupted = 0;
    std::signal(SIGINT, noteInterrupt);
    // A handler may not touch a stop_source, so a thread looks at what it left.
    m_watcher = std::jthread([this](const std::stop_token& end) {
        while (!end.stop_requested()) {
            if (interrupted != 0) m_source.request_stop();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    });
}

Interrupt::~Interrupt() {
    std::signal(SIGINT, SIG_DFL);
}

}  // namespace hearth::cli
