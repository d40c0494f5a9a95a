#include "inspector/attention_look.h"

#include <QCoreApplication>
#include <algorithm>
#include <mutex>
#include <utility>

#include "hearth/prompt_service.h"
#include "inference/guarded.h"
#include "inference/inference_thread.h"

namespace hearth::app {

namespace {

struct LookText {
    Q_DECLARE_TR_FUNCTIONS(AttentionLook)
};

}  // namespace

/// Lives in the inference thread, holding itself for as long as the engine may tell it something.
class AttentionLook::Ear final : public AttentionListener {
public:
    explicit Ear(Done done) : m_done(std::move(done)) {}

    /// Asks the engine; what goes wrong is the answer.
    void ask(Engine* engine, const Question& question, const std::stop_token& stop,
             const std::shared_ptr<Ear>& self) {
        if (stop.stop_requested()) return;
        if (engine == nullptr) {
            tell({.problem = LookText::tr("No model is loaded any more; load the one that made the reply.")});
            return;
        }
        m_engine = engine;
        m_self = self;
        const auto problem = guarded([&] { readAttention(*m_engine, questionFor(question, stop), *this); });
        if (!problem) return;
        m_self.reset();
        tell({.problem = problem->message});
    }
    void forget() {
        const std::scoped_lock lock(m_mutex);
        m_done = nullptr;
    }

    void looked(TokenAttention attention) override {
        const std::shared_ptr<Ear> self = std::exchange(m_self, nullptr);
        Answer answer;
        answer.promptTokens =
            m_promptTokens - std::min(m_promptTokens, m_allTokens - attention.tokens.size());
        for (const TokenId token : attention.tokens) {
            QByteArray piece;
            guarded([&] {
                piece = QByteArray::fromStdString(promptsOf(*m_engine).tokenizer().pieceBytes(token, true));
            });
            answer.pieces.append(piece);
        }
        answer.attention = std::move(attention);
        tell(std::move(answer));
    }
    void failed(const Error& error) override {
        const std::shared_ptr<Ear> self = std::exchange(m_self, nullptr);
        tell({.problem = problemOf(error).message});
    }

private:
    AttentionQuestion questionFor(const Question& question, const std::stop_token& stop) {
        GenerationRequest request = question.request;
        (void)m_engine->prepare(request, stop);
        AttentionQuestion asked{.tokens = {}, .cuts = question.cuts, .tenant = request.tenant, .stop = stop};
        std::vector<ContextShift> promptShifts;
        if (request.prompt) {
            asked.tokens = std::move(request.prompt->tokens);
            asked.spans = std::move(request.prompt->spans);
            asked.pictures = std::move(request.prompt->pictures);
            for (const ChatMessage& message : request.messages)
                for (const MessagePicture& picture : message.pictures) asked.files.push_back(picture);
            promptShifts = std::move(request.prompt->cuts);
            if (asked.cuts.empty()) asked.cuts = promptShifts;
        } else if (m_engine->info().serverHost.empty()) {
            asked.tokens = madePrompt(promptsOf(*m_engine), request, stop).tokens;
        }
        if (question.promptToken) {
            // It counts what was read.
            size_t at = *question.promptToken;
            if (!promptShifts.empty() && at >= promptShifts.back().keep) at += droppedTokens(promptShifts);
            asked.tokens.resize(std::min(asked.tokens.size(), at + 1));
        }
        m_promptTokens = asked.tokens.size();
        if (!question.promptToken)
            asked.tokens.insert(asked.tokens.end(), question.reply.begin(), question.reply.end());
        m_allTokens = asked.tokens.size();
        return asked;
    }
    void tell(Answer answer) {
        const std::scoped_lock lock(m_mutex);
        if (m_done) m_done(std::make_shared<const Answer>(std::move(answer)));
    }

    std::mutex m_mutex;
    Done m_done;
    Engine* m_engine = nullptr;
    std::shared_ptr<Ear> m_self;
    size_t m_promptTokens = 0, m_allTokens = 0;
};

AttentionLook::AttentionLook(InferenceThread& inference, Question question, Done done)
    : m_ear(std::make_shared<Ear>(std::move(done))) {
    const RouteTarget part = question.part;
    inference.questions().post([ear = m_ear, question = std::move(question), stop = m_stop.get_token()](
                                   Engine* engine) { ear->ask(engine, question, stop, ear); },
                               part);
}

AttentionLook::~AttentionLook() {
    m_stop.request_stop();
    m_ear->forget();
}

}  // namespace hearth::app
