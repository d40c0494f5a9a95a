#include "server/api_call.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "hearth/bounded_json.h"
#include "hearth/readable_text.h"
#include "openai/refusal.h"

namespace hearth::server {

std::string ApiCall::client() const {
    constexpr size_t longestName = 60;
    const std::string_view agent = request.header("User-Agent");
    const std::string_view program = agent.substr(0, agent.find(' '));
    return program.empty() ? request.peer : readableText(std::string(program), longestName);
}

double ApiCall::elapsedMs() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
}

openai::Json takeBody(ApiCall& call) {
    openai::Json body = parseOrderedJson(std::exchange(call.request.body, {}));
    if (body.is_discarded())
        throw openai::Refusal{"The body is not valid JSON, or is nested too deeply.", ""};
    return body;
}

}  // namespace hearth::server
