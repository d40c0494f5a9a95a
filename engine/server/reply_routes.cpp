#include "server/reply_routes.h"

#include <ctime>
#include <nlohmann/json.hpp>
#include <random>
#include <string_view>
#include <utility>

#include "anthropic/message_request.h"
#include "hearth/prompt_making.h"
#include "hearth/prompt_service.h"
#include "hearth/readable_text.h"
#include "hearth/unexpected_error.h"
#include "openai/field_reader.h"
#include "openai/refusal.h"
#include "openai/reply_json.h"
#include "openai/response_request.h"
#include "server/completion_writer.h"
#include "server/message_writer.h"
#include "server/reply_job.h"
#include "server/response_writer.h"
#include "server/routed_order.h"
#include "server/server_errors.h"

namespace hearth::server {

namespace {

using openai::Json;

/// Keeps what a model said for the next time that a program sends it.
ReplyHeard rememberedBy(const std::shared_ptr<ModelHandle>& model) {
    return [model](const std::string& content, const GenerationResult& result) {
        model->memory->keep(content, result.tokens);
    };
}

/// An id that nobody guesses: whoever has it can read the response.
std::string randomId(const char* kind) {
    static constexpr std::string_view digits = "0123456789abcdef";
    std::random_device device;
    std::string id = kind;
    for (int i = 0; i < 4; ++i)
        for (unsigned bits = device(), digit = 0; digit < 8; ++digit, bits >>= 4U) id += digits[bits & 15U];
    return id;
}

[[noreturn]] void refuseRoute() {
    openai::refuseField("route", "needs the model \"auto\" of a server with two models.");
}

/// Numbers of tokens mean something else in each of two models.
void refuseNumbersOfTokens(const GenerationRequest& request) {
    if (!request.rawTokens.empty())
        openai::refuseField("prompt", "must be a text where two models could answer.");
    if (!request.sampling.logitBias.empty())
        openai::refuseField("logit_bias", "cannot be used where two models could answer.");
}

/// Throws openai::Refusal where there is no such model.
void refuseNone(const std::shared_ptr<ModelHandle>& model, const std::string& name) {
    if (!model)
        throw openai::Refusal{"There is no model called \"" + readableText(name) + "\".", "model",
                              "model_not_found", 404};
}

ApiProblem noResponse(const std::string& id) {
    return {404, "There is no response \"" + readableText(id) + "\".", "response_id", "response_not_found"};
}

/// An answer's head with who answers, and why.
template <typename Head>
Head answeredBy(Head head, const ModelHandle& model, const std::optional<RouteOutcome>& route) {
    head.model = model.name;
    head.route = route;
    return head;
}

}  // namespace

void ReplyRoutes::chatCompletions(const std::shared_ptr<ApiCall>& call) {
    complete(call, openai::Completion::Chat);
}

void ReplyRoutes::textCompletions(const std::shared_ptr<ApiCall>& call) {
    complete(call, openai::Completion::Text);
}

std::string ReplyRoutes::nextId(const char* kind) {
    return std::string(kind) + std::to_string(m_startTime) + "-" + std::to_string(++m_lastId);
}

void ReplyRoutes::complete(const std::shared_ptr<ApiCall>& call, openai::Completion kind) {
    try {
        openai::CompletionRequest request =
            readBody(*call, [kind](const Json& body, openai::RequestNotes& notes) {
                return openai::readCompletionRequest(body, kind, notes);
            });
        openai::AnswerHead head{.id = nextId(kind == openai::Completion::Chat ? "chatcmpl-" : "cmpl-"),
                                .model = {},
                                .created = std::time(nullptr)};
        // The messages go to the engine; the answer needs of them what is echoed.
        GenerationRequest generation =
            request.generation.messages.empty() ? request.generation : std::exchange(request.generation, {});
        const Wanted model = wanted(request.model);
        const int choices = request.choices;
        if (model.meant.routing && !request.prompts.empty())
            openai::refuseField("prompt", "must be one text where two models could answer.");
        if (model.meant.routing && request.echo && request.logprobs)
            openai::refuseField("echo", "needs one model where \"logprobs\" are asked for; name it.");
        std::vector<openai::RawPrompt> prompts = request.prompts;
        start(
            call, model, std::move(generation), choices,
            [call, head = std::move(head), request = std::move(request)](
                const Engine& engine, const std::shared_ptr<ModelHandle>& answering,
                const std::optional<RouteOutcome>& route) {
                return completionWriter(call->response, answeredBy(head, *answering, route), request,
                                        promptsOf(engine).tokenizer(), rememberedBy(answering));
            },
            std::move(prompts));
    } catch (const openai::Refusal& refusal) {
        m_log->refuse(*call, problemOf(refusal));
    }
}

void ReplyRoutes::messages(const std::shared_ptr<ApiCall>& call) {
    try {
        anthropic::MessageRequest request =
            readBody(*call, [](const Json& body, openai::RequestNotes& notes) {
                return anthropic::readMessageRequest(body, anthropic::MessageUse::Reply, notes);
            });
        start(call, wanted(request.model), std::move(request.generation), 1,
              [call, head = anthropic::headOf(nextId("msg_"), {}, request), stream = request.stream](
                  const Engine& engine, const std::shared_ptr<ModelHandle>& model,
                  const std::optional<RouteOutcome>& route) {
                  return messageWriter(call->response, answeredBy(head, *model, route), stream,
                                       promptsOf(engine).tokenizer(), rememberedBy(model));
              });
    } catch (const openai::Refusal& refusal) {
        m_log->refuse(*call, problemOf(refusal));
    }
}

void ReplyRoutes::countTokens(const std::shared_ptr<ApiCall>& call) {
    try {
        anthropic::MessageRequest request =
            readBody(*call, [](const Json& body, openai::RequestNotes& notes) {
                return anthropic::readMessageRequest(body, anthropic::MessageUse::Count, notes);
            });
        std::string name = request.model;
        auto [model, routing] = m_models.meant(name);
        // The one that would begin: how sure it is, is not known without a reply.
        if (routing) {
            const RouteOutcome outcome = decideRoute(routing->rule, request.generation);
            removeRouteHints(routing->rule, request.generation);
            name = outcome.target == RouteTarget::Small ? routing->small : routing->large;
            model = m_models.find(name);
        } else if (request.generation.route) {
            refuseRoute();
        }
        refuseNone(model, name);
        model->memory->recall(request.generation.messages);
        auto asked = std::make_shared<PromptMaking>(PromptMaking{std::move(request.generation)});
        const EngineExecutor::Task count = [log = m_log, call, model = model, asked](Engine* engine,
                                                                                     const Error* problem) {
            if (engine == nullptr) return log->refuse(*call, problemOf(*problem));
            if (asked->problem) return log->refuse(*call, problemOf(*asked->problem));
            try {
                GenerationRequest& counted = asked->request;
                if (!counted.prompt) promptsOf(*engine).make(counted, asked->stop.get_token());
                const size_t tokens = counted.prompt->tokens.size();
                call->response->send(200, "application/json", openai::dumped({{"input_tokens", tokens}}));
                log->record(*call, model->name, {});
            } catch (...) {
                log->refuse(*call, problemOf(currentError(errors::noMemoryForRequest)));
            }
        };
        call->response->onGone([asked] { asked->stop.request_stop(); });
        model->port.post([model = model, asked, count](Engine* engine, const Error* problem) {
            if (engine == nullptr) return count(engine, problem);
            makePrompt(*engine, model->port, asked, count);
        });
    } catch (const openai::Refusal& refusal) {
        m_log->refuse(*call, problemOf(refusal));
    }
}

void ReplyRoutes::responses(const std::shared_ptr<ApiCall>& call) {
    try {
        openai::ResponseRequest request = readBody(*call, openai::readResponseRequest);
        Json earlier = Json::array();
        if (!request.previousId.empty()) {
            auto items = m_responses->itemsUpTo(request.previousId);
            if (!items)
                throw openai::Refusal{
                    "There is no response \"" + readableText(request.previousId) + "\" to go on from.",
                    "previous_response_id", "previous_response_not_found"};
            earlier = std::move(*items);
        }
        setMessages(request, std::move(earlier));
        openai::ResponseHead head = openai::responseHead(randomId("resp_"), {}, std::time(nullptr), request);
        ResponseEnded ended = [](const Json&) {};
        if (request.store)
            ended = [store = m_responses, id = head.id, previous = request.previousId,
                     input = std::make_shared<Json>(std::move(request.input))](const Json& json) {
                // Called once, so that the pictures need not be copied.
                store->put(id, previous, std::move(*input), json);
            };
        start(call, wanted(request.model), std::move(request.generation), 1,
              [call, head = std::move(head), stream = request.stream, ended = std::move(ended)](
                  const Engine& engine, const std::shared_ptr<ModelHandle>& model,
                  const std::optional<RouteOutcome>& route) {
                  return responseWriter(call->response, answeredBy(head, *model, route), stream,
                                        promptsOf(engine).tokenizer(), rememberedBy(model), ended);
              });
    } catch (const openai::Refusal& refusal) {
        m_log->refuse(*call, problemOf(refusal));
    }
}

void ReplyRoutes::storedResponse(const std::shared_ptr<ApiCall>& call) {
    const auto response = m_responses->find(call->name);
    if (!response) return m_log->refuse(*call, noResponse(call->name));
    if (call->request.query.find("stream=true") != std::string::npos)
        return m_log->refuse(*call,
                             {400, "A response that has ended cannot be streamed again.", "stream", ""});
    call->response->send(200, "application/json", openai::dumped(*response));
    m_log->record(*call, {}, {});
}

void ReplyRoutes::forgetResponse(const std::shared_ptr<ApiCall>& call) {
    if (!m_responses->remove(call->name)) return m_log->refuse(*call, noResponse(call->name));
    call->response->send(200, "application/json",
                         openai::dumped({{"id", call->name}, {"object", "response"}, {"deleted", true}}));
    m_log->record(*call, {}, {});
}

void ReplyRoutes::start(const std::shared_ptr<ApiCall>& call, const Wanted& wanted, GenerationRequest request,
                        int choices, MakeReplyWriter writer, std::vector<openai::RawPrompt> prompts) {
    m_log->tellLeftOut(request.grammar);
    const auto& [model, routing] = wanted.meant;
    if (routing)
        refuseNumbersOfTokens(request);
    else if (request.route)
        refuseRoute();
    if (!routing) refuseNone(model, wanted.name);
    ReplyOrder order{
        .model = model,
        .request = std::move(request),
        .choices = choices,
        .rawPrompts = std::move(prompts),
        .writer = std::move(writer),
        .refused = [log = m_log, call](const Error& problem) { log->refuse(*call, problemOf(problem)); },
        .ended = [log = m_log,
                  call](const ReplyOutcome& outcome) { log->record(*call, outcome.model, outcome); }};
    if (routing) routeOrder(order, m_models, *routing);
    startReply(*call, std::move(order));
}

}  // namespace hearth::server
