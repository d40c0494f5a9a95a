#include "inspector/reply_recipe.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <algorithm>

#include "chat/plain_calls.h"
#include "chat/recipe_keys.h"
#include "chat/recipe_shifts.h"
#include "chat/reply_thinking.h"
#include "chat/request_builder.h"
#include "hearth/routing.h"
#include "inference/cache_tenant.h"
#include "inference/engine_status.h"
#include "settings/sampling_parameters.h"
#include "structure/chat_structure.h"
#include "tools/tool_definitions.h"

namespace hearth::app {

namespace {

struct RecipeText {
    Q_DECLARE_TR_FUNCTIONS(ReplyRecipe)
};

QJsonValue valueIn(const QJsonObject& made, const char* key) {
    return made.value(QLatin1String(key));
}

std::vector<store::Message> pathToQuestion(store::Store& store, const store::Message& reply) {
    std::vector<store::Message> path;
    for (auto at = store.messages().find(reply.parentId); at; at = store.messages().find(at->parentId))
        path.push_back(*at);
    std::reverse(path.begin(), path.end());
    return path;
}

/// The seed that drew it; nullopt: not known.
std::optional<uint64_t> seedOf(const QJsonObject& made) {
    bool isNumber = false;
    const QString text = valueIn(made, recipe::seed).toString();
    const quint64 seed = text.toULongLong(&isNumber);
    if (!isNumber) return std::nullopt;
    // Earlier versions wrote 0 if a server had drawn its own.
    const bool isServers = valueIn(made, recipe::weightsHash).toString().isEmpty();
    if (seed == 0 && isServers && !samplingFromJson(valueIn(made, recipe::sampling).toObject()).seed)
        return std::nullopt;
    return seed;
}

/// The request by one part's recipe, as it was before the reply's first text.
GenerationRequest requestOf(RequestBuilder& builder, const QJsonObject& made,
                            const std::vector<store::Message>& path, const QString& model, RouteTarget part) {
    SamplingParams sampling = samplingFromJson(valueIn(made, recipe::sampling).toObject());
    if (const auto seed = seedOf(made)) sampling.seed = seed;
    LeftOut leftOut;
    leftOut.turns =
        std::max(valueIn(made, recipe::leftOutTurns).toInt(), valueIn(made, recipe::summarisedTurns).toInt());
    leftOut.summary = valueIn(made, recipe::summary).toString();
    leftOut.cuts = shiftsFromJson(valueIn(made, recipe::cutsBefore).toArray());
    GenerationRequest request =
        builder.build(valueIn(made, recipe::systemPrompt).toString(), path, {model}, sampling, leftOut);
    setTools(request, valueIn(made, recipe::tools).toString().toStdString());
    ReplyGrammar held = structureFromJson(valueIn(made, recipe::structure).toObject());
    if (held.kind != ReplyGrammar::Kind::None) request.grammar = std::move(held);
    setThinking(request, valueIn(made, recipe::sampling).toObject());
    // As then, an engine that can slide does, also in the middle of the reply.
    if (store::overflowOf(valueIn(made, recipe::overflow).toString()) != store::Overflow::Stop)
        request.overflow = ContextOverflow::Slide;
    if (!path.empty()) request.tenant = cacheTenant(path.back().conversationId);
    if (made.contains(QLatin1String(recipe::route))) removeRouteHints(RoutingRule(), request);
    request.route = part;
    return request;
}

/// Beginning of a part of a reply.
struct Place {
    size_t tokens = 0;
    qsizetype characters = 0;
};

std::vector<ReplyRecipe::Part> partsOf(store::Store& store, const store::Message& reply,
                                       const store::Generation& generation, RouteTarget maker) {
    const QJsonArray earlier = valueIn(generation.recipe, recipe::before).toArray();
    // Of before such parts were kept.
    if (earlier.isEmpty() && valueIn(generation.recipe, recipe::continued).toBool()) return {};
    std::vector<ReplyRecipe::Part> parts;
    RequestBuilder builder(store);
    const std::vector<store::Message> path = pathToQuestion(store, reply);
    const std::vector<TokenId>& tokens = generation.tokens;
    Place begin;
    for (qsizetype at = 0; at <= earlier.size(); ++at) {
        const bool isLast = at == earlier.size();
        const QJsonObject entry = isLast ? QJsonObject() : earlier[at].toObject();
        const QJsonObject made = isLast ? generation.recipe : valueIn(entry, recipe::partRecipe).toObject();
        const size_t end =
            isLast ? tokens.size()
                   : std::min(static_cast<size_t>(std::max(0, valueIn(entry, recipe::partTokens).toInt())),
                              tokens.size());
        if (!made.isEmpty() && begin.tokens <= end) {
            std::vector<store::Message> whole = path;
            if (begin.characters > 0) {
                whole.push_back(reply);
                whole.back().text.truncate(begin.characters);
            }
            const qsizetype endOfText =
                isLast ? reply.text.size()
                       : static_cast<qsizetype>(valueIn(entry, recipe::partCharacters).toInt());
            ReplyRecipe::Part part{.request = requestOf(builder, made, whole, reply.model, maker),
                                   .firstToken = begin.tokens,
                                   .tokens = {tokens.begin() + static_cast<ptrdiff_t>(begin.tokens),
                                              tokens.begin() + static_cast<ptrdiff_t>(end)},
                                   .isLast = isLast,
                                   .firstCharacter = begin.characters,
                                   .text = reply.text.mid(begin.characters, endOfText - begin.characters),
                                   .calls = isLast ? reply.calls : std::vector<store::ToolCall>()};
            part.request.continueLast = begin.characters > 0;
            if (part.request.continueLast)
                part.request.messages.back().tokens = {tokens.begin(),
                                                       tokens.begin() + static_cast<ptrdiff_t>(begin.tokens)};
            // A reply that was stopped is made again as far as it went.
            part.isCut = !isLast || generation.finishReason == FinishReason::Cancelled ||
                         generation.finishReason == FinishReason::ContextFull;
            if (part.isCut && !part.tokens.empty())
                part.request.sampling.maxTokens = static_cast<int>(part.tokens.size());
            parts.push_back(std::move(part));
        }
        begin = {end, valueIn(entry, recipe::partCharacters).toInt()};
    }
    return parts;
}

/// Differences between the recipe and the present state. Entries that older recipes lack count as equal.
QStringList differencesOf(const QJsonObject& made, const OpenModel::Part& now) {
    QStringList differences;
    const auto compare = [&](const char* key, const QJsonValue& isNow, const QString& name) {
        const QJsonValue then = valueIn(made, key);
        const bool isKnown =
            !then.isUndefined() && then != QJsonValue(QString()) && isNow != QJsonValue(QString());
        if (isKnown && then != isNow) differences += name;
    };
    const SamplingParams sampling = samplingFromJson(valueIn(made, recipe::sampling).toObject());
    if (sampling.temperature > 0 && !sampling.seed && !seedOf(made))
        differences += RecipeText::tr("the seed, which is not known");
    compare(recipe::weightsHash, now.weightsHash, RecipeText::tr("the model's file"));
    compare(recipe::kvType, now.kvType, RecipeText::tr("the cache's type"));
    compare(recipe::contextLength, now.contextLength, RecipeText::tr("the context's length"));
    compare(recipe::device, now.deviceText, RecipeText::tr("the device"));
    compare(recipe::version, QCoreApplication::applicationVersion(), RecipeText::tr("Hearth's version"));
    return differences;
}

}  // namespace

ReplyRecipe recipeOfReply(store::Store& store, const EngineStatus& engine, qint64 messageId) {
    ReplyRecipe recipe;
    try {
        const auto reply = store.messages().find(messageId);
        const auto generation = store.generations().find(messageId);
        if (!reply || !generation) {
            recipe.problem = RecipeText::tr("Nothing is stored about how this text was generated.");
            return recipe;
        }
        recipe.tokens = generation->tokens;
        if (const auto part = engine.model().partCalled(reply->model)) {
            RequestBuilder builder(store);
            recipe.request =
                requestOf(builder, generation->recipe, pathToQuestion(store, *reply), reply->model, *part);
            recipe.parts = partsOf(store, *reply, *generation, *part);
            recipe.cuts = shiftsFromJson(valueIn(generation->recipe, recipe::cuts).toArray());
            if (!engine.model().info.canCallTools) {
                tellCallsAsText(recipe.request->messages);
                for (ReplyRecipe::Part& one : recipe.parts) tellCallsAsText(one.request.messages);
            }
            recipe.differences =
                differencesOf(generation->recipe, engine.model().parts[static_cast<size_t>(*part)]);
            if (recipe.parts.empty())
                recipe.problem = RecipeText::tr(
                    "This reply was generated in parts by an earlier version, which did not keep how each of "
                    "them was made.");
        } else {
            recipe.problem = RecipeText::tr("Load %1 first: a different model would write a different text.")
                                 .arg(reply->model);
        }
    } catch (const store::StoreError& error) {
        recipe.problem = error.message();
    }
    return recipe;
}

}  // namespace hearth::app
