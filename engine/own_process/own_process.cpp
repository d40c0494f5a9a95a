#include "hearth/own_process.h"

#include <signal.h>
#include <sys/resource.h>

#include <fstream>
#include <string_view>
#include <utility>

#include "own_process/model_server.h"
#include "own_process/process_embedder.h"
#include "own_process/process_engine.h"

namespace hearth {

std::unique_ptr<Engine> loadInOwnProcess(const EngineOptions& options, const OwnProcess& process,
                                         const std::function<void(const LoadStatus&)>& progress,
                                         std::stop_token stop) {
    return std::make_unique<ProcessEngine>(options, process, progress, stop);
}

std::unique_ptr<Embedder> loadEmbedderInOwnProcess(const EmbedderOptions& options, const OwnProcess& process,
                                                   const std::function<void(double)>& progress,
                                                   std::stop_token stop) {
    return std::make_unique<ProcessEmbedder>(options, process, progress, stop);
}

bool isModelProcess(int argc, const char* const argv[]) {
    return argc == 2 && std::string_view(argv[1]) == OwnProcess::argument;
}

void serveModelProcess(const std::function<void()>& leave) {
    // It ends when a channel does.
    signal(SIGPIPE, SIG_IGN);
    // A core would hold what was said.
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    // Where memory is full it goes, and not the window with the chats.
    std::ofstream("/proc/self/oom_score_adj") << 500;
    ModelServer server(Channel(3, true), Channel(4, true), Channel(5, true), leave);
    server.serve();
    // Its threads still wait for the other process, and use what would be taken down here.
    leave();
}

}  // namespace hearth
