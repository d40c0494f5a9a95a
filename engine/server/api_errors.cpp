#include "server/api_errors.h"

#include <nlohmann/json.hpp>

#include "openai/reply_json.h"
#include "server/server_errors.h"

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
    switch (error.code()) {
        case ErrorCode::ContextFull:
            problem.code = "context_length_exceeded";
            problem.field = promptField;
            break;
        case ErrorCode::BadInput:
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
    return openai::dumped(
        openai::errorJson(problem.message, typeOf(problem.status), problem.field, problem.code));
}

std::string anthropicBody(const ApiProblem& problem) {
    return openai::dumped(
        {{"type", "error"}, {"error", {{"type", typeOf(problem.status)}, {"message", problem.message}}}});
}

}  // namespace hearth::server
