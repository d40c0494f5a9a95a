#pragma once

#include <QString>
#include <QVariantMap>

#include "chat/call_runner.h"
#include "inference/reply_calls.h"

namespace hearth::app {

/// What the card of a call shows: "name", "source", "arguments" (for reading), "state" ("asking", "running",
/// "done", "failed", "refused", "stopped", "interrupted"), "status" (the state in words, with how long it
/// took), "result", and whether the chat rests behind it: "canGoOn", "canRepeat".
/// `underWay`: nullptr when it is settled; `rests`: it is the end of a chat in which nothing is under way.
QVariantMap callForPeople(const store::Message& call, const CallRunner::Call* underWay, bool rests);

/// The same of a call that a reply is still writing: state "writing", and the arguments that are there.
QVariantMap writtenCallForPeople(const ReplyCall& call);

/// The same of output that may become text or a call; `tokens`: its length.
QVariantMap withheldForPeople(int tokens);

/// Arguments for reading: a line for each, without JSON's marks where they are simple.
QString readableArguments(const QString& arguments);

}  // namespace hearth::app
