// The OpenAI chat protocol as text: what is asked, and what the answers mean. No sockets here.
#pragma once

#include <QByteArray>
#include <QString>
#include <optional>
#include <vector>

#include "endpoints/endpoint.h"
#include "endpoints/server_fields.h"
#include "hearth/generation_request.h"
#include "hearth/reply_delta.h"
#include "hearth/told_token.h"

namespace hearth::app {

/// The body of POST /chat/completions, streaming, for what canAskFor() is true of, with the fields that the
/// server takes. Pictures go as their files are (SendablePictures). Thoughts of earlier replies are never
/// part of a text.
QByteArray chatBody(const GenerationRequest& request, const QString& model, const ServerFields& fields);
/// The bound of the reply that such a body has; 0: none.
int replyLimit(const GenerationRequest& request, const ServerFields& fields);

/// One event of the answer.
struct ChatChunk {
    bool done = false;  ///< "[DONE]"
    std::string text, reasoning;
    QString thoughtField;  ///< name of the field that had the reasoning
    std::vector<ToolCallDelta> calls;
    std::vector<ToldToken> tokens;  ///< as many as the event has texts of, with what else could have come
    QString finishReason;           ///< "stop", "length", …; empty: more comes
    QString error;                  ///< the server's own words
    /// -1: not said.
    int promptTokens = -1, completionTokens = -1, cachedTokens = -1;
    double promptMs = -1, decodeMs = -1;
};
/// nullopt: it is not JSON. Invalid UTF-8 comes as U+FFFD.
std::optional<ChatChunk> readChunk(const QByteArray& data);

/// The models of GET /models, and which program answers; nullopt: it is no such list.
struct ModelList {
    std::vector<EndpointModel> models;
    QString program;
};
std::optional<ModelList> readModels(const QByteArray& json);

/// The server's words in the body of an error, in any of the usual shapes, in one short line; empty: none.
QString errorText(const QByteArray& body);
/// True when a request was refused because of a parameter that the server does not know.
bool refusesExtras(int status, const QByteArray& body);
/// True when a request was refused because the chat is longer than the model's context.
bool refusesLength(int status, const QByteArray& body);
/// One sentence for people. `host` is the server's name. `atForm`: it is read where address and key are
/// typed.
QString endpointProblem(int status, const QByteArray& body, const QString& host, bool atForm = false);

}  // namespace hearth::app
