#include "hearth/worker.h"

#include <string_view>
#include <utility>

#include "hearth/platform/process.h"
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
    platform::ignoreBrokenPipes();
    // A core dump would contain the conversations.
    platform::writeNoCoreDump();
    // If memory is full, this process is killed, and not the window with the chats.
    platform::giveWayWhenMemoryIsFull();
    const auto channel = [](int descriptor) { return Channel(platform::File(descriptor), true); };
    WorkerMain server(channel(3), channel(4), channel(5), leave);
    server.serve();
    // Its threads still wait for the other process, and use objects that would be destroyed here.
    leave();
}

}  // namespace hearth
