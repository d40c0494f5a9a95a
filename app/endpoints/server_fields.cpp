#include "endpoints/server_fields.h"

#include <QJsonDocument>

#include "endpoints/chat_protocol.h"

namespace hearth::app {

namespace {

const QLatin1String otherLimit("max_completion_tokens");
/// As many as the window shows. Each is a line of the answer for every token.
constexpr int shownAlternatives = 8;

bool names(const QByteArray& body, const QString& field) {
    return !field.isEmpty() && body.contains(field.toLatin1());
}

}  // namespace

ServerFields fieldsOf(const Endpoint& endpoint, const QString& model) {
    ServerFields fields;
    const EndpointModel* known = endpoint.find(model);
    fields.contextLength = known == nullptr ? 0 : known->contextLength;
    if (endpoint.program == QLatin1String("vLLM")) {
        fields.thought = QStringLiteral("reasoning");
        fields.forms = ServerFields::Forms::StructuredOutputs;
        fields.templateVariables = true;
        fields.alternatives = shownAlternatives;
    } else if (endpoint.program == QLatin1String("llama.cpp")) {
        fields.thought = QStringLiteral("reasoning_content");
        fields.forms = ServerFields::Forms::Grammar;
        fields.templateVariables = fields.penaltyWindow = true;
        fields.alternatives = shownAlternatives;
        fields.alternativesWithTools = false;
    } else if (endpoint.program == QLatin1String("Hearth")) {
        fields.thought = QStringLiteral("reasoning_content");
        fields.forms = ServerFields::Forms::StructuredOutputs;
        fields.templateVariables = true;
        fields.alternatives = shownAlternatives;
    }
    return fields;
}

ModelOffers offersOf(const EngineInfo& info) {
    if (info.serverHost.empty()) return {};
    Endpoint server;
    server.program = QString::fromStdString(info.device.name);
    const ServerFields fields = fieldsOf(server, {});
    return {.expressions = canAskFor(fields, {ReplyGrammar::Kind::Regex, "a"}),
            .grammars = canAskFor(fields, {ReplyGrammar::Kind::Gbnf, "root ::= \"a\""}),
            .penaltyWindow = fields.penaltyWindow,
            .unseenTemplate = fields.templateVariables};
}

bool canAskFor(const ServerFields& fields, const ReplyGrammar& grammar) {
    using Kind = ReplyGrammar::Kind;
    switch (grammar.kind) {
        case Kind::Regex:
            return fields.forms == ServerFields::Forms::StructuredOutputs;
        case Kind::Gbnf:
            return fields.forms != ServerFields::Forms::Json;
        case Kind::JsonSchema:
            return QJsonDocument::fromJson(QByteArray::fromStdString(grammar.source)).isObject();
        default:
            return true;
    }
}

std::optional<ServerFields> fieldsAfter(const Refusal& refusal) {
    const QByteArray& body = refusal.body;
    ServerFields fields = refusal.fields;
    // With any status: some call it an error of their own. And some give the chance of the token alone, or no
    // more alternatives than their operator allows.
    if (refusal.status >= 400 && fields.alternatives != ServerFields::notAsked && body.contains("logprobs")) {
        fields.alternatives = fields.alternatives > 0 ? 0 : ServerFields::notAsked;
        return fields;
    }
    if (refusal.status != 400 && refusal.status != 413 && refusal.status != 422) return std::nullopt;
    // Together with its bound the reply may be too long, and the prompt alone not.
    const bool length = refusesLength(refusal.status, body);
    if (length && !refusal.hasLimit) return std::nullopt;
    if (!length && fields.extras && refusesExtras(refusal.status, body)) {
        fields.extras = false;
        return fields;
    }
    if (refusal.hasLimit && (length || names(body, fields.limit))) {
        const bool renamed = fields.limit != otherLimit && names(body, otherLimit);
        fields.limit = renamed ? QString(otherLimit) : QString();
        return fields;
    }
    if (fields.drawnSeed && !refusal.chosenSeed && body.contains("seed")) {
        fields.drawnSeed = false;
        return fields;
    }
    if (names(body, fields.thought)) {
        fields.thought.clear();
        fields.takesThoughts = false;
        return fields;
    }
    return std::nullopt;
}

}  // namespace hearth::app
