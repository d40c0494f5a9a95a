#include "inspector/reply_recipe.h"

#include <QCoreApplication>
#include <algorithm>

#include "chat/request_builder.h"
#include "inference/cache_owner.h"
#include "inference/engine_status.h"
#include "settings/sampling_parameters.h"

namespace hearth::app {

namespace {

struct RecipeText {
    Q_DECLARE_TR_FUNCTIONS(ReplyRecipe)
};

GenerationRequest requestOf(store::Store& store, const store::Message& reply,
                            const store::Generation& generation) {
    std::vector<store::Message> path;
    for (auto at = store.messages().find(reply.parentId); at; at = store.messages().find(at->parentId))
        path.push_back(*at);
    std::reverse(path.begin(), path.end());
    const QJsonObject& recipe = generation.recipe;
    SamplingParams sampling = samplingFromJson(recipe.value(QLatin1String("sampling")).toObject());
    bool isNumber = false;
    const quint64 seed = recipe.value(QLatin1String("seed")).toString().toULongLong(&isNumber);
    if (isNumber) sampling.seed = seed;
    // A reply that was stopped is made again as far as it went.
    if (generation.finishReason == FinishReason::Cancelled ||
        generation.finishReason == FinishReason::ContextFull)
        sampling.maxTokens = static_cast<int>(generation.tokens.size());
    GenerationRequest request = RequestBuilder(store).build(
        recipe.value(QLatin1String("systemPrompt")).toString(), path, reply.model, sampling);
    request.owner = cacheOwner(reply.conversationId);
    return request;
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
        recipe.continued = generation->recipe.value(QLatin1String("continued")).toBool();
        if (engine.isReady() && reply->model == engine.modelName())
            recipe.request = requestOf(store, *reply, *generation);
        else
            recipe.problem = RecipeText::tr("Load %1 first: a different model would write a different text.")
                                 .arg(reply->model);
    } catch (const store::StoreError& error) {
        recipe.problem = error.message();
    }
    return recipe;
}

}  // namespace hearth::app
