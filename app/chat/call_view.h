#pragma once

#include <QString>
#include <QVariantMap>

#include "chat/call_runner.h"
#include "inference/reply_calls.h"

namespace hearth::app {

/// Contents of the card of a call: "name", "source", "arguments" (for reading), "state" ("asking", "running",
/// "done", "failed", "refused", "stopped", "interrupted"), "status" (the state in words, with its duration),
/// "result", "canGoOn" and "canRepeat". `underWay`: nullptr when the call is settled; `rests`: the call is
/// the last message of a chat in which nothing is under way.
QVariantMap callForPeople(const store::Message& call, const CallRunner::Call* underWay, bool rests);

/// The same for a call that a reply is still writing: state "writing", and the arguments written so far.
QVariantMap writtenCallForPeople(const ReplyCall& call);

/// The same of output that may become text or a call; `tokens`: its length.
QVariantMap withheldForPeople(int tokens);

/// Arguments for reading: a line for each, without JSON's marks if they are simple.
QString readableArguments(const QString& arguments);

}  // namespace hearth::app
