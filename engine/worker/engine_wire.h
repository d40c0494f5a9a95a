#pragma once

#include <memory>

#include "hearth/attention.h"
#include "hearth/cache_admin.h"
#include "hearth/engine.h"
#include "text/borrowed_tokenizer.h"
#include "worker/cost_parts.h"
#include "worker/wire.h"

/// The values of an engine's interface as bytes.
namespace hearth::wire {

/// An error that is sent.
struct SentError {
    ErrorCode code = ErrorCode::BadInput;
    Message message;
};

/// Event for the listener of a request or of a question: exactly one of the members.
struct ReplyEvent {
    struct Prefill {
        int done = 0, total = 0, reused = 0;
        double tokensPerS = 0;
    };
    struct Picture {
        double done = 0, seconds = 0;
    };
    /// The last event of a question about attention: one of the two.
    struct Attention {
        std::optional<TokenAttention> looked;
        std::optional<SentError> failure;
    };
    uint64_t id = 0;  ///< of a request, or the number of a question
    std::optional<Prefill> prefill;
    std::optional<Picture> picture;
    std::optional<ReplyDelta> delta;
    std::optional<GenerationResult> result;
    std::optional<SentError> failure;
    std::optional<Attention> attention;
};

/// Description of a loaded model, sent by the worker.
struct LoadedModel {
    EngineInfo info;
    text::VocabularyCopy vocabulary;
    std::string templateSource;
    KvCostParts kvCost;
    bool filesShut = false;
};

template <>
inline constexpr int memberCount<SentError> = 2;
template <>
inline constexpr int memberCount<ReplyEvent::Prefill> = 4;
template <>
inline constexpr int memberCount<ReplyEvent::Picture> = 2;
template <>
inline constexpr int memberCount<ReplyEvent> = 7;
template <>
inline constexpr int memberCount<ReplyEvent::Attention> = 2;
template <>
inline constexpr int memberCount<LayerAttention> = 5;
template <>
inline constexpr int memberCount<TokenAttention> = 4;
template <>
inline constexpr int memberCount<PictureArea> = 4;
template <>
inline constexpr int memberCount<PictureGrid> = 7;
template <>
inline constexpr int memberCount<KvCost::Layer> = 4;
template <>
inline constexpr int memberCount<KvCostParts> = 3;
template <>
inline constexpr int memberCount<LoadedModel> = 5;
template <>
inline constexpr int memberCount<text::PackedStrings> = 2;
template <>
inline constexpr int memberCount<text::TokenFrame::Part> = 2;
template <>
inline constexpr int memberCount<text::TokenFrame> = 2;
template <>
inline constexpr int memberCount<text::VocabularyCopy> = 8;
template <>
inline constexpr int memberCount<SpecialTokens> = 14;
template <>
inline constexpr int memberCount<KvTypes> = 2;
template <>
inline constexpr int memberCount<EngineOptions> = 18;
template <>
inline constexpr int memberCount<ContextTraining> = 3;
template <>
inline constexpr int memberCount<GpuShare> = 5;
template <>
inline constexpr int memberCount<ExpertTraffic> = 6;
template <>
inline constexpr int memberCount<MemoryPlan> = 17;
template <>
inline constexpr int memberCount<DeviceDescription> = 3;
template <>
inline constexpr int memberCount<EngineInfo> = 30;
template <>
inline constexpr int memberCount<ChatMessage> = 8;
template <>
inline constexpr int memberCount<SamplingParams> = 12;
template <>
inline constexpr int memberCount<ReplyGrammar> = 2;
template <>
inline constexpr int memberCount<ContextShift> = 3;
template <>
inline constexpr int memberCount<PromptPiece> = 3;
template <>
inline constexpr int memberCount<MessagePicture> = 3;
template <>
inline constexpr int memberCount<PromptPicture> = 2;
template <>
inline constexpr int memberCount<TokenSpan::Content> = 2;
template <>
inline constexpr int memberCount<TokenSpan> = 6;
template <>
inline constexpr int memberCount<Prompt> = 7;
template <>
inline constexpr int memberCount<GenerationRequest> = 19;
template <>
inline constexpr int memberCount<GenerationMetrics> = 22;
template <>
inline constexpr int memberCount<ToldToken::Alternative> = 2;
template <>
inline constexpr int memberCount<ToldToken> = 3;
template <>
inline constexpr int memberCount<GenerationResult> = 11;
template <>
inline constexpr int memberCount<GeneratedToken> = 3;
template <>
inline constexpr int memberCount<ToolCallDelta> = 5;
template <>
inline constexpr int memberCount<ReplyDelta> = 5;
template <>
inline constexpr int memberCount<RouteOutcome> = 4;
template <>
inline constexpr int memberCount<PromptEstimate> = 6;
template <>
inline constexpr int memberCount<PictureCost> = 7;
template <>
inline constexpr int memberCount<RequestStatus> = 3;
template <>
inline constexpr int memberCount<LoadStatus> = 4;
template <>
inline constexpr int memberCount<CacheStats::Group> = 3;
template <>
inline constexpr int memberCount<CacheStats> = 7;
template <>
inline constexpr int memberCount<CacheMemory> = 2;
template <>
inline constexpr int memberCount<PrefixUse::Tenant> = 3;
template <>
inline constexpr int memberCount<PrefixUse> = 2;
template <>
inline constexpr int memberCount<PrefixLimits> = 3;

template <>
inline constexpr auto lastValue<ErrorCode> = ErrorCode::Cancelled;
template <>
inline constexpr auto lastValue<LayerMemory> = LayerMemory::State;
template <>
inline constexpr auto lastValue<KvType> = KvType::Q4_0;
template <>
inline constexpr auto lastValue<GpuSplit> = GpuSplit::TensorParallel;
template <>
inline constexpr auto lastValue<ContextScaling> = ContextScaling::Dynamic;
template <>
inline constexpr auto lastValue<LoadStep> = LoadStep::Ready;
template <>
inline constexpr auto lastValue<ReplyGrammar::Kind> = ReplyGrammar::Kind::LooseJsonSchema;
template <>
inline constexpr auto lastValue<Speculation> = Speculation::Own;
template <>
inline constexpr auto lastValue<ContextOverflow> = ContextOverflow::Slide;
template <>
inline constexpr auto lastValue<ReplyReuse> = ReplyReuse::Use;
template <>
inline constexpr auto lastValue<RouteTarget> = RouteTarget::Large;
template <>
inline constexpr auto lastValue<RouteReason> = RouteReason::LargeUnavailable;
template <>
inline constexpr auto lastValue<FinishReason> = FinishReason::Cancelled;
template <>
inline constexpr auto lastValue<PictureDetail> = PictureDetail::High;
template <>
inline constexpr auto lastValue<Priority> = Priority::Background;
template <>
inline constexpr auto lastValue<RequestPhase> = RequestPhase::Replying;

template <>
struct Codec<Message> {
    static constexpr bool isOwn = true;
    static void put(Writer& out, const Message& message);
    static void get(Reader& in, Message& message);
};

/// Its cost is sent separately, because its members are private.
template <>
struct Codec<KvCost> {
    static constexpr bool isOwn = true;
    static void put(Writer&, const KvCost&) {}
    static void get(Reader&, KvCost& cost) { cost = {}; }
};

/// The bytes of the file, or its hash if the reader has the file already.
template <>
struct Codec<std::shared_ptr<const PictureFile>> {
    static constexpr bool isOwn = true;
    static void put(Writer& out, const std::shared_ptr<const PictureFile>& file);
    static void get(Reader& in, std::shared_ptr<const PictureFile>& file);
};

/// Each of two models has its own process.
template <>
struct Codec<std::shared_ptr<const LargeModel>> {
    static constexpr bool isOwn = true;
    static void put(Writer&, const std::shared_ptr<const LargeModel>&) {}
    static void get(Reader&, std::shared_ptr<const LargeModel>& large) { large = nullptr; }
};

template <>
struct Codec<TokenCandidate> {
    static constexpr bool isOwn = true;
    static void put(Writer& out, const TokenCandidate& candidate);
    static void get(Reader& in, TokenCandidate& candidate);
};

}  // namespace hearth::wire
