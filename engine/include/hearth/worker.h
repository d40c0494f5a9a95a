#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "hearth/embedder.h"
#include "hearth/engine.h"
#include "hearth/message.h"
#include "hearth/platform/process.h"

namespace hearth {

/// Settings for starting a worker.
struct WorkerProcess {
    /// The argument that starts the program as a worker.
    static constexpr const char* argument = "--model-process";

    /// The program and its arguments: a program that calls serveWorker() for them.
    std::vector<std::string> command = {platform::ownProgram(), argument};
    /// The only folder in which the process may write; EngineOptions::prefixFolder must be this folder or
    /// inside it. Empty: it writes nothing.
    std::filesystem::path cacheFolder;
    /// Maximum time in which the process may neither answer nor compute while a call waits, and maximum time
    /// that it may continue computing after a stop request; after that it is killed. 0: no limit.
    std::chrono::milliseconds patience = std::chrono::seconds(60);
    /// True where a person asked for a sandbox; EngineInfo::backendReason then says what it costs and what it
    /// lacks. False: the worker is there for crashes alone.
    bool isSandbox = true;
    /// The reason why the model runs on the CPU where that is not the sandbox; empty: it was asked for.
    Message reason = {};
};

/// Loads a model as Engine::load() does, but in a worker: untrusted data (the model's tables, vocabulary,
/// template and weights) is read only there. That process has no network, runs no other program and opens no
/// files except the model and the cache (hearth's engine/sandbox/; where the kernel has no rules for files,
/// EngineInfo::backendReason says so). It uses only the CPU.
///
/// When the process ends early, running replies fail with errors::workerKilled, errors::workerCrashed or
/// errors::workerStuck, and the next step() or call starts another one with the same model; its in-memory
/// cache is lost. WakingEngine reports an end while no call waits. Also throws errors::workerNotStarted.
std::unique_ptr<Engine> loadInWorker(const EngineOptions& options, const WorkerProcess& process,
                                     const std::function<void(const LoadStatus&)>& progress = {},
                                     std::stop_token stop = {});

/// The same for Embedder::load(), in a process that writes nothing (`process.cacheFolder` is not used). If
/// the process ends while it works, the call fails with one of these errors. The next call starts another
/// process; so does the first call after a process that ended while idle. Its priority is that of the thread
/// that loads.
std::unique_ptr<Embedder> loadEmbedderInWorker(const EmbedderOptions& options, const WorkerProcess& process,
                                               const std::function<void(double)>& progress = {},
                                               std::stop_token stop = {});

/// True if a program was started as a worker.
bool isWorker(int argc, const char* const argv[]);
/// The whole of such a process; called before any thread starts and before anything is read. `leave` ends the
/// process at once; call it as well when this returns.
void serveWorker(const std::function<void()>& leave);

}  // namespace hearth
