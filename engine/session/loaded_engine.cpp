#include "session/loaded_engine.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <new>
#include <utility>

#include "backend/registry/built_in_backends.h"
#include "chat/fallback_template.h"
#include "chat/template_notes.h"
#include "hearth/error.h"
#include "hearth/file_type.h"
#include "hearth/gguf.h"
#include "hearth/host_resources.h"
#include "hearth/numbers.h"
#include "hearth/unexpected_error.h"
#include "hearth/vision_file.h"
#include "model/family_table.h"
#include "model/model_errors.h"
#include "placement/backend_choice.h"
#include "prefix_store/model_fingerprint.h"
#include "session/generation.h"
#include "session/session_errors.h"
#include "speculation/draft_check.h"
#include "vision/tower_facts.h"

namespace hearth {

namespace {

/// Layers and memory of the device, when the choice has one.
void describeDevice(MemoryPlan& plan, const BackendChoice& choice) {
    if (!choice.onDevice) return;
    plan.layersOnDevice = choice.deviceLayers;
    plan.deviceFreeBytes = choice.freeBytes;
    plan.deviceTotalBytes = choice.totalBytes;
    plan.cards = choice.cards;
    plan.gpusShareLayers = choice.sharesLayers;
    plan.experts = choice.experts;
}

/// The context's length as far as the rotation of keys depends on it; 0 for most models, whose blocks serve
/// every length.
uint64_t rotationLength(const GgufFile& file, const ModelConfig& config, uint32_t contextLength) {
    if (contextLength <= config.rope.originalContext) return 0;
    if (config.rope.scaling == RopeScaling::Dynamic) return contextLength;
    const bool hasLongFactors = std::ranges::any_of(file.tensors(), [](const GgufTensor& tensor) {
        return tensor.name.starts_with("rope_factors_long");
    });
    return hasLongFactors || config.rope.scaling == RopeScaling::LongRope ? 1 : 0;
}

/// As loading does, a plan goes without a draft model that cannot be used.
DraftCheck usableDraft(const BackendRegistry& backends, const EngineOptions& options) {
    try {
        if (!options.draftModel.empty()) return checkDraft(backends, options);
    } catch (const Error&) {
        // Loading says what is wrong with it.
    }
    return {};
}

/// The same of the vision encoder.
uint64_t usableVision(EngineOptions options, const ModelConfig& config) {
    findVisionFile(options);
    return plannedVisionBytes(options.visionFile, config.embedding);
}

}  // namespace

std::unique_ptr<Engine> Engine::load(const EngineOptions& options,
                                     const std::function<void(const LoadStatus&)>& progress,
                                     std::stop_token stop) {
    return std::make_unique<LoadedEngine>(builtInBackends(), options, progress, stop);
}

std::unique_ptr<Engine> loadForNumbers(const EngineOptions& options,
                                       const std::function<void(const LoadStatus&)>& progress,
                                       std::stop_token stop) {
    return std::make_unique<LoadedEngine>(builtInBackends(), options, progress, stop,
                                          LoadedEngine::Use::Numbers);
}

MemoryPlan Engine::plan(const EngineOptions& options) {
    const BackendRegistry backends = builtInBackends();
    const GgufFile file = GgufFile::open(options.model);
    const ModelConfig config = ModelConfig::fromGguf(file);
    if (config.bidirectional()) throw Error(errors::writesNoReplies);
    const BackendChoice choice = chooseBackend(backends, options, &file);
    CachePlan cache = planCache(options, config, 0);
    const Model::Sizes sizes = Model::sizes(file, *choice.backend, cache.contextLength);
    const DraftCheck draft = usableDraft(backends, options);
    const uint64_t vision = usableVision(options, config);
    const uint64_t available = availableMemoryBytes(), taken = sizes.weightsBytes + draft.bytes + vision;
    cache = planCache(options, config, available > taken ? available - taken : 0);
    MemoryPlan plan = describePlan(cache, config, sizes);
    plan.draftBytes = draft.bytes;
    plan.visionBytes = vision;
    describeDevice(plan, choice);
    if (!choice.backend->info().growsCaches) plan.kvCommittedBytes = plan.kvBytes;
    return plan;
}

LoadedEngine::LoadedEngine(const BackendRegistry& backends, const EngineOptions& options,
                           const std::function<void(const LoadStatus&)>& progress,
                           const std::stop_token& stop, Use use) {
    const auto report = [&](LoadStep step, double fraction, uint64_t done = 0, uint64_t total = 0) {
        if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Loading the model was stopped.");
        if (progress) progress({.step = step, .fraction = fraction, .doneBytes = done, .totalBytes = total});
    };
    report(LoadStep::File, 0);
    const GgufFile file = GgufFile::open(options.model);
    const ModelConfig config = ModelConfig::fromGguf(file);
    if (config.bidirectional()) throw Error(errors::writesNoReplies);
    if (use == Use::Text) {
        report(LoadStep::Vocabulary, 0.01);
        m_tokenizer = Tokenizer::fromGguf(file);
        loadTemplate(file);
        m_grammars = std::make_shared<GrammarMaker>(m_tokenizer, m_template);
        m_guides.emplace(*m_tokenizer, *m_template, m_grammars);
        // Before the model, which takes what room is left on a GPU.
        loadDraft(
            backends, options, file, [&](double share) { report(LoadStep::DraftModel, 0.02 + 0.03 * share); },
            stop);
    }
    EngineOptions attempt = options;
    const Backend* beside = m_draft ? &m_draft->backend() : nullptr;
    BackendChoice choice = chooseBackend(backends, attempt, &file, beside);
    CachePlan cache;
    std::optional<Message> shortage;
    const auto loadOn = [&] {
        m_model = Model::load(
            file, *choice.backend, planCache(options, config, 0).contextLength, {},
            [&](uint64_t done, uint64_t total) {
                const double share =
                    total == 0 ? 1.0 : static_cast<double>(done) / static_cast<double>(total);
                report(LoadStep::Weights, 0.05 + 0.85 * share, done, total);
            },
            stop);
        if (use == Use::Text)
            loadVision(
                backends, options, choice,
                [&](double share) { report(LoadStep::Vision, 0.9 + 0.05 * share); }, stop);
        report(LoadStep::Room, 0.96);
        if (m_vision != nullptr && config.picturesSeeAhead)
            m_model->reserveRows(largestPictureRows(m_vision->processing().withDetail(PictureDetail::High)));
        needRoomForStates(config, availableMemoryBytes());
        cache = planCache(options, config, roomForCache(choice, config.layerCount), m_model->limits().rows);
        m_scheduler = std::make_unique<Scheduler>(*m_model, cache.kvType, cache.contextLength, cache.blocks);
        if (m_draft) m_scheduler->draftWith(m_draft->draft());
    };
    for (bool loaded = false; !loaded;) {
        try {
            loadOn();
            loaded = true;
        } catch (const Error& error) {
            if (error.code() != ErrorCode::OutOfMemory || choice.deviceLayers == 0) throw;
            shortage = error.message();
            m_scheduler.reset();
            m_vision.reset();
            m_model.reset();
            attempt = withFewerDeviceLayers(backends, attempt, choice);
            choice.backend.reset();  // gives the memory back before the next one asks for it
            choice = chooseBackend(backends, attempt, &file, beside);
        }
    }
    m_backend = std::move(choice.backend);
    m_cache.emplace(*m_scheduler, *m_backend, storeSpace(file, cache, choice),
                    m_vision ? &m_vision->kept() : nullptr);
    m_probe.emplace(LoadedProbe::Parts{*m_model, *m_backend, *m_scheduler, *m_cache, m_vision.get()},
                    cache.contextLength);
    if (!options.prefixFolder.empty()) {
        report(LoadStep::KeptCache, 0.97);
        m_cache->open(
            options.prefixFolder,
            {.bytes = options.prefixBytes, .bytesADay = options.prefixBytesADay, .key = options.prefixKey});
    }
    describe(file, cache);
    if (m_tokenizer)
        m_prompts = std::make_shared<LoadedPrompts>(
            m_tokenizer, m_template,
            LoadedPrompts::Lengths{static_cast<size_t>(m_info.contextLength), m_scheduler->slideLength()},
            m_grammars, picturePrompts());
    m_info.backend = choice.title;
    m_info.backendName = choice.name;
    m_info.onDevice = choice.onDevice;
    if (!options.placeReason.isEmpty()) m_info.backendReason.push_back(options.placeReason);
    if (shortage) m_info.backendReason.push_back(*shortage);
    if (!choice.reason.isEmpty()) m_info.backendReason.push_back(choice.reason);
    m_info.gpuEngineBuilt = canHaveDevice(backends);
    if (choice.onDevice) choice.freeBytes = m_backend->info().freeBytes;  // with the model there
    for (size_t i = 0; i < choice.cards.size(); ++i)
        choice.cards[i].freeBytes = choice.gpuBackends[i]->info().freeBytes;
    describeDevice(m_info.memory, choice);
    report(LoadStep::Ready, 1.0);
}

ContentHash LoadedEngine::storeSpace(const GgufFile& file, const CachePlan& cache,
                                     const BackendChoice& choice) const {
    const std::string kind = m_backend->info().kind;
    // The meaning of the types has changed: bytes of earlier versions are not compatible.
    constexpr uint64_t meaning = 2;
    const std::array<uint64_t, 5> settings{static_cast<uint64_t>(choice.deviceLayers),
                                           static_cast<uint64_t>(cache.kvType.key),
                                           static_cast<uint64_t>(cache.kvType.value), meaning,
                                           rotationLength(file, m_model->config(), cache.contextLength)};
    ContentHash key = joined(modelFingerprint(file), m_model->weightsDigest());
    key = joined(key, contentHash(std::as_bytes(std::span(settings))));
    key = joined(key, contentHash(std::as_bytes(std::span(kind))));
    // The bytes of a block are those of its parts one after the other.
    std::vector<uint64_t> parts;
    for (const GpuShare& card : choice.cards) parts.push_back(static_cast<uint64_t>(card.layers));
    const bool whole = parts.size() == 1 && std::cmp_equal(parts.front(), m_model->config().layerCount);
    return parts.empty() || whole ? key : joined(key, contentHash(std::as_bytes(std::span(parts))));
}

void LoadedEngine::loadDraft(const BackendRegistry& backends, const EngineOptions& options,
                             const GgufFile& file, const std::function<void(double)>& progress,
                             const std::stop_token& stop) {
    if (options.draftModel.empty()) return;
    try {
        m_draft = std::make_unique<LoadedDraft>(backends, options, file, progress, stop);
        m_info.draftName = m_draft->name();
    } catch (const Error& error) {
        if (error.code() == ErrorCode::Cancelled) throw;
        m_info.draftProblem = error.message();
    }
}

void LoadedEngine::loadVision(const BackendRegistry& backends, const EngineOptions& options,
                              const BackendChoice& choice, const std::function<void(double)>& progress,
                              const std::stop_token& stop) {
    const auto path =
        options.visionFile.empty() ? visionFileOf(options.model) : std::optional(options.visionFile);
    m_info.visionProblem = {};
    if (!path) return;
    const bool isOneDevice =
        choice.gpuBackends.size() == 1 && choice.gpuBackends.front() == choice.backend.get();
    try {
        if (choice.onDevice && !isOneDevice && m_visionBackend == nullptr) {
            EngineOptions onHost;
            onHost.backend = "cpu";
            onHost.threads = options.threads;
            m_visionBackend = chooseBackend(backends, onHost, nullptr, choice.backend.get()).backend;
        }
        m_vision = PictureEncoder::load(
            *path, m_visionBackend ? *m_visionBackend : *choice.backend, m_model->config().embedding,
            [&](uint64_t done, uint64_t total) {
                progress(total == 0 ? 1.0 : static_cast<double>(done) / static_cast<double>(total));
            },
            stop);
        m_vision->decodeBy(options.pictureDecoder);
    } catch (const Error& error) {
        const bool mayGoElsewhere = error.code() == ErrorCode::OutOfMemory && choice.deviceLayers != 0;
        if (mayGoElsewhere || error.code() == ErrorCode::Cancelled) throw;
        m_vision.reset();
        m_info.visionProblem = error.message();
    }
}

std::shared_ptr<const PicturePrompts> LoadedEngine::picturePrompts() const {
    if (m_vision == nullptr) return nullptr;
    return std::make_shared<PicturePrompts>(
        PicturePrompts::Settings{.marks = &m_vision->marks(),
                                 .processing = m_vision->processing(),
                                 .fingerprint = m_vision->fingerprint(),
                                 .hasGrids = m_model->config().rope.sections.any(),
                                 .bothWays = m_model->config().picturesSeeAhead},
        m_tokenizer);
}

void LoadedEngine::loadTemplate(const GgufFile& file) {
    const auto source = file.getString("tokenizer.chat_template");
    std::optional<Message> problem;
    if (source) {
        try {
            m_template = std::make_shared<ChatTemplate>(ChatTemplate::parse(*source));
            return;
        } catch (const Error& error) {
            problem = error.message();
        }
    }
    const FallbackTemplate fallback = fallbackTemplate([this](std::string_view token) {
        return m_tokenizer->encode(token, {.parseSpecial = true}).size() == 1;
    });
    m_info.templateNote = problem ? Message(messages::brokenTemplate, {fallback.name}, *problem)
                                  : Message(messages::noTemplate, {fallback.name});
    m_template = std::make_shared<ChatTemplate>(ChatTemplate::parse(fallback.source));
}

void LoadedEngine::describe(const GgufFile& file, const CachePlan& cache) {
    m_info.modelName = file.getString("general.name").value_or(file.path().stem().string());
    m_info.architecture = m_model->config().architecture;
    m_info.quantization = quantizationName(file.getUint("general.file_type"), file.tensors());
    for (const GgufTensor& tensor : file.tensors()) m_info.parameters += tensor.elements();
    m_info.fileBytes = file.sizeBytes();
    m_info.weightsHash = hexText(m_model->weightsDigest());
    m_info.decodeBytes = m_model->decodeBytes();
    m_info.layers = static_cast<int>(m_model->config().layerCount);
    m_info.contextLength = static_cast<int>(cache.contextLength);
    m_info.trainedContextLength = static_cast<int>(m_model->config().trainedContext);
    m_info.vocabSize = static_cast<int>(m_model->config().vocabSize);
    m_info.device = m_backend->info().device;
    m_info.hasMtp = m_model->config().guesses;
    m_info.canSlide = m_scheduler->slideLength() >= shortestSlide;
    m_info.memory =
        describePlan(cache, m_model->config(), {m_model->weightsBytes(), m_model->scratchBytes()});
    m_info.memory.draftBytes = m_draft ? m_draft->bytes() : 0;
    m_info.memory.visionBytes = m_vision ? m_vision->bytes() : 0;
    m_info.seesPictures = m_vision != nullptr;
    m_info.memory.kvBytes = m_scheduler->kv().sizeBytes + stateBytes(m_model->config());
    m_info.memory.kvCommittedBytes = m_scheduler->kv().committedBytes() + stateBytes(m_model->config());
}

PromptEstimate LoadedEngine::prepare(GenerationRequest& request, std::stop_token stop) const {
    if (!request.prompt) request.prompt = m_prompts->prompt(request, stop);
    const Prompt& prompt = *request.prompt;
    const size_t read = prompt.tokens.size() - droppedTokens(prompt.cuts);
    const size_t cached = m_scheduler->cachedTokens(prompt.view(), prompt.cuts);
    PromptEstimate estimate{
        .promptTokens = static_cast<int>(read),
        .cachedTokens = static_cast<int>(cached),
        .prefillMs = 0,
        .cuts = prompt.cuts,
        .diskTokens = static_cast<int>(m_scheduler->diskTokens(prompt.view(), prompt.cuts))};
    const int processed = estimate.promptTokens - estimate.cachedTokens - estimate.diskTokens;
    if (m_prefillTokensPerS > 0) estimate.prefillMs = 1000.0 * processed / m_prefillTokensPerS;
    estimate.pictures = costsOfPictures(request, estimate);
    for (const PictureCost& cost : estimate.pictures) estimate.prefillMs += cost.encodeMs;
    return estimate;
}

std::vector<PictureCost> LoadedEngine::costsOfPictures(const GenerationRequest& request,
                                                       const PromptEstimate& estimate) const {
    std::vector<PictureCost> costs = pictureCosts(*request.prompt, estimate);
    const auto files = picturesOf(request);
    for (size_t i = 0; m_vision != nullptr && i < costs.size() && i < files.size(); ++i) {
        const auto& [at, file, detail] = files[i];
        costs[i].encoded = m_vision->isKept(*file, detail);
        if (!costs[i].cached) costs[i].encodeMs = 1000 * m_vision->expectedSeconds(*file, detail);
        costs[i].lowTokens = m_vision->tokens(*file, PictureDetail::Low);
        costs[i].autoTokens = m_vision->tokens(*file, PictureDetail::Auto);
        costs[i].highTokens = m_vision->tokens(*file, PictureDetail::High);
    }
    return costs;
}

ReplyStream LoadedEngine::replyStreamFor(const GenerationRequest& request, PromptPieces prompt) {
    const bool framed = !request.rawText && request.rawTokens.empty();
    if (request.rawReply || !framed) return ReplyStream::raw(*m_tokenizer, request.sampling.stop);
    const bool hasTools = request.templateVariables.find("\"tools\"") != std::string::npos;
    return ReplyStream::parsed(*m_tokenizer, m_template->source(), request, prompt,
                               hasTools && m_guides ? m_guides->callForm() : nullptr);
}

void LoadedEngine::prefetch(const GenerationRequest& request, std::stop_token stop) {
    m_cache->prefetch({});
    if (!request.useCache || m_scheduler->disk() == nullptr) return;
    m_cache->prefetch(request.prompt ? *request.prompt : m_prompts->prompt(request, stop));
}

RequestId LoadedEngine::submit(GenerationRequest request, GenerationListener& listener, Priority priority) {
    for (const auto& [token, bias] : request.sampling.logitBias)
        if (token < 0 || token >= m_info.vocabSize)
            throw Error(errors::unknownBias, {token, m_info.vocabSize});
    m_cache->makeReady();
    using namespace std::chrono;
    const auto asked = Generation::Clock::now() - duration_cast<Generation::Clock::duration>(
                                                      duration<double, std::milli>(request.spentMs));
    Prompt prompt =
        request.prompt ? *std::exchange(request.prompt, std::nullopt) : m_prompts->prompt(request, {});
    std::list<Running> entry;
    entry.push_back({.id = m_lastId + 1,
                     .request = std::move(request),
                     .listener = &listener,
                     .stop = std::stop_source(),
                     .generation = nullptr,
                     .question = std::nullopt,
                     .answer = std::nullopt,
                     .cuts = prompt.cuts.size()});
    // The generation refers to the request, which stays where it is from now on.
    Running& running = entry.front();
    const GenerationRequest& wanted = running.request;
    running.question = replyQuestion(wanted, prompt);
    if (running.question && wanted.replyReuse == ReplyReuse::Use)
        running.answer = m_cache->replies().find(*running.question, wanted.tenant);
    // An answer that is kept was held to its grammar when it was made.
    std::optional<grammar::ReplyGuide> guide;
    if (!running.answer) guide = m_guides->guide(wanted, prompt.pieces);
    running.generation = std::make_unique<Generation>(*m_tokenizer, wanted, m_info.vocabSize,
                                                      replyStreamFor(wanted, std::move(prompt.pieces)),
                                                      listener, running.stop.get_token(), asked);
    if (guide) running.generation->setGuide(std::move(*guide));
    running.generation->metrics().templateMs = prompt.templateMs;
    running.generation->metrics().tokenizeMs = prompt.tokenizeMs;
    running.generation->setPrompt(withoutDropped(prompt.tokens, prompt.cuts), prompt.cuts);
    SequenceOptions options{.reuse = wanted.useCache,
                            .speculate = wanted.speculation != Speculation::Off,
                            .askDraftModel = wanted.speculation == Speculation::DraftModel,
                            .askItself = wanted.speculation == Speculation::Own,
                            .priority = priority,
                            .tenant = wanted.tenant,
                            .cuts = std::move(prompt.cuts)};
    if (!running.answer && wanted.overflow == ContextOverflow::Slide)
        options.places = m_prompts->placesOf(wanted, prompt.view());
    if (m_vision != nullptr && !prompt.spans.empty())
        options.pictures =
            m_vision->rowsFor(picturesOf(wanted), prompt.pictures, prompt.spans, wanted.tenant);
    if (!running.answer)
        m_scheduler->add({std::move(prompt.tokens), std::move(prompt.spans)}, *running.generation,
                         std::move(options));
    const std::scoped_lock lock(m_tableMutex);
    m_running.splice(m_running.end(), entry);
    return ++m_lastId;
}

const LoadedEngine::Running* LoadedEngine::find(RequestId id) const {
    const auto found = std::find_if(m_running.begin(), m_running.end(),
                                    [id](const Running& running) { return running.id == id; });
    return found == m_running.end() ? nullptr : &*found;
}

void LoadedEngine::cancel(RequestId id) {
    const std::scoped_lock lock(m_tableMutex);
    for (Running& running : m_running)
        if (running.id == id) running.stop.request_stop();
}

void LoadedEngine::endAll() {
    {
        const std::scoped_lock lock(m_tableMutex);
        for (Running& running : m_running) running.stop.request_stop();
    }
    m_probe->readings().cancelAll();
    while (!runsNothing()) (void)step();
}

void LoadedEngine::setPriority(RequestId id, Priority priority) {
    if (const Running* running = find(id)) m_scheduler->setPriority(*running->generation, priority);
}

std::optional<RequestStatus> LoadedEngine::status(RequestId id) const {
    const Running* running = find(id);
    if (running == nullptr) return std::nullopt;
    return running->generation->status(m_scheduler->isAdmitted(*running->generation));
}

void LoadedEngine::leave(std::list<Running>::iterator running) {
    std::list<Running> gone;
    const std::scoped_lock lock(m_tableMutex);
    gone.splice(gone.end(), m_running, running);
}

void LoadedEngine::repeatKept() {
    for (Running& running : m_running) {
        if (!running.answer) continue;
        CachedResponse answer = *std::exchange(running.answer, std::nullopt);
        running.generation->repeat(std::move(answer.tokens), answer.reason);
    }
}

void LoadedEngine::keepReply(const Running& running, const GenerationResult& result) {
    const bool whole = result.reason == FinishReason::EndOfText ||
                       result.reason == FinishReason::StopString || result.reason == FinishReason::MaxTokens;
    // The place of a context shift depends on the context length, which is not part of the question.
    if (!running.question || result.metrics.keptReply || !whole || result.cuts.size() != running.cuts) return;
    m_cache->replies().keep(*running.question, {.tokens = result.tokens, .reason = result.reason},
                            running.request.tenant);
}

/// Tells the listeners of replies that have ended.
void LoadedEngine::tellFinished() {
    for (auto it = m_running.begin(); it != m_running.end();) {
        const auto running = it++;
        if (!running->generation->hasLeft()) continue;
        if (const std::optional<Error> problem = running->generation->problem()) {
            GenerationListener& listener = *running->listener;
            leave(running);
            listener.failed(*problem);
            continue;
        }
        GenerationResult result = running->generation->finish(running->stop.stop_requested());
        result.metrics.plainTokenMs = 1000 * m_scheduler->plainStepSeconds();
        if (result.metrics.processedTokens >= 32 && result.metrics.prefillTokensPerS > 0) {
            m_prefillTokensPerS = result.metrics.prefillTokensPerS;
            const double seconds = result.metrics.prefillMs / 1000;
            if (DiskCache* disk = m_scheduler->disk())
                disk->computed(static_cast<size_t>(m_prefillTokensPerS * seconds), seconds);
        }
        keepReply(*running, result);
        GenerationListener& listener = *running->listener;
        leave(running);
        listener.finished(std::move(result));
    }
}

/// Fails all requests: after any error, none can continue.
void LoadedEngine::tellFailed(const Error& error) {
    for (auto it = m_running.begin(); it != m_running.end();) {
        const auto running = it++;
        m_scheduler->remove(*running->generation);
        GenerationListener& listener = *running->listener;
        leave(running);
        listener.failed(error);
    }
    m_probe->readings().failAll(error, *m_scheduler);
}

bool LoadedEngine::step() {
    if (runsNothing()) return m_cache->rest();
    try {
        repeatKept();
        m_scheduler->step();
        tellFinished();
        m_probe->readings().tellEnded();
    } catch (...) {
        // Any exception ends the replies, not the program.
        tellFailed(currentError(errors::noMemoryForReplies));
    }
    return true;
}

}  // namespace hearth
