#include "cli/batch_answer.h"

#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

#include "openai/reply_json.h"

namespace hearth::cli {

namespace {

using AnswerJson = nlohmann::ordered_json;

std::string finishedLine(const AnswerJson& json) {
    return openai::dumped(json) + "\n";
}

AnswerJson answerTo(const BatchAddress& address, int status, AnswerJson body) {
    const std::string number = std::to_string(address.line);
    return {
        {"id", "batch_req_" + number},
        {"custom_id", address.customId},
        {"response", {{"status_code", status}, {"request_id", "req_" + number}, {"body", std::move(body)}}},
        {"error", nullptr}};
}

}  // namespace

BatchAnswer::BatchAnswer(const std::string& model, BatchAddress address,
                         const openai::CompletionRequest& request, const Tokenizer* tokenizer)
    : m_address(std::move(address)),
      m_answer({.id = (request.kind == openai::Completion::Chat ? "chatcmpl-" : "cmpl-") +
                      std::to_string(m_address.line),
                .model = model,
                .created = std::time(nullptr)},
               request, tokenizer) {
}

std::string BatchAnswer::lineOf(const GenerationResult& result) {
    m_answer.finish(0, result);
    return finishedLine(answerTo(m_address, 200, m_answer.json()));
}

std::string refusalLine(const BatchAddress& address, const openai::Refusal& refusal) {
    return finishedLine(
        answerTo(address, 400,
                 openai::errorJson(refusal.message, "invalid_request_error", refusal.field, refusal.code)));
}

std::string faultLine(const std::optional<std::string>& customId, uint64_t line, const BatchFault& fault) {
    AnswerJson id;
    if (customId) id = *customId;
    return finishedLine({{"custom_id", std::move(id)},
                         {"response", nullptr},
                         {"error", {{"code", fault.code}, {"message", fault.message}, {"line", line}}}});
}

}  // namespace hearth::cli
