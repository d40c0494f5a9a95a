#include "inference/engine_questions.h"

#include <optional>
#include <utility>

#include "hearth/prompt_service.h"
#include "inference/dropped_turns.h"
#include "inference/guarded.h"

namespace hearth::app {

quint64 EngineQuestions::estimate(const GenerationRequest& request) {
    m_estimateStop.request_stop();
    const auto making = std::make_shared<PromptMaking>(PromptMaking{request});
    m_estimateStop = making->stop;
    const quint64 id = m_estimateId = m_models.newId();
    const auto open = m_models.current();
    if (!open) return id;
    const RouteOutcome route = open->route(making->request);
    const bool turns =
        open->isPair() && route.target == RouteTarget::Small && route.reason == RouteReason::Easy;
    if (const auto model = open->model(route.target))
        estimateAt(id, making, model, turns ? open->model(RouteTarget::Large) : nullptr);
    return id;
}

/// `other`: gets the prompt if it does not fit; nullptr: there is none.
void EngineQuestions::estimateAt(quint64 id, const std::shared_ptr<PromptMaking>& making,
                                 const std::shared_ptr<HostedModel>& model,
                                 const std::shared_ptr<HostedModel>& other) {
    const auto answer = [this, id, making, other](Engine* engine, const Error*) {
        const std::stop_token stop = making->stop.get_token();
        if (engine == nullptr || stop.stop_requested()) return;
        PromptEstimate estimate;
        int lastTurn = 0;
        bool isTooLong = false;
        const auto count = [&] {
            // A draft that does not fit is reported when it is sent; until then there is no estimate.
            if (making->problem) throw Error(*making->problem);
            estimate = engine->prepare(making->request, stop);
            isTooLong = estimate.promptTokens >= engine->info().contextLength;
            if (isTooLong && !other) lastTurn = lastTurnTokens(*engine, making->request, stop);
        };
        if (guarded(count)) return;
        if (isTooLong && other) {
            making->request.prompt.reset();
            return estimateAt(id, making, other, nullptr);
        }
        tell([this, id, estimate, lastTurn] {
            if (id == m_estimateId) emit estimated(id, estimate, lastTurn);
        });
        // A person who looks at this chat will probably ask something in it.
        if (estimate.diskTokens > 0) guarded([&] { engine->prefetch(making->request, stop); });
    };
    model->port.postIfLoaded([model, making, answer](Engine* engine, const Error*) {
        if (engine == nullptr || making->stop.stop_requested()) return;
        makePrompt(*engine, model->port, making, [model, answer](Engine* still, const Error*) {
            if (still != nullptr) model->requests.whenUnread(answer);
        });
    });
}

quint64 EngineQuestions::pieces(const std::vector<TokenId>& tokens, RouteTarget of) {
    const quint64 id = m_models.newId();
    m_models.with(of, ModelsInUse::Turn::Next, [this, id, tokens](Engine* engine) {
        if (engine == nullptr) return;
        QList<QByteArray> texts;
        texts.reserve(static_cast<qsizetype>(tokens.size()));
        for (const TokenId token : tokens) {
            QByteArray text;
            const auto read = [&] {
                text = QByteArray::fromStdString(promptsOf(*engine).tokenizer().pieceBytes(token, true));
            };
            if (guarded(read)) text.clear();
            texts.append(text);
        }
        tell([this, id, texts] { emit piecesReady(id, texts); });
    });
    return id;
}

quint64 EngineQuestions::prompt(const GenerationRequest& request) {
    const quint64 id = m_models.newId();
    GenerationRequest asked = request;
    const auto open = m_models.current();
    const RouteTarget target = open ? open->route(asked).target : RouteTarget::Small;
    m_models.with(target, ModelsInUse::Turn::Unread, [this, id, asked = std::move(asked)](Engine* engine) {
        if (engine == nullptr) return;
        GenerationRequest made = asked;
        Prompt prompt;
        // A request that cannot be turned into a prompt has none; sending it reports why. Prompts that a
        // server makes of messages are not known here.
        guarded([&] {
            (void)engine->prepare(made);
            if (made.prompt)
                prompt = std::move(*made.prompt);
            else
                prompt = madePrompt(promptsOf(*engine), made);
        });
        tell([this, id, prompt = std::move(prompt)] { emit promptReady(id, prompt.tokens, prompt.cuts); });
    });
    return id;
}

quint64 EngineQuestions::tokens(const QString& text) {
    const quint64 id = m_models.newId();
    m_models.with(RouteTarget::Small, ModelsInUse::Turn::Unread, [this, id, text](Engine* engine) {
        if (engine == nullptr) return;
        std::vector<TokenId> tokens;
        if (guarded([&] { tokens = promptsOf(*engine).tokenizer().encode(text.toStdString()); }))
            tokens.clear();
        tell([this, id, tokens] { emit promptReady(id, tokens); });
    });
    return id;
}

quint64 EngineQuestions::measureKvTypes(const KvTypeMeasurer& measure, const std::vector<KvTypes>& types) {
    const quint64 id = m_models.newId();
    const auto measured = [this, id, measure, types](Engine* engine, const std::stop_token& stop) {
        KvMeasurement outcome;
        if (engine != nullptr) {
            const auto problem = guarded([&] { outcome.costs = measure(*engine, types, stop); });
            if (problem && problem->code != ErrorCode::Cancelled) outcome.problem = problem->message;
        }
        tell([this, id, outcome] { emit kvTypesMeasured(id, outcome); });
    };
    const auto open = m_models.current();
    if (const auto model = open && !open->isPair() ? open->model(RouteTarget::Small) : nullptr)
        model->port.postIdle(measured);
    else
        measured(nullptr, {});
    return id;
}

void EngineQuestions::post(const EngineTask& task, RouteTarget of) {
    if (const auto open = m_models.current())
        for (const auto& load : open->loads()) load->setUsed(true);
    m_models.with(of, ModelsInUse::Turn::Next, task);
}

}  // namespace hearth::app

#include "moc_engine_questions.cpp"
