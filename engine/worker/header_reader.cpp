#include "hearth/header_reader.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>

#include "hearth/vision_file.h"
#include "worker/header_wire.h"
#include "worker/worker_errors.h"
#include "worker/worker_link.h"

namespace hearth {

using wire::HeaderQuestion;
using wire::Reader;

/// The process that reads just now, if there is one.
class HeaderReader::Process {
public:
    explicit Process(WorkerProcess process) : m_how(std::move(process)) {}

    template <class T>
    T ask(HeaderQuestion question, EngineOptions options) {
        const std::scoped_lock lock(m_mutex);
        // The sandboxed process cannot list folders. Found for every question, so that the files are the same
        // and one process answers all questions about a model.
        findVisionFile(options);
        const Files files(options.model, options.draftModel, options.visionFile);
        bool isNew = !m_link || m_link->isGone() || files != m_files;
        while (true) {
            if (isNew) start(files);
            try {
                return tell<T>(question, options);
            } catch (const WorkerGone&) {
                m_link.reset();
                if (isNew) throw Error(errors::readerEnded);
                // Something else may have ended it while it waited.
                isNew = true;
            }
        }
    }

private:
    using Files = std::tuple<std::filesystem::path, std::filesystem::path, std::filesystem::path>;
    using Clock = std::chrono::steady_clock;
    static constexpr auto rest = std::chrono::seconds(2);

    void start(const Files& files) {
        m_link = std::make_unique<WorkerLink>(m_how);
        m_files = files;
        if (!m_watch.joinable())
            m_watch = std::jthread([this](const std::stop_token& stop) { endWhatRests(stop); });
    }

    template <class T>
    T tell(HeaderQuestion question, const EngineOptions& options) {
        const std::string answer = m_link->call(wire::Call::ReadHeader, wire::packed(question, options));
        m_lastUse = Clock::now();
        m_changed.notify_all();
        try {
            Reader in(answer);
            (void)in.take<std::vector<wire::ReplyEvent>>();
            T result = in.take<T>();
            in.end();
            return result;
        } catch (const Error&) {
            m_link->refuse();
        }
    }

    void endWhatRests(const std::stop_token& stop) {
        std::unique_lock lock(m_mutex);
        while (m_changed.wait(lock, stop, [this] { return m_link != nullptr; })) {
            const auto until = m_lastUse + rest;
            if (Clock::now() < until)
                (void)m_changed.wait_until(lock, stop, until,
                                           [this, until] { return m_lastUse + rest > until; });
            else
                m_link.reset();
            if (stop.stop_requested()) return;
        }
    }

    const WorkerProcess m_how;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::unique_ptr<WorkerLink> m_link;
    Files m_files;
    Clock::time_point m_lastUse = Clock::now();
    std::jthread m_watch;  ///< last: it uses the others
};

namespace {

EngineOptions only(const std::filesystem::path& model) {
    EngineOptions options;
    options.model = model;
    return options;
}

}  // namespace

HeaderReader::HeaderReader(WorkerProcess process) : m_process(std::make_unique<Process>(std::move(process))) {
}

HeaderReader::~HeaderReader() = default;

ModelHeader HeaderReader::header(const std::filesystem::path& model) const {
    auto header = m_process->ask<ModelHeader>(HeaderQuestion::Header, only(model));
    wire::requireSane(header);
    return header;
}

MemoryPlan HeaderReader::plan(const EngineOptions& options) const {
    auto planned = m_process->ask<wire::PlannedModel>(HeaderQuestion::Plan, options);
    planned.plan.kv = wire::costOf(std::move(planned.kvCost));
    return planned.plan;
}

DraftCheck HeaderReader::checkDraft(const EngineOptions& options) const {
    return m_process->ask<DraftCheck>(HeaderQuestion::Draft, options);
}

TokenWork HeaderReader::work(const std::filesystem::path& model) const {
    return m_process->ask<TokenWork>(HeaderQuestion::Work, only(model));
}

bool HeaderReader::makesEmbeddings(const std::filesystem::path& model) const {
    try {
        return m_process->ask<bool>(HeaderQuestion::Embeds, only(model));
    } catch (const Error& error) {
        if (hasNoWorkers(error)) throw;
        return false;
    }
}

bool HeaderReader::reranks(const std::filesystem::path& model) const {
    try {
        return m_process->ask<bool>(HeaderQuestion::Reranks, only(model));
    } catch (const Error& error) {
        if (hasNoWorkers(error)) throw;
        return false;
    }
}

}  // namespace hearth
