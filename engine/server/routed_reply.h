#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "server/call_log.h"
#include "server/held_writer.h"
#include "server/reply_job.h"
#include "server/routing.h"

namespace hearth::server {

/// One request that one of two models answers. Whoever answers, the client hears nothing of the other; what
/// either has cached stays. The large model is looked for when it is needed, and the small one is let go of
/// then, so that neither keeps the other's memory.
class RoutedReply : public std::enable_shared_from_this<RoutedReply> {
public:
    using MakeWriter = std::function<std::unique_ptr<ReplyWriter>(
        const Engine& engine, const std::shared_ptr<ServedModel>& model, const RouteOutcome& outcome)>;
    /// A request as its API read it.
    struct Order {
        std::shared_ptr<ApiCall> call;
        GenerationRequest request;
        int choices = 1;
        MakeWriter writer;
    };

    /// The models outlive the reply.
    RoutedReply(ModelShelf& models, const Routing& routing, std::shared_ptr<CallLog> log, Order order);
    /// Decides who begins, and has it begin. From any thread.
    void start();

private:
    /// `dropped`: what the small model made in vain before.
    void askSmall(const RouteOutcome& outcome, const HeldWriter::Dropped& dropped);
    void askSmallInstead(const RouteOutcome& outcome, const HeldWriter::Dropped& dropped);
    void askLarge(const RouteOutcome& outcome, const HeldWriter::Dropped& dropped);
    static bool insists(const RouteOutcome& outcome);
    bool begin(const std::string& name, ReplyOrder& order);
    void refuseModel(const std::string& name) const;
    std::function<void(const ReplyOutcome&)> recorded(const std::string& name, const RouteOutcome& outcome,
                                                      const HeldWriter::Dropped& dropped) const;
    bool mayEscalate(const RouteOutcome& outcome) const;

    ModelShelf& m_models;
    const Routing m_routing;
    const std::shared_ptr<CallLog> m_log;
    const RouteOutcome m_decision;
    const Order m_order;
};

}  // namespace hearth::server
