#pragma once

#include <QJsonObject>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "chat/request_builder.h"
#include "inference/generation_job.h"
#include "store/store.h"
#include "tools/tool_box.h"

namespace hearth::app {

class EngineStatus;
class ReplyRunner;
struct OpenModel;

/// Turns a reply that is in the store into a request with its recipe, and has it made. GUI thread.
class ReplyStarter {
public:
    ReplyStarter(store::Store& store, ReplyRunner& runner, EngineStatus& engine)
        : m_store(store), m_runner(runner), m_engine(engine), m_requests(store) {}

    /// Settings for making one reply.
    struct Manner {
        QJsonObject sampling;                   ///< see samplingFromJson()
        store::Generation before = {};          ///< of a part that is there
        std::optional<WhenFull> whenFull = {};  ///< of this reply alone, in place of the chat's choice
        bool makesNew = false;                  ///< makes a new reply instead of reusing one, see ReplyReuse
        bool tools = true;                      ///< with the chat's tools
        QString modelPath = {};                 ///< of this reply alone, in place of the chat's
    };
    /// `path` leads from the first message to the reply itself; existing text of the reply is continued. The
    /// model of the chat answers; it is loaded if it is not open. Throws StoreError.
    void start(const store::Conversation& conversation, std::vector<store::Message> path,
               const Manner& manner);
    /// The model that is open for a chat, or the current one.
    const OpenModel& modelOf(const store::Conversation& conversation) const;
    /// The request that messages would become for a model, without the part left out of their prompt. Throws
    /// StoreError.
    GenerationRequest request(const OpenModel& model, const QString& systemPrompt,
                              const std::vector<store::Message>& path, const SamplingParams& sampling);
    /// The same without the part given by `leftOut`. Throws StoreError.
    GenerationRequest request(const OpenModel& model, const QString& systemPrompt,
                              const std::vector<store::Message>& path, const SamplingParams& sampling,
                              const LeftOut& leftOut);
    /// The part left out of the next prompt of a branch. Throws StoreError.
    LeftOut leftOut(const OpenModel& model, const QString& systemPrompt,
                    const std::vector<store::Message>& path);
    /// Forgets what was read. Called when another conversation is opened or a reply changed.
    void forget() { m_requests.clear(); }
    /// The tools that a chat's model is offered; valid until the tools change.
    using ToolsOfChat = std::function<std::vector<const ToolBox::Tool*>(const store::Conversation&)>;
    void setTools(ToolsOfChat toolsOfChat) { m_toolsOfChat = std::move(toolsOfChat); }
    /// The template's variables for a chat with tools; empty: it has none, the model does not support any, or
    /// replies have another required structure.
    std::string toolsFor(const OpenModel& model, const store::Conversation& conversation) const;
    /// Adds to a request what such a reply has besides its messages: tools, required structure, and whether
    /// the model thinks. Returns the tool definitions for the template.
    std::string shape(GenerationRequest& request, const OpenModel& model,
                      const store::Conversation& conversation, const QJsonObject& sampling, bool tools) const;
    /// Chooses how a model speculates in replies that begin from now on; their text does not depend on it.
    using SpeculationOf = std::function<Speculation(const OpenModel& model)>;
    void setSpeculation(SpeculationOf speculation) { m_speculation = std::move(speculation); }

    /// Sets whether a request made before at temperature 0 gets the same answer again, in chats without a
    /// setting of their own.
    void setReuseReplies(bool reuse) { m_reuseReplies = reuse; }

private:
    static WhenFull whenFullFor(const store::Conversation& conversation, const Manner& manner);
    /// See ReplyRunner::Manner::parts.
    std::vector<QJsonObject> recipesOf(quint64 model) const;
    /// Records the current prices of a server's model; does nothing for a local model.
    void keepPrices(QJsonObject& recipe, const QString& modelPath) const;
    /// Everything that is needed to make the reply again, except its seed and what does not fit.
    QJsonObject recipeOf(const OpenModel& model, const store::Conversation& conversation,
                         const store::Message& reply, const Manner& manner, const LeftOut& leftOut,
                         const std::string& tools) const;

    store::Store& m_store;
    ReplyRunner& m_runner;
    EngineStatus& m_engine;
    RequestBuilder m_requests;
    SpeculationOf m_speculation;
    bool m_reuseReplies = true;
    ToolsOfChat m_toolsOfChat;
};

}  // namespace hearth::app
