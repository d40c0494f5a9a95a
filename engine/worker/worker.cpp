#include "hearth/worker.h"

#include <signal.h>
#include <sys/resource.h>

#include <fstream>
#include <string_view>
#include <utility>

#include "worker/worker_embedder.h"
#include "worker/worker_main.h"
#include "worker/worker_model.h"

namespace hearth {

std::unique_ptr<Engine> loadInWorker(const EngineOptions& options, const WorkerProcess& process,
                                     const std::function<void(const LoadStatus&)>& progress,
                                     std::stop_token stop) {
    return std::make_unique<WorkerModel>(options, process, progress, stop);
}

std::unique_ptr<Embedder> loadEmbedderInWorker(const EmbedderOptions& options, const WorkerProcess& process,
                                               const std::function<void(double)>& progress,
                                               std::stop_token stop) {
    return std::make_unique<WorkerEmbedder>(options, process, progress, stop);
}

bool isWorker(int argc, const char* const argv[]) {
    return argc == 2 && std::string_view(argv[1]) == WorkerProcess::argument;
}

void serveWorker(const std::function<void()>& leave) {
    // The worker ends when a channel does.
    signal(SIGPIPE, SIG_IGN);
    // A core dump would contain the conversations.
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    // If memory is full, this process is killed, and not the window with the chats.
    std::ofstream("/proc/self/oom_score_adj") << 500;
    WorkerMain server(Channel(3, true), Channel(4, true), Channel(5, true), leave);
    server.serve();
    // Its threads still wait for the other process, and use objects that would be destroyed here.
    leave();
}

}  // namespace hearth
