#pragma once

#include <filesystem>
#include <functional>
#include <semaphore>
#include <stop_token>
#include <string>

#include "hearth/engine_options.h"
#include "worker/job_wire.h"
#include "worker/worker_calls.h"

namespace hearth {

/// Does the jobs of ModelJobs in the worker. One thread, except for proceed().
class JobAnswers {
public:
    /// Sandboxes the process before a file is read: `models` names the files that it reads (model and
    /// draftModel), `writable` the folder that it writes in; empty: none.
    using ShutIn = std::function<void(const EngineOptions& models, const std::filesystem::path& writable)>;

    /// `tell` sends a part of an answer, as wire::packed() makes it.
    JobAnswers(std::function<void(const std::string& part)> tell, ShutIn shutIn)
        : m_tell(std::move(tell)), m_shutIn(std::move(shutIn)) {}

    /// Answers a call about a job with its report. Throws as the job does, and errors::workerNonsense.
    void answer(wire::Call call, wire::Reader& in, const std::stop_token& stop, wire::Writer& out);
    /// Lets a job continue that waits after a part. Any thread.
    void proceed() { m_proceeds.release(); }

private:
    class Share;
    void tell(const wire::JobPart& part);
    std::function<void(double)> tellShare();
    void quantize(wire::Reader& in, const std::stop_token& stop, wire::Writer& out);
    void calibrate(wire::Reader& in, const std::stop_token& stop, wire::Writer& out);
    void compare(wire::Reader& in, const std::stop_token& stop, wire::Writer& out);

    const std::function<void(const std::string& part)> m_tell;
    const ShutIn m_shutIn;
    std::counting_semaphore<> m_proceeds{0};
};

}  // namespace hearth
