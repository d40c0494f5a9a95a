#include "server/routed_reply.h"

#include "server/api_errors.h"

namespace hearth::server {

namespace {

RoutedReply::Order withoutHints(RoutedReply::Order order, const RoutingRule& rule) {
    removeRouteHints(rule, order.request);
    return order;
}

}  // namespace

RoutedReply::RoutedReply(ModelShelf& models, const Routing& routing, std::shared_ptr<CallLog> log,
                         Order order)
    : m_models(models),
      m_routing(routing),
      m_log(std::move(log)),
      m_decision(decideRoute(routing.rule, order.request)),
      m_order(withoutHints(std::move(order), routing.rule)) {
}

void RoutedReply::start() {
    if (m_decision.target == RouteTarget::Large)
        askLarge(m_decision, {});
    else
        askSmall(m_decision, {});
}

bool RoutedReply::mayEscalate(const RouteOutcome& outcome) const {
    return outcome.reason == RouteReason::Easy && m_routing.rule.firstTokens > 0;
}

/// False: there is no such model any more.
bool RoutedReply::begin(const std::string& name, ReplyOrder& order) {
    order.choices = m_order.choices;
    order.model = m_models.find(name);
    if (!order.model) return false;
    order.request = m_order.request;
    // Texts have other tokens in another model.
    order.model->memory->recall(order.request.messages);
    return true;
}

void RoutedReply::refuseModel(const std::string& name) const {
    m_log->refuse(*m_order.call,
                  {404, "There is no model called \"" + name + "\" any more.", "model", "model_not_found"});
}

std::function<void(const ReplyOutcome&)> RoutedReply::recorded(const std::string& name,
                                                               const RouteOutcome& outcome,
                                                               const HeldWriter::Dropped& dropped) const {
    return [self = shared_from_this(), name, outcome, dropped](const ReplyOutcome& ended) {
        self->m_log->record(*self->m_order.call, name, ended);
        if (ended.failed || ended.cancelled) return;
        RouteFigures::Reply reply{.outcome = outcome,
                                  .metrics = ended.metrics,
                                  .droppedTokens = dropped.tokens,
                                  .droppedMs = dropped.ms};
        reply.metrics.generatedTokens = ended.generatedTokens;
        self->m_routing.figures->add(reply);
    };
}

void RoutedReply::askSmall(const RouteOutcome& outcome, const HeldWriter::Dropped& dropped) {
    ReplyOrder order;
    if (!begin(m_routing.small, order)) return refuseModel(m_routing.small);
    order.refused = [self = shared_from_this()](const Error& problem) {
        self->m_log->refuse(*self->m_order.call, problemOf(problem));
    };
    if (!mayEscalate(outcome)) {
        order.writer = [self = shared_from_this(), model = order.model, outcome](const Engine& engine) {
            return self->m_order.writer(engine, model, outcome);
        };
        order.ended = recorded(m_routing.small, outcome, dropped);
        return startReply(*m_order.call, std::move(order));
    }
    // Who answers is known on the engine's thread alone, before the reply ends.
    const auto answers = std::make_shared<std::optional<RouteOutcome>>(outcome);
    order.writer = [self = shared_from_this(), model = order.model, answers](const Engine& engine) {
        return std::make_unique<HeldWriter>(
            self->m_routing.rule, self->m_order.choices,
            [self, model, answers, &engine](const RouteOutcome& decided) {
                *answers = decided;
                return self->m_order.writer(engine, model, decided);
            },
            [self, answers](const RouteOutcome& decided, const HeldWriter::Dropped& made) {
                answers->reset();
                self->askLarge(decided, made);
            });
    };
    order.ended = [self = shared_from_this(), answers](const ReplyOutcome& ended) {
        if (*answers) self->recorded(self->m_routing.small, **answers, {})(ended);
    };
    startReply(*m_order.call, std::move(order));
}

/// Whether nobody but the large model may answer.
bool RoutedReply::insists(const RouteOutcome& outcome) {
    return outcome.reason == RouteReason::Asked || outcome.reason == RouteReason::Hint ||
           outcome.reason == RouteReason::DoesNotFit;
}

void RoutedReply::askSmallInstead(const RouteOutcome& outcome, const HeldWriter::Dropped& dropped) {
    askSmall({.target = RouteTarget::Small,
              .reason = RouteReason::LargeUnavailable,
              .triedTokens = outcome.triedTokens,
              .meanLogProbability = outcome.meanLogProbability},
             dropped);
}

void RoutedReply::askLarge(const RouteOutcome& outcome, const HeldWriter::Dropped& dropped) {
    ReplyOrder order;
    if (!begin(m_routing.large, order))
        return insists(outcome) ? refuseModel(m_routing.large) : askSmallInstead(outcome, dropped);
    order.writer = [self = shared_from_this(), model = order.model, outcome](const Engine& engine) {
        return self->m_order.writer(engine, model, outcome);
    };
    order.refused = [self = shared_from_this(), outcome, dropped](const Error& problem) {
        if (insists(outcome) || problem.code() == ErrorCode::Cancelled)
            return self->m_log->refuse(*self->m_order.call, problemOf(problem));
        self->askSmallInstead(outcome, dropped);
    };
    order.ended = recorded(m_routing.large, outcome, dropped);
    startReply(*m_order.call, std::move(order));
}

}  // namespace hearth::server
