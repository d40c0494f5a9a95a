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

namespace hearth {

/// How the process is started in which a model runs.
struct WorkerProcess {
    /// What the program itself is called with.
    static constexpr const char* argument = "--model-process";

    /// The program and what it is called with: one that calls serveWorker() for it.
    std::vector<std::string> command = {"/proc/self/exe", argument};
    /// The one folder in which the process may write; EngineOptions::prefixFolder has to be it, or in it.
    /// Empty: it writes nothing.
    std::filesystem::path cacheFolder;
    /// How long the process may neither answer nor compute while something is asked of it, and how long it
    /// may go on computing after it was asked to stop: then it is ended. 0: for ever.
    std::chrono::milliseconds patience = std::chrono::seconds(60);
    /// True where a person asked for a sandbox; EngineInfo::backendReason then says what it costs and what it
    /// lacks. False: the worker is there for crashes alone.
    bool isSandbox = true;
    /// The reason why the model runs on the CPU where that is not the sandbox; empty: it was asked for.
    Message reason = {};
};

/// Loads a model as Engine::load() does, but in a process of its own: what strangers wrote is read there
/// alone, its tables, its vocabulary, its template, its weights. That process has no network, runs no other
/// program and opens no files but the model and the cache (hearth's engine/sandbox/; where the kernel has no
/// rules for files, EngineInfo::backendReason says so). It uses the processor alone.
///
/// When the process ends before its time, replies that run fail with errors::workerKilled,
/// errors::workerCrashed or errors::workerStuck, and the next step() or call starts another with the same
/// model; what was cached in memory is gone. WakingEngine tells of an end that nobody waits for. Throws
/// errors::workerNotStarted too.
std::unique_ptr<Engine> loadInWorker(const EngineOptions& options, const WorkerProcess& process,
                                     const std::function<void(const LoadStatus&)>& progress = {},
                                     std::stop_token stop = {});

/// The same of Embedder::load(), in a process that writes nothing (`process.cacheFolder` is not used). When
/// it ends while it works, that call fails with one of these errors; the next call, of one that ended while
/// nothing was asked the first, starts another. Its priority is that of the thread that loads.
std::unique_ptr<Embedder> loadEmbedderInWorker(const EmbedderOptions& options, const WorkerProcess& process,
                                               const std::function<void(double)>& progress = {},
                                               std::stop_token stop = {});

/// Whether a program was called to be such a process.
bool isWorker(int argc, const char* const argv[]);
/// The whole of such a process: before any thread, and before anything is read. `leave` ends the process at
/// once; when this returns it is to be called as well.
void serveWorker(const std::function<void()>& leave);

}  // namespace hearth
