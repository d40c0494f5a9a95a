#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "http/request.h"
#include "http/response.h"
#include "openai/field_reader.h"
#include "server/api_errors.h"

namespace hearth::server {

/// API whose format an answer has.
enum class ApiForm : uint8_t { OpenAi, Anthropic };

/// A request of a client on its way through the server.
struct ApiCall {
    http::Request request;
    std::shared_ptr<http::Response> response;
    std::string route;      ///< as in the figures: "/v1/models/{name}" for every name
    std::string name = {};  ///< the actual text of "{name}"
    ApiForm form = ApiForm::OpenAi;
    std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();

    /// The program that sent the request, by its User-Agent, or its address.
    std::string client() const;
    double elapsedMs() const;
    void refuse(const ApiProblem& problem) const {
        response->send(problem.status, "application/json",
                       form == ApiForm::Anthropic ? anthropicBody(problem) : openAiBody(problem));
    }
};

/// Takes the body out of a request. Throws openai::Refusal for one that is no JSON.
openai::Json takeBody(ApiCall& call);

}  // namespace hearth::server
