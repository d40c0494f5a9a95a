#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/runtime/served_script.h"
#include "engine/server/served_answer.h"
#include "server/api_errors.h"
#include "server/call_log.h"
#include "server/routed_order.h"

namespace hearth::test {

/// Two engines with scripts, "little" and "big", and requests that one of them answers.
class ScriptedPair final {
public:
    ScriptedPair() {
        small->pieces = {"I ", "am ", "little."};
        large->pieces = {"I ", "am ", "big."};
        // As of a real model, the first token comes when the number of its request is known.
        small->prefillStep = std::chrono::milliseconds(2);
        routing.small = "little";
        routing.large = "big";
        routing.rule.firstTokens = 2;
        routing.rule.leastMeanLogProbability = -1;
    }
    /// As the scripts say now.
    void load() {
        m_small = servedScript(small);
        m_large = servedScript(large);
        const RequestQueue::Limits limits{.parallel = 2};
        m_models = {std::make_shared<HostedModel>("little", *m_small, limits),
                    std::make_shared<HostedModel>("big", *m_large, limits)};
        offer();
    }
    void forget(const std::string& name) {
        std::erase_if(m_models, [&](const auto& model) { return model->id == name; });
        offer();
    }
    server::ModelRegistry& registry() { return m_shelf; }
    int running() const { return m_shelf.running(); }
    /// Number of requests that an engine was given.
    size_t given(RouteTarget target) {
        const bool isSmall = target == RouteTarget::Small;
        size_t requests = 0;
        runOn(isSmall ? *m_small : *m_large,
              [&](Engine*, const Error*) { requests = (isSmall ? small : large)->priorities.size(); });
        return requests;
    }

    /// Answer to a client: "little certain: 0 I am little.", one reply a line, or the body of the refusal.
    std::string ask(const std::string& text, int choices = 1) {
        GenerationRequest request;
        request.messages.push_back({.role = "user", .content = text, .reasoning = {}, .tokens = {}});
        return ask(std::move(request), choices);
    }
    std::string ask(GenerationRequest request, int choices = 1) {
        const size_t before = log->figures().log().size();
        const std::string answer =
            servedAnswer([&](http::Request asked, std::shared_ptr<http::Response> response) {
                begin(std::move(asked), std::move(response), request, choices);
            });
        // The end is recorded after the answer.
        const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        while ((running() > 0 || log->figures().log().size() == before) &&
               std::chrono::steady_clock::now() < limit)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        const size_t at = answer.find("\r\n\r\n");
        return at == std::string::npos ? answer : answer.substr(at + 4);
    }

    void begin(http::Request asked, std::shared_ptr<http::Response> response, GenerationRequest request,
               int choices = 1) {
        auto call = std::make_shared<server::ApiCall>();
        call->request = std::move(asked);
        call->response = std::move(response);
        call->route = "/x";
        server::ReplyOrder order{
            .request = std::move(request),
            .choices = choices,
            .writer =
                [call, choices](const Engine&, const std::shared_ptr<server::ModelHandle>& model,
                                const std::optional<RouteOutcome>& route) {
                    return std::make_unique<TellingWriter>(
                        call->response,
                        model->name + " " + std::string(routeReasonName(route->reason)) + ": ", choices);
                },
            .refused = [this, call](const Error& error) { log->refuse(*call, server::problemOf(error)); },
            .ended =
                [this, call](const server::ReplyOutcome& outcome) {
                    log->record(*call, outcome.model, outcome);
                }};
        server::routeOrder(order, m_shelf, routing);
        startReply(*call, std::move(order));
    }

    std::shared_ptr<EngineScript> small = std::make_shared<EngineScript>(),
                                  large = std::make_shared<EngineScript>();
    server::Routing routing;
    std::shared_ptr<server::CallLog> log = std::make_shared<server::CallLog>();

private:
    /// Answers with all that it is told, as one text.
    class TellingWriter final : public server::ReplyWriter {
    public:
        TellingWriter(std::shared_ptr<http::Response> response, std::string head, int choices)
            : m_response(std::move(response)),
              m_head(std::move(head)),
              m_texts(static_cast<size_t>(choices)),
              m_isWhole(static_cast<size_t>(choices)) {}
        bool promptProgress(int choice, int done, int total, int) override {
            m_isWhole[static_cast<size_t>(choice)] = done == total;
            return true;
        }
        bool add(int choice, const ReplyDelta& delta) override {
            m_texts[static_cast<size_t>(choice)] += delta.text;
            return true;
        }
        void finish(int choice, const GenerationResult& result) override {
            const std::string& text = m_texts[static_cast<size_t>(choice)];
            const bool isWhole = text == result.text && m_isWhole[static_cast<size_t>(choice)];
            m_head += std::to_string(choice) + " " + text + (isWhole ? "" : " ?") + "\n";
            if (++m_ended == m_texts.size()) m_response->send(200, "text/plain", m_head);
        }
        void fail(const Error& error) override { m_response->send(500, "text/plain", m_head + error.what()); }

    private:
        std::shared_ptr<http::Response> m_response;
        std::string m_head;
        std::vector<std::string> m_texts;
        std::vector<bool> m_isWhole;  ///< the prompt of each
        size_t m_ended = 0;
    };

    void offer() {
        std::vector<server::ModelRegistry::Offer> offers;
        for (const auto& model : m_models) offers.push_back({model->id, model});
        m_shelf.setModels(std::move(offers), std::make_shared<const server::Routing>(routing));
    }

    std::unique_ptr<ModelLoop> m_small, m_large;
    std::vector<std::shared_ptr<HostedModel>> m_models;
    server::ModelRegistry m_shelf;
};

}  // namespace hearth::test
