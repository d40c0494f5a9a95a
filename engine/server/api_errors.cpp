#include "server/api_errors.h"

#include <nlohmann/json.hpp>

#include "chat/chat_errors.h"
#include "openai/picture_parts.h"
#include "openai/reply_json.h"
#include "server/server_errors.h"
#include "session/session_errors.h"

namespace hearth::server {

ApiProblem problemOf(const Error& error, std::string_view promptField) {
    ApiProblem problem{.message = error.what(), .field = {}, .code = {}};
    if (error.is(errors::tooManyRequests)) {
        problem.status = 429;
        problem.code = "rate_limit_exceeded";
        return problem;
    }
    if (error.is(errors::stillLoading)) {
        problem.status = 503;
        problem.code = "model_loading";
        return problem;
    }
    if (error.is(errors::modelGone)) {
        problem.status = 404;
        problem.field = "model";
        problem.code = "model_not_found";
        return problem;
    }
    if (const std::string_view code = openai::pictureErrorCode(error); !code.empty()) {
        problem.field = promptField;
        problem.code = code;
        return problem;
    }
    switch (error.code()) {
        case ErrorCode::ContextFull:
            problem.code = "context_length_exceeded";
            problem.field = promptField;
            if (error.is(errors::contextFull)) {
                const std::vector<MessageArgument>& counts = error.message().arguments();
                problem.tooLong = {.tokens = counts.at(0).text(), .most = counts.at(1).text()};
            }
            break;
        case ErrorCode::BadInput:
            if (error.is(errors::unknownBias)) problem.field = "logit_bias";
            if (error.is(errors::brokenArguments))
                problem.field = "messages[" + error.message().arguments().at(0).text() + "]";
            break;
        case ErrorCode::Cancelled:
            problem.status = 503;
            problem.code = "stopping";
            break;
        case ErrorCode::BadFile:
        case ErrorCode::Unsupported:
        case ErrorCode::OutOfMemory:
        case ErrorCode::Io:
        case ErrorCode::Device:
            problem.status = 500;
            break;
    }
    return problem;
}

ApiProblem problemOf(const openai::Refusal& refusal) {
    return {
        .status = refusal.status, .message = refusal.message, .field = refusal.field, .code = refusal.code};
}

namespace {

std::string typeOf(int status) {
    if (status == 401) return "authentication_error";
    if (status == 403) return "permission_error";
    if (status == 404) return "not_found_error";
    if (status == 429) return "rate_limit_error";
    if (status == 503) return "overloaded_error";
    return status >= 500 ? "api_error" : "invalid_request_error";
}

}  // namespace

std::string openAiBody(const ApiProblem& problem) {
    std::string message = problem.message;
    if (problem.tooLong)
        message = "This model's maximum context length is " + problem.tooLong->most +
                  " tokens. However, your messages resulted in " + problem.tooLong->tokens +
                  " tokens. Please reduce the length of the messages.";
    return openai::dumped(openai::errorJson(message, typeOf(problem.status), problem.field, problem.code));
}

std::string anthropicBody(const ApiProblem& problem) {
    std::string message = problem.message;
    if (problem.tooLong)
        message = "prompt is too long: " + problem.tooLong->tokens + " tokens > " + problem.tooLong->most +
                  " maximum";
    return openai::dumped(
        {{"type", "error"}, {"error", {{"type", typeOf(problem.status)}, {"message", message}}}});
}

}  // namespace hearth::server
