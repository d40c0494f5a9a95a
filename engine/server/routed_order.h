#pragma once

#include "server/model_registry.h"
#include "server/reply_job.h"

namespace hearth::server {

/// Has one of two models answer an order, in place of ReplyOrder::model, and adds its replies to the figures
/// of the routing. Both are looked for when they are needed; `models` outlives the replies.
void routeOrder(ReplyOrder& order, ModelRegistry& models, const Routing& routing);

}  // namespace hearth::server
