#pragma once

#include <functional>
#include <memory>
#include <string>

#include "hearth/generator.h"
#include "hearth/routing.h"

namespace hearth {

/// Two models as one: rules that are data decide which of them answers a request (hearth/routing.h). Where
/// only the first tokens can tell, the reply of the small model is held back until they do: then all of it is
/// told, or nothing is, and the large model answers as if it had been asked alone. A large model that cannot
/// answer is replaced by the small one, unless the request or its length leaves no choice. The sink hears of
/// one model only, on the thread of that model.
class RouteGenerator final : public Generator {
public:
    /// One of the two.
    struct Model {
        std::string name;  ///< for errors
        /// The model, which stays loaded while the pointer is held; nullptr: there is no such model any more.
        /// Called when the model is to be asked, on the thread that submits or on that of the other model;
        /// must not wait. Of the two, one at most is held for a request.
        std::function<std::shared_ptr<Generator>()> find;
    };
    RouteGenerator(const RoutingRule& rule, Model small, Model large);
    /// Requests that have not ended continue.
    ~RouteGenerator() override;
    RouteGenerator(const RouteGenerator&) = delete;
    RouteGenerator& operator=(const RouteGenerator&) = delete;

    /// GenerationRequest::prompt is of the model that the rules name. Where that model does not exist any
    /// more, the sink may hear failed() before this returns.
    RequestId submit(GenerationRequest request, ReplySink& sink, Priority priority,
                     const Policy& policy = {}) override;
    void cancel(RequestId id) override;
    void setPriority(RequestId id, Priority priority) override;

private:
    class Request;
    class Core;
    std::shared_ptr<Core> m_core;
};

}  // namespace hearth
