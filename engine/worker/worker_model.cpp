#include "worker/worker_model.h"

#include <algorithm>
#include <utility>

#include "hearth/vision_file.h"
#include "worker/worker_errors.h"

namespace hearth {

using wire::Call;
using wire::packed;
using wire::Reader;

WorkerModel::WorkerModel(EngineOptions options, WorkerProcess process, const Progress& progress,
                         const std::stop_token& stop)
    : m_options(std::move(options)), m_process(std::move(process)) {
    m_options.large = nullptr;
    // The sandboxed process cannot list the folder.
    findVisionFile(m_options);
    start(progress, stop);
}

WorkerModel::~WorkerModel() {
    setWaker({});
    // Threads that still make prompts must not keep the process.
    m_current->set(nullptr);
}

void WorkerModel::start(const Progress& progress, const std::stop_token& stop) {
    // Rules apply only to existing folders.
    if (std::error_code ignored; !m_process.cacheFolder.empty())
        std::filesystem::create_directories(m_process.cacheFolder, ignored);
    const auto link = std::make_shared<WorkerLink>(m_process, [waker = m_waker] {
        const std::scoped_lock lock(waker->mutex);
        if (waker->wake) waker->wake();
    });
    try {
        const std::string answer =
            link->call(Call::Load, packed(m_options, m_process.cacheFolder), stop, [&](Reader& in) {
                const auto part = in.take<LoadStatus>();
                if (progress) progress(part);
            });
        Reader in(answer);
        in.take<std::vector<wire::ReplyEvent>>();
        take(in.take<wire::LoadedModel>());
    } catch (const WorkerGone&) {
        throw link->end();
    }
    // The order may have come too late for the process.
    if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Loading was cancelled.");
    m_current->set(link);
    m_loss.reset();
}

void WorkerModel::take(wire::LoadedModel model) {
    // References to the tokenizer stay; what it knows must be what the process has.
    if (m_prompts &&
        m_prompts->tokenizer().vocabSize() != static_cast<int32_t>(model.vocabulary.kinds.size()))
        throw Error(errors::workerNonsense);
    KvCost cost = wire::costOf(std::move(model.kvCost));
    if (!m_prompts)
        m_prompts = std::make_shared<const WorkerPrompts>(m_current, model.vocabulary,
                                                          std::move(model.templateSource));
    EngineInfo info = std::move(model.info);
    info.memory.kv = std::move(cost);
    // Replaces the worker's values: a caller that believes in a lost GPU would load the model elsewhere.
    info.onDevice = false;
    info.inWorker = true;
    info.memory.layersOnDevice = 0;
    info.backendReason.clear();
    if (m_process.isSandbox) {
        info.backendReason.emplace_back(errors::workerUsesCpu);
        if (!model.filesShut) info.backendReason.emplace_back(errors::workerSeesFiles);
    } else if (!m_process.reason.isEmpty()) {
        info.backendReason.push_back(m_process.reason);
    }
    const std::scoped_lock lock(m_infoMutex);
    m_info = std::move(info);
}

EngineInfo WorkerModel::info() const {
    const std::scoped_lock lock(m_infoMutex);
    return m_info;
}

void WorkerModel::callOnce(Call call, const std::string& arguments, const std::stop_token& stop,
                           const Read& read, const Read& hear) {
    const auto link = m_current->get();
    const std::string answer = link->call(call, arguments, stop, hear);
    Reader in(answer);
    std::vector<wire::ReplyEvent> events;
    try {
        in.get(events);
        if (read) read(in);
        in.end();
    } catch (const Error&) {
        link->refuse();
    }
    tell(std::move(events));
}

void WorkerModel::call(Call call, const std::string& arguments, const std::stop_token& stop, const Read& read,
                       const Read& hear) {
    const bool isAlone = nothingRuns();
    try {
        if (isAlone && isGone()) start({}, stop);
        return callOnce(call, arguments, stop, read, hear);
    } catch (const WorkerGone&) {
        m_loss = m_current->get()->end();
    }
    if (!isAlone) throw Error(*m_loss);
    // It ended while nobody waited for anything: with another it is as if nothing had been.
    m_loss.reset();
    start({}, stop);
    try {
        callOnce(call, arguments, stop, read, hear);
    } catch (const WorkerGone&) {
        throw m_current->get()->end();
    }
}

void WorkerModel::callAbout(Call call, const GenerationRequest& request, const std::string& more,
                            const std::stop_token& stop, const Read& read) {
    // A process that replaces this one reports that it lacks the pictures.
    const auto link = m_current->get();
    sendPicturesOnce(request, link->pictures(), [&](const SentPictures* sent) {
        wire::Writer out(sent);
        out.put(request);
        out.raw(more.data(), more.size());
        this->call(call, out.bytes(), stop, read, {});
    });
}

bool WorkerModel::callIfThere(Call call, const std::string& arguments, const Read& read) {
    if (isGone()) return false;
    try {
        callOnce(call, arguments, {}, read, {});
        return true;
    } catch (const WorkerGone&) {
        m_loss = m_current->get()->end();
    } catch (const Error&) {
        // Nothing came of it there.
    }
    return false;
}

std::function<void()> WorkerModel::attentionStop(uint64_t number) const {
    return [link = m_current->get(), number] { link->stopAttention(number); };
}

PromptEstimate WorkerModel::prepare(GenerationRequest& request, std::stop_token stop) const {
    PromptEstimate estimate;
    // Another process may take the place of one that is gone, which changes nothing that is to be seen.
    const_cast<WorkerModel*>(this)->callAbout(Call::Prepare, request, {}, stop, [&](Reader& in) {
        in.get(estimate);
        in.get(request.prompt);
    });
    return estimate;
}

void WorkerModel::prefetch(const GenerationRequest& request, std::stop_token stop) {
    callAbout(Call::Prefetch, request, {}, stop, {});
}

RequestId WorkerModel::submit(GenerationRequest request, GenerationListener& listener, Priority priority) {
    RequestId there = 0;
    callAbout(Call::Submit, request, packed(priority), {}, [&there](Reader& in) { in.get(there); });
    m_triedAgain = false;
    const std::scoped_lock lock(m_runningMutex);
    m_running[++m_lastId] = {there, &listener};
    return m_lastId;
}

void WorkerModel::cancel(RequestId id) {
    RequestId there = 0;
    bool last = false;
    {
        const std::scoped_lock lock(m_runningMutex);
        if (const auto running = m_running.find(id); running != m_running.end()) {
            there = running->second.there;
            running->second.isCancelled = true;
        }
        last = std::ranges::all_of(m_running, [](const auto& one) { return one.second.isCancelled; });
    }
    if (there != 0) m_current->get()->cancel(there, last);
}

void WorkerModel::endAll() {
    callIfThere(Call::EndAll, {}, {});
    tellLost();
}

void WorkerModel::setPriority(RequestId id, Priority priority) {
    if (const auto running = m_running.find(id); running != m_running.end())
        callIfThere(Call::SetPriority, packed(running->second.there, priority), {});
}

std::optional<RequestStatus> WorkerModel::status(RequestId id) const {
    std::optional<RequestStatus> status;
    if (const auto running = m_running.find(id); running != m_running.end())
        const_cast<WorkerModel*>(this)->callIfThere(Call::Status, packed(running->second.there),
                                                    [&status](Reader& in) { in.get(status); });
    return status;
}

bool WorkerModel::step() {
    if (isGone()) {
        if (!nothingRuns()) {
            tellLost();
            return true;
        }
        // Starts only one process from request to request without being asked: a model that ends its process
        // while it loads, or soon after, would do so again.
        if (std::exchange(m_triedAgain, true)) return false;
        try {
            start({}, {});
        } catch (const Error&) {
            // The next caller receives the error.
        }
        return false;
    }
    bool more = false;
    try {
        callOnce(Call::Step, {}, {}, [&more](Reader& in) { in.get(more); }, {});
        return more || !nothingRuns();
    } catch (const WorkerGone&) {
        m_loss = m_current->get()->end();
    }
    // The listeners hear it next. Another error is the caller's: what ended there in that step is not known
    // here, so no later step could end it.
    return true;
}

void WorkerModel::tell(std::vector<wire::ReplyEvent> events) {
    for (wire::ReplyEvent& event : events) {
        if (event.attention) {
            m_probe.tell(event.id, std::move(*event.attention));
            continue;
        }
        const auto running = std::ranges::find_if(
            m_running, [&event](const auto& one) { return one.second.there == event.id; });
        if (running == m_running.end()) continue;
        GenerationListener& listener = *running->second.listener;
        if (event.result || event.failure) {
            const std::scoped_lock lock(m_runningMutex);
            m_running.erase(running);
        }
        if (event.prefill)
            listener.prefillProgress(event.prefill->done, event.prefill->total, event.prefill->reused,
                                     event.prefill->tokensPerS);
        if (event.picture) listener.readingPicture(event.picture->done, event.picture->seconds);
        if (event.delta) listener.replied(*event.delta);
        if (event.result) listener.finished(std::move(*event.result));
        if (event.failure) listener.failed(Error(event.failure->code, event.failure->message));
    }
}

void WorkerModel::tellLost() {
    if (!isGone()) return;
    const Error loss = m_loss ? *std::exchange(m_loss, std::nullopt) : m_current->get()->end();
    std::map<RequestId, Running> lost;
    {
        const std::scoped_lock lock(m_runningMutex);
        lost.swap(m_running);
    }
    for (const auto& [id, running] : lost) running.listener->failed(loss);
    m_probe.tellLost(loss);
}

void WorkerModel::setWaker(std::function<void()> wake) {
    const std::scoped_lock lock(m_waker->mutex);
    m_waker->wake = std::move(wake);
}

}  // namespace hearth
