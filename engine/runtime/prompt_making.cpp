#include "hearth/prompt_making.h"

#include <algorithm>
#include <utility>

#include "hearth/prompt_service.h"
#include "hearth/prompt_size.h"
#include "hearth/unexpected_error.h"
#include "runtime/named_pictures.h"
#include "runtime/runtime_errors.h"

namespace hearth {

namespace {

/// Posts a task when it is destroyed, so that the task also runs where the work before it never begins.
class PostAtEnd {
public:
    PostAtEnd(EngineExecutor& port, EngineExecutor::Task task) : m_port(port), m_task(std::move(task)) {}
    ~PostAtEnd() { m_port.post(std::move(m_task)); }
    PostAtEnd(const PostAtEnd&) = delete;
    PostAtEnd& operator=(const PostAtEnd&) = delete;

private:
    EngineExecutor& m_port;
    EngineExecutor::Task m_task;
};

}  // namespace

void makePrompt(Engine& engine, EngineExecutor& port, std::shared_ptr<PromptMaking> making,
                EngineExecutor::Task then) {
    std::vector<ChatMessage>& messages = making->request.messages;
    const bool hasPictures =
        std::ranges::any_of(messages, [](const ChatMessage& message) { return !message.pictures.empty(); });
    if (hasPictures && !engine.info().seesPictures) namePicturesInResults(messages);
    std::shared_ptr<const PromptService> prompts =
        promptBytes(making->request) > longPromptBytes ? engine.prompts() : nullptr;
    if (!prompts) return then(&engine, nullptr);
    const auto back = [prompts, making, then = std::move(then)](Engine* still, const Error* problem) {
        // Another model has other tokens, and another template.
        if (still == nullptr || still->prompts() != prompts) {
            making->request.prompt.reset();
            making->problem.reset();
        }
        then(still, problem);
    };
    const auto end = std::make_shared<PostAtEnd>(port, back);
    port.beside([prompts, making, end](const std::stop_token& stop) {
        const std::stop_callback ends(stop, [&making] { making->stop.request_stop(); });
        try {
            prompts->make(making->request, making->stop.get_token());
        } catch (...) {
            making->problem = currentError(errors::noMemoryForRequest);
        }
    });
}

}  // namespace hearth
