#include "own_process/process_engine.h"

#include <algorithm>
#include <utility>

#include "own_process/process_errors.h"

namespace hearth {

using wire::Call;
using wire::packed;
using wire::Question;
using wire::Reader;

namespace {

/// Makes prompts in whatever process there is when one is asked for.
class ProcessPrompts final : public PromptMaker {
public:
    explicit ProcessPrompts(std::shared_ptr<const CurrentProcess> current) : m_current(std::move(current)) {}
    void make(GenerationRequest& request, std::stop_token stop) const override {
        const std::string answer = m_current->ask(Question::MakePrompt, packed(request), stop);
        Reader in(answer);
        in.get(request.prompt);
    }

private:
    std::shared_ptr<const CurrentProcess> m_current;
};

/// Whoever shows it counts positions by it.
bool isSane(const TokenAttention& attention) {
    return std::ranges::all_of(attention.layers, [&](const LayerAttention& layer) {
        const bool whole = layer.heads == 0 ? layer.shares.empty() : layer.shares.size() % layer.heads == 0;
        return whole && layer.first <= attention.tokens.size() &&
               layer.positions() <= attention.tokens.size() - layer.first;
    });
}

}  // namespace

ProcessEngine::ProcessEngine(EngineOptions options, OwnProcess process, const Progress& progress,
                             const std::stop_token& stop)
    : m_options(std::move(options)), m_process(std::move(process)) {
    m_options.large = nullptr;
    m_prompts = std::make_shared<ProcessPrompts>(m_current);
    start(progress, stop);
}

ProcessEngine::~ProcessEngine() {
    setWaker({});
    // Whoever still makes prompts must not keep the process.
    m_current->set(nullptr);
}

void ProcessEngine::start(const Progress& progress, const std::stop_token& stop) {
    // Rules are for folders that are there.
    if (std::error_code ignored; !m_process.cacheFolder.empty())
        std::filesystem::create_directories(m_process.cacheFolder, ignored);
    const auto link = std::make_shared<ProcessLink>(m_process, [waker = m_waker] {
        const std::scoped_lock lock(waker->mutex);
        if (waker->wake) waker->wake();
    });
    try {
        const std::string answer =
            link->call(Call::Load, packed(m_options, m_process.cacheFolder), stop, [&](Reader& in) {
                const auto part = in.take<LoadProgress>();
                if (progress) progress(part);
            });
        Reader in(answer);
        in.take<std::vector<wire::ReplyEvent>>();
        take(in.take<wire::LoadedModel>());
    } catch (const ProcessGone&) {
        throw link->end();
    }
    // The order may have come too late for the process.
    if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Loading was cancelled.");
    m_current->set(link);
    m_loss.reset();
}

void ProcessEngine::take(wire::LoadedModel model) {
    // References to the tokenizer stay; what it knows must be what the process has.
    if (m_tokenizer && m_tokenizer->vocabSize() != static_cast<int32_t>(model.vocabulary.kinds.size()))
        throw Error(errors::processNonsense);
    KvCost cost = wire::costOf(std::move(model.kvCost));
    if (!m_tokenizer) {
        m_tokenizer = text::borrowedTokenizer(
            model.vocabulary, [current = m_current](std::string_view run, bool atStart) {
                const std::string answer =
                    current->ask(Question::EncodeRun, packed(std::string(run), atStart), {});
                return Reader(answer).take<std::vector<TokenId>>();
            });
        m_template =
            std::make_unique<const ChatTemplate>(ChatTemplate::unparsed(std::move(model.templateSource)));
    }
    EngineInfo info = std::move(model.info);
    info.memory.kv = std::move(cost);
    // Whatever it says: whoever believed in a card that is lost would load the model elsewhere.
    info.onDevice = false;
    info.memory.layersOnDevice = 0;
    info.backendReason = {Message(errors::processHasNoCard)};
    if (!model.filesShut) info.backendReason.emplace_back(errors::processSeesFiles);
    const std::scoped_lock lock(m_infoMutex);
    m_info = std::move(info);
}

EngineInfo ProcessEngine::info() const {
    const std::scoped_lock lock(m_infoMutex);
    return m_info;
}

void ProcessEngine::callOnce(Call call, const std::string& arguments, const std::stop_token& stop,
                             const std::function<void(Reader&)>& read,
                             const std::function<void(Reader&)>& hear) {
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

void ProcessEngine::call(Call call, const std::string& arguments, const std::stop_token& stop,
                         const std::function<void(Reader&)>& read, const std::function<void(Reader&)>& hear) {
    const bool isAlone = nothingRuns();
    try {
        if (isAlone && m_current->get()->isGone()) start({}, stop);
        return callOnce(call, arguments, stop, read, hear);
    } catch (const ProcessGone&) {
        m_loss = m_current->get()->end();
    }
    if (!isAlone) throw Error(*m_loss);
    // It ended while nobody waited for anything: with another it is as if nothing had been.
    m_loss.reset();
    start({}, stop);
    try {
        callOnce(call, arguments, stop, read, hear);
    } catch (const ProcessGone&) {
        throw m_current->get()->end();
    }
}

bool ProcessEngine::callIfThere(Call call, const std::string& arguments,
                                const std::function<void(Reader&)>& read) {
    if (m_current->get()->isGone()) return false;
    try {
        callOnce(call, arguments, {}, read, {});
        return true;
    } catch (const ProcessGone&) {
        m_loss = m_current->get()->end();
    } catch (const Error&) {
        // Nothing came of it there.
    }
    return false;
}

template <class T>
T ProcessEngine::resultOf(Call call, const std::string& arguments, const std::stop_token& stop) const {
    T result{};
    // Another process may take the place of one that is gone, which changes nothing that is to be seen.
    const_cast<ProcessEngine*>(this)->call(call, arguments, stop, [&result](Reader& in) { in.get(result); });
    return result;
}

PromptPieces ProcessEngine::renderPrompt(const GenerationRequest& request, std::stop_token stop) const {
    return resultOf<PromptPieces>(Call::RenderPrompt, packed(request), stop);
}

std::vector<TokenId> ProcessEngine::promptTokens(const GenerationRequest& request,
                                                 std::stop_token stop) const {
    return resultOf<std::vector<TokenId>>(Call::PromptTokens, packed(request), stop);
}

PromptEstimate ProcessEngine::estimate(const GenerationRequest& request, std::stop_token stop) const {
    return resultOf<PromptEstimate>(Call::Estimate, packed(request), stop);
}

PromptEstimate ProcessEngine::prepare(GenerationRequest& request, std::stop_token stop) const {
    using Prepared = std::pair<PromptEstimate, std::optional<Prompt>>;
    auto [estimate, prompt] = resultOf<Prepared>(Call::Prepare, packed(request), stop);
    request.prompt = std::move(prompt);
    return estimate;
}

void ProcessEngine::prefetch(const GenerationRequest& request, std::stop_token stop) {
    call(Call::Prefetch, packed(request), stop);
}

RequestId ProcessEngine::submit(GenerationRequest request, GenerationListener& listener, Priority priority) {
    RequestId there = 0;
    call(Call::Submit, packed(request, priority), {}, [&there](Reader& in) { in.get(there); });
    m_triedAgain = false;
    const std::scoped_lock lock(m_runningMutex);
    m_running[++m_lastId] = {there, &listener};
    return m_lastId;
}

void ProcessEngine::cancel(RequestId id) {
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

void ProcessEngine::endAll() {
    callIfThere(Call::EndAll);
    tellLost();
}

void ProcessEngine::setPriority(RequestId id, Priority priority) {
    if (const auto running = m_running.find(id); running != m_running.end())
        callIfThere(Call::SetPriority, packed(running->second.there, priority));
}

std::optional<RequestStatus> ProcessEngine::status(RequestId id) const {
    std::optional<RequestStatus> status;
    if (const auto running = m_running.find(id); running != m_running.end())
        const_cast<ProcessEngine*>(this)->callIfThere(Call::Status, packed(running->second.there),
                                                      [&status](Reader& in) { in.get(status); });
    return status;
}

bool ProcessEngine::step() {
    if (m_current->get()->isGone()) {
        if (!nothingRuns()) {
            tellLost();
            return true;
        }
        // Unasked once from request to request: a model that ends its process while it loads, or soon after,
        // would do so again.
        if (std::exchange(m_triedAgain, true)) return false;
        try {
            start({}, {});
        } catch (const Error&) {
            // Whoever asks for something hears it.
        }
        return false;
    }
    bool more = false;
    if (callIfThere(Call::Step, {}, [&more](Reader& in) { in.get(more); })) return more || !nothingRuns();
    // The listeners hear it next.
    return true;
}

void ProcessEngine::tell(std::vector<wire::ReplyEvent> events) {
    for (wire::ReplyEvent& event : events) {
        if (event.attention) {
            tellLooked(std::move(event));
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
        if (event.delta) listener.replied(*event.delta);
        if (event.result) listener.finished(std::move(*event.result));
        if (event.failure) listener.failed(Error(event.failure->code, event.failure->message));
    }
}

void ProcessEngine::tellLost() {
    if (!m_current->get()->isGone()) return;
    const Error loss = m_loss ? *std::exchange(m_loss, std::nullopt) : m_current->get()->end();
    std::map<RequestId, Running> lost;
    {
        const std::scoped_lock lock(m_runningMutex);
        lost.swap(m_running);
    }
    for (const auto& [id, running] : lost) running.listener->failed(loss);
    for (const auto& [number, looking] : std::exchange(m_looking, {})) looking.listener->failed(loss);
}

void ProcessEngine::tellLooked(wire::ReplyEvent event) {
    const auto found = m_looking.find(event.id);
    if (found == m_looking.end()) return;
    const Looking looking = std::move(found->second);
    m_looking.erase(found);
    wire::ReplyEvent::Attention& answer = *event.attention;
    if (answer.failure)
        looking.listener->failed(Error(answer.failure->code, answer.failure->message));
    else if (!answer.looked || !isSane(*answer.looked))
        looking.listener->failed(Error(errors::processNonsense));
    else
        looking.listener->looked(std::move(*answer.looked));
}

void ProcessEngine::readAttention(AttentionQuestion question, AttentionListener& listener) {
    const uint64_t number = ++m_lastQuestion;
    call(Call::ReadAttention, packed(number, question.tokens, question.cuts, question.owner), {});
    Looking& looking = m_looking[number];
    looking.listener = &listener;
    looking.onStop = std::make_unique<std::stop_callback<std::function<void()>>>(
        question.stop, [link = m_current->get(), number] { link->stopAttention(number); });
}

std::vector<float> ProcessEngine::logits(std::span<const TokenId> tokens, bool all, std::stop_token stop) {
    const std::vector<TokenId> sent(tokens.begin(), tokens.end());
    if (!all) return resultOf<std::vector<float>>(Call::Logits, packed(KvTypes(), sent), stop);
    std::vector<float> out;
    const LogitListener each = [&out](size_t, std::span<const float> part) {
        out.insert(out.end(), part.begin(), part.end());
    };
    logitsInParts(tokens, each, stop);
    return out;
}

void ProcessEngine::hearLogits(Call kind, KvTypes kvTypes, std::span<const TokenId> tokens,
                               const LogitListener& each, const std::stop_token& stop) {
    call(kind, packed(kvTypes, std::vector<TokenId>(tokens.begin(), tokens.end())), stop, {},
         [&each](Reader& in) {
             const auto first = in.take<uint64_t>();
             each(first, in.take<std::vector<float>>());
         });
}

void ProcessEngine::logitsInParts(std::span<const TokenId> tokens, const LogitListener& each,
                                  std::stop_token stop) {
    hearLogits(Call::LogitsInParts, {}, tokens, each, stop);
}

void ProcessEngine::logitsWithCache(KvTypes kvTypes, std::span<const TokenId> tokens,
                                    const LogitListener& each, std::stop_token stop) {
    hearLogits(Call::LogitsWithCache, kvTypes, tokens, each, stop);
}

void ProcessEngine::clearCache() {
    callIfThere(Call::ClearCache);
}

void ProcessEngine::keepOwners(const std::vector<std::string>& owners) {
    // A process that is gone has nothing of anybody in memory, and the folder is looked after elsewhere.
    callIfThere(Call::KeepOwners, packed(owners));
}

void ProcessEngine::savePrefixes(const std::function<void(double)>& progress, std::stop_token stop) {
    if (m_current->get()->isGone()) return;
    call(Call::SavePrefixes, {}, stop, {}, [&progress](Reader& in) {
        const auto share = in.take<double>();
        if (progress) progress(share);
    });
}

void ProcessEngine::closePrefixFolder() {
    m_options.prefixFolder.clear();
    callIfThere(Call::ClosePrefixFolder);
}

void ProcessEngine::openPrefixFolder(const std::filesystem::path& folder, uint64_t bytes, uint64_t bytesADay,
                                     const std::optional<CacheKey>& key) {
    m_options.prefixFolder = folder;
    m_options.prefixBytes = bytes;
    m_options.prefixBytesADay = bytesADay;
    m_options.prefixKey = key;
    if (!m_current->get()->isGone()) call(Call::OpenPrefixFolder, packed(folder, bytes, bytesADay, key), {});
}

std::optional<Error> ProcessEngine::prefixProblem() {
    std::optional<wire::SentError> problem;
    callIfThere(Call::PrefixProblem, {}, [&problem](Reader& in) { in.get(problem); });
    if (!problem) return std::nullopt;
    return Error(problem->code, problem->message);
}

Engine::CacheStats ProcessEngine::cacheStats() const {
    CacheStats stats;
    const_cast<ProcessEngine*>(this)->callIfThere(Call::CacheStats, {},
                                                  [&stats](Reader& in) { in.get(stats); });
    return stats;
}

void ProcessEngine::setWaker(std::function<void()> wake) {
    const std::scoped_lock lock(m_waker->mutex);
    m_waker->wake = std::move(wake);
}

Engine::PrefixUse ProcessEngine::memoryUse(const std::vector<std::string>& owners) {
    PrefixUse use;
    callIfThere(Call::MemoryUse, packed(owners), [&use](Reader& in) { in.get(use); });
    use.owners.resize(owners.size());
    for (PrefixUse::Owner& owner : use.owners)
        std::erase_if(owner.sharesWith, [&owners](size_t place) { return place >= owners.size(); });
    return use;
}

}  // namespace hearth
