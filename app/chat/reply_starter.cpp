#include "chat/reply_starter.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <utility>

#include "chat/plain_calls.h"
#include "chat/recipe_keys.h"
#include "chat/recipe_shifts.h"
#include "chat/reply_runner.h"
#include "chat/reply_thinking.h"
#include "chat/token_candidates.h"
#include "endpoints/endpoint.h"
#include "inference/engine_status.h"
#include "settings/sampling_parameters.h"
#include "structure/chat_structure.h"
#include "tools/tool_definitions.h"

namespace hearth::app {

void ReplyStarter::start(const store::Conversation& conversation, std::vector<store::Message> path,
                         const Manner& manner) {
    store::Message reply = path.back();
    const bool continues = !reply.text.isEmpty();
    if (!continues) path.pop_back();
    const bool isChats = manner.modelPath.isEmpty();
    const OpenModel& model = m_engine.modelFor(isChats ? conversation.modelPath : manner.modelPath);
    if (isChats && !model.path.isEmpty() && conversation.modelPath != model.path)
        m_store.conversations().setModelPath(conversation.id, model.path);
    if (!continues) reply.model = model.name();
    const LeftOut leftOut = this->leftOut(model, conversation.systemPrompt, path);
    GenerationRequest request =
        this->request(model, conversation.systemPrompt, path, samplingFromJson(manner.sampling), leftOut);
    const std::string tools = shape(request, model, conversation, manner.sampling, manner.tools);
    request.continueLast = continues;
    request.candidates = keptCandidates;
    if (m_speculation) request.speculation = m_speculation(model);
    if (m_reuseReplies && reusesReplies(manner.sampling))
        request.replyReuse = manner.makesNew ? ReplyReuse::Renew : ReplyReuse::Use;
    // The ids have to end with the text: without the end token of the existing part.
    const auto part = model.partCalled(reply.model);
    if (continues && !request.messages.empty() && part) {
        request.messages.back().tokens = manner.before.tokens;
        // The model that began the reply also continues it.
        request.route = part;
    }
    const QJsonObject recipe = recipeOf(model, conversation, reply, manner, leftOut, tools);
    QString problem;
    if (m_requests.lacksPicture())
        problem = QCoreApplication::translate(
            "Chat", "A picture of this chat is damaged; edit its message to send it without the picture.");
    m_runner.start(reply, request,
                   {recipe, manner.before, whenFullFor(conversation, manner), leftOut, model.id,
                    [this, id = model.id] { return recipesOf(id); }, problem});
}

const OpenModel& ReplyStarter::modelOf(const store::Conversation& conversation) const {
    const OpenModel* open = m_engine.models()->find(conversation.modelPath);
    return open != nullptr ? *open : m_engine.model();
}

std::string ReplyStarter::toolsFor(const OpenModel& model, const store::Conversation& conversation) const {
    if (!m_toolsOfChat || !model.info.canCallTools) return {};
    if (ChatStructure::of(conversation.structure).holds()) return {};
    return toolDefinitions(m_toolsOfChat(conversation));
}

std::string ReplyStarter::shape(GenerationRequest& request, const OpenModel& model,
                                const store::Conversation& conversation, const QJsonObject& sampling,
                                bool tools) const {
    std::string heard = tools ? toolsFor(model, conversation) : std::string();
    hearth::app::setTools(request, heard);
    const ChatStructure structure = ChatStructure::of(conversation.structure);
    if (structure.holds()) request.grammar = structure.grammar();
    setThinking(request, sampling);
    return heard;
}

WhenFull ReplyStarter::whenFullFor(const store::Conversation& conversation, const Manner& manner) {
    return manner.whenFull.value_or(conversation.overflow == store::Overflow::Stop ? WhenFull::Refuse
                                                                                   : WhenFull::Slide);
}

std::vector<QJsonObject> ReplyStarter::recipesOf(quint64 model) const {
    std::vector<QJsonObject> recipes;
    const OpenModel* open = m_engine.models()->find(model);
    if (open == nullptr) return recipes;
    const auto key = [](const char* name) { return QString::fromLatin1(name); };
    for (const OpenModel::Part& part : open->parts) {
        recipes.push_back({{key(recipe::model), part.name},
                           {key(recipe::quantization), part.quantization},
                           {key(recipe::weightsHash), part.weightsHash},
                           {key(recipe::device), part.deviceText},
                           {key(recipe::kvType), part.kvType},
                           {key(recipe::contextLength), part.contextLength}});
        keepPrices(recipes.back(), part.modelPath);
    }
    return recipes;
}

void ReplyStarter::keepPrices(QJsonObject& recipe, const QString& modelPath) const {
    const TokenPrices prices = pricesOf(m_store.settings().find(endpointsSetting).toArray(), modelPath);
    if (!prices.known()) return;
    recipe.insert(QLatin1String(recipe::priceRead), prices.read);
    recipe.insert(QLatin1String(recipe::priceWritten), prices.written);
}

QJsonObject ReplyStarter::recipeOf(const OpenModel& model, const store::Conversation& conversation,
                                   const store::Message& reply, const Manner& manner, const LeftOut& leftOut,
                                   const std::string& tools) const {
    const auto key = [](const char* name) { return QString::fromLatin1(name); };
    const bool continues = !reply.text.isEmpty();
    const store::Overflow overflow =
        conversation.overflow == store::Overflow::Stop && whenFullFor(conversation, manner) == WhenFull::Slide
            ? store::Overflow::Slide
            : conversation.overflow;
    QJsonObject made{{key(recipe::model), model.name()},
                     {key(recipe::quantization), model.quantization()},
                     {key(recipe::weightsHash), QString::fromStdString(model.info.weightsHash)},
                     {key(recipe::version), QCoreApplication::applicationVersion()},
                     {key(recipe::device), model.deviceText()},
                     {key(recipe::kvType), model.remoteHost().isEmpty() ? model.kvType() : QString()},
                     {key(recipe::contextLength), model.info.contextLength},
                     {key(recipe::systemPrompt), conversation.systemPrompt},
                     {key(recipe::sampling), manner.sampling},
                     {key(recipe::overflow), store::overflowName(overflow)},
                     {key(recipe::continued), continues}};
    // Turns with a summary come back with their messages when the summary is removed.
    if (leftOut.turns > leftOut.summarisedTurns) made.insert(key(recipe::leftOutTurns), leftOut.turns);
    if (leftOut.tokens > 0) made.insert(key(recipe::leftOutTokens), leftOut.tokens);
    if (!leftOut.summary.isEmpty()) {
        made.insert(key(recipe::summarisedTurns), leftOut.summarisedTurns);
        made.insert(key(recipe::summary), leftOut.summary);
    }
    keepPrices(made, model.path);
    if (!leftOut.cuts.empty()) made.insert(key(recipe::cutsBefore), toJson(leftOut.cuts));
    if (!tools.empty()) made.insert(key(recipe::tools), QString::fromStdString(tools));
    const ChatStructure structure = ChatStructure::of(conversation.structure);
    if (structure.holds()) made.insert(key(recipe::structure), structureToJson(structure.grammar()));
    if (!continues) return made;
    QJsonObject before = manner.before.recipe;
    QJsonArray parts = before.take(key(recipe::before)).toArray();
    parts.append(QJsonObject{{key(recipe::partRecipe), before},
                             {key(recipe::partTokens), static_cast<int>(manner.before.tokens.size())},
                             {key(recipe::partCharacters), static_cast<int>(reply.text.size())}});
    made.insert(key(recipe::before), parts);
    return made;
}

GenerationRequest ReplyStarter::request(const OpenModel& model, const QString& systemPrompt,
                                        const std::vector<store::Message>& path,
                                        const SamplingParams& sampling) {
    return request(model, systemPrompt, path, sampling, leftOut(model, systemPrompt, path));
}

GenerationRequest ReplyStarter::request(const OpenModel& model, const QString& systemPrompt,
                                        const std::vector<store::Message>& path,
                                        const SamplingParams& sampling, const LeftOut& leftOut) {
    GenerationRequest request = m_requests.build(systemPrompt, path, model.partNames(), sampling, leftOut);
    if (!model.info.canCallTools) tellCallsAsText(request.messages);
    return request;
}

LeftOut ReplyStarter::leftOut(const OpenModel& model, const QString& systemPrompt,
                              const std::vector<store::Message>& path) {
    return m_requests.leftOut(path,
                              {systemPrompt, model.name(), model.info.contextLength, model.info.canSlide});
}

}  // namespace hearth::app
