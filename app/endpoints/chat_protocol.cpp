#include "endpoints/chat_protocol.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

namespace hearth::app {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Endpoints)
};

int countOf(const QJsonValue& value) {
    const double number = value.toDouble(-1);
    return number >= 0 && number < 1e9 ? static_cast<int>(number) : -1;
}

double millisecondsOf(const QJsonValue& value) {
    const double number = value.toDouble(-1);
    return number >= 0 && number < 1e12 ? number : -1;
}

/// Parts of calls of tools, as they come in a stream.
std::vector<ToolCallDelta> callsOf(const QJsonArray& list) {
    std::vector<ToolCallDelta> calls;
    for (const QJsonValue& value : list) {
        const QJsonObject object = value.toObject();
        const QJsonObject function = object.value(QLatin1String("function")).toObject();
        ToolCallDelta& call = calls.emplace_back();
        call.index = std::max(0, countOf(object.value(QLatin1String("index"))));
        call.id = object.value(QLatin1String("id")).toString().toStdString();
        call.name = function.value(QLatin1String("name")).toString().toStdString();
        call.arguments = function.value(QLatin1String("arguments")).toString().toStdString();
    }
    return calls;
}

/// float to double without its tail: 0.7 and not 0.69999998.
double shortNumber(float value) {
    return QString::number(static_cast<double>(value), 'g', 6).toDouble();
}

/// Calls with their arguments as texts, which servers take alone.
QJsonArray callsWithTexts(const std::string& calls) {
    QJsonArray list = QJsonDocument::fromJson(QByteArray::fromStdString(calls)).array();
    for (auto entry : list) {
        QJsonObject call = entry.toObject();
        QJsonObject function = call.value(QLatin1String("function")).toObject();
        const QJsonValue arguments = function.value(QLatin1String("arguments"));
        if (arguments.isObject())
            function.insert(
                QStringLiteral("arguments"),
                QString::fromUtf8(QJsonDocument(arguments.toObject()).toJson(QJsonDocument::Compact)));
        call.insert(QStringLiteral("function"), function);
        entry = call;
    }
    return list;
}

QJsonObject messageJson(const ChatMessage& message) {
    QJsonObject json{{QStringLiteral("role"), QString::fromStdString(message.role)},
                     {QStringLiteral("content"), QString::fromStdString(message.content)}};
    if (!message.toolCalls.empty())
        json.insert(QStringLiteral("tool_calls"), callsWithTexts(message.toolCalls));
    if (!message.toolCallId.empty())
        json.insert(QStringLiteral("tool_call_id"), QString::fromStdString(message.toolCallId));
    return json;
}

/// The member of a body that asks for the form of the reply, with a comma before it; empty: any text. By
/// hand: QJsonObject would sort the keys of the schema, and they say in which order the values come.
QByteArray responseFormat(const ReplyGrammar& grammar) {
    if (grammar.kind == ReplyGrammar::Kind::JsonObject) return R"(,"response_format":{"type":"json_object"})";
    if (grammar.kind != ReplyGrammar::Kind::JsonSchema) return {};
    return R"(,"response_format":{"type":"json_schema","json_schema":{"name":"reply","strict":true,"schema":)" +
           QByteArray::fromStdString(grammar.source).trimmed() + "}}";
}

}  // namespace

bool canAskFor(const ReplyGrammar& grammar) {
    using Kind = ReplyGrammar::Kind;
    if (grammar.kind == Kind::Regex || grammar.kind == Kind::Gbnf) return false;
    return grammar.kind != Kind::JsonSchema ||
           QJsonDocument::fromJson(QByteArray::fromStdString(grammar.source)).isObject();
}

QByteArray chatBody(const GenerationRequest& request, const QString& model, bool extras) {
    QJsonArray messages;
    for (const ChatMessage& message : request.messages) messages.append(messageJson(message));
    const SamplingParams& sampling = request.sampling;
    QJsonObject body{{QStringLiteral("model"), model},
                     {QStringLiteral("messages"), messages},
                     {QStringLiteral("stream"), true},
                     {QStringLiteral("stream_options"), QJsonObject{{QStringLiteral("include_usage"), true}}},
                     {QStringLiteral("temperature"), shortNumber(sampling.temperature)},
                     {QStringLiteral("top_p"), shortNumber(sampling.topP)}};
    const QJsonValue tools = QJsonDocument::fromJson(QByteArray::fromStdString(request.templateVariables))
                                 .object()
                                 .value(QLatin1String("tools"));
    if (tools.isArray()) body.insert(QStringLiteral("tools"), tools);
    if (sampling.presencePenalty != 0)
        body.insert(QStringLiteral("presence_penalty"), shortNumber(sampling.presencePenalty));
    if (sampling.frequencyPenalty != 0)
        body.insert(QStringLiteral("frequency_penalty"), shortNumber(sampling.frequencyPenalty));
    if (sampling.maxTokens > 0) body.insert(QStringLiteral("max_tokens"), sampling.maxTokens);
    if (sampling.seed)
        // JSON's numbers are exact up to 2^53.
        body.insert(QStringLiteral("seed"), static_cast<double>(*sampling.seed & ((1ULL << 53U) - 1)));
    QJsonArray stop;
    for (const std::string& text : sampling.stop)
        if (stop.size() < 4) stop.append(QString::fromStdString(text));
    if (!stop.isEmpty()) body.insert(QStringLiteral("stop"), stop);
    if (extras) {
        body.insert(QStringLiteral("top_k"), sampling.topK);
        body.insert(QStringLiteral("min_p"), shortNumber(sampling.minP));
        // llama.cpp's name and vLLM's.
        body.insert(QStringLiteral("repeat_penalty"), shortNumber(sampling.repeatPenalty));
        body.insert(QStringLiteral("repetition_penalty"), shortNumber(sampling.repeatPenalty));
        body.insert(QStringLiteral("repeat_last_n"), sampling.penaltyLastN);
        if (request.continueLast) {
            body.insert(QStringLiteral("continue_final_message"), true);
            body.insert(QStringLiteral("add_generation_prompt"), false);
        }
    }
    QByteArray json = QJsonDocument(body).toJson(QJsonDocument::Compact);
    return json.insert(json.size() - 1, responseFormat(request.grammar));
}

std::optional<ChatChunk> readChunk(const QByteArray& data) {
    ChatChunk chunk;
    if (data.startsWith("[DONE]")) {
        chunk.done = true;
        return chunk;
    }
    QJsonDocument document = QJsonDocument::fromJson(data);
    // Bytes that are no UTF-8 are shown as such; the reply around them is not lost.
    if (document.isNull()) document = QJsonDocument::fromJson(QString::fromUtf8(data).toUtf8());
    if (!document.isObject()) return std::nullopt;
    const QJsonObject object = document.object();
    if (object.contains(QLatin1String("error")) ||
        object.value(QLatin1String("object")) == QLatin1String("error")) {
        chunk.error = errorText(data);
        if (chunk.error.isEmpty()) chunk.error = Text::tr("no reason given");
        return chunk;
    }
    const QJsonObject choice = object.value(QLatin1String("choices")).toArray().first().toObject();
    const QJsonObject delta = choice.value(QLatin1String("delta")).toObject();
    chunk.text = delta.value(QLatin1String("content")).toString().toStdString();
    for (const char* name : {"reasoning_content", "reasoning"})
        if (chunk.reasoning.empty())
            chunk.reasoning = delta.value(QLatin1String(name)).toString().toStdString();
    chunk.calls = callsOf(delta.value(QLatin1String("tool_calls")).toArray());
    chunk.finishReason = choice.value(QLatin1String("finish_reason")).toString();
    const QJsonObject usage = object.value(QLatin1String("usage")).toObject();
    chunk.promptTokens = countOf(usage.value(QLatin1String("prompt_tokens")));
    chunk.completionTokens = countOf(usage.value(QLatin1String("completion_tokens")));
    chunk.cachedTokens = countOf(
        usage.value(QLatin1String("prompt_tokens_details")).toObject().value(QLatin1String("cached_tokens")));
    const QJsonObject timings = object.value(QLatin1String("timings")).toObject();
    if (!timings.isEmpty()) {
        const int processed = countOf(timings.value(QLatin1String("prompt_n")));
        const int cached = std::max(0, countOf(timings.value(QLatin1String("cache_n"))));
        if (processed >= 0) {
            chunk.promptTokens = processed + cached;
            chunk.cachedTokens = cached;
        }
        if (const int made = countOf(timings.value(QLatin1String("predicted_n"))); made >= 0)
            chunk.completionTokens = made;
        chunk.promptMs = millisecondsOf(timings.value(QLatin1String("prompt_ms")));
        chunk.decodeMs = millisecondsOf(timings.value(QLatin1String("predicted_ms")));
    }
    return chunk;
}

std::optional<ModelList> readModels(const QByteArray& json) {
    const QJsonDocument document = QJsonDocument::fromJson(json);
    const QJsonValue data = document.object().value(QLatin1String("data"));
    if (!data.isArray()) return std::nullopt;
    ModelList list;
    for (const QJsonValue& value : data.toArray()) {
        const QJsonObject object = value.toObject();
        EndpointModel model;
        model.id = object.value(QLatin1String("id")).toString();
        if (model.id.isEmpty() || model.id.size() > 500 || list.models.size() >= 1000) continue;
        const int said = countOf(object.value(QLatin1String("max_model_len")));
        const QJsonObject meta = object.value(QLatin1String("meta")).toObject();
        const int served = countOf(meta.value(QLatin1String("n_ctx")));
        const int trained = countOf(meta.value(QLatin1String("n_ctx_train")));
        model.contextLength = std::max(0, said > 0 ? said : served > 0 ? served : trained);
        const QString name = model.id.toLower();
        for (const char* word : {"embed", "bge-", "rerank", "whisper", "tts"})
            if (name.contains(QLatin1String(word))) model.canChat = model.shown = false;
        const QString owner = object.value(QLatin1String("owned_by")).toString();
        if (owner == QLatin1String("vllm")) list.program = QStringLiteral("vLLM");
        if (owner == QLatin1String("llamacpp")) list.program = QStringLiteral("llama.cpp");
        list.models.push_back(std::move(model));
    }
    return list;
}

QString errorText(const QByteArray& body) {
    const QJsonObject object = QJsonDocument::fromJson(body).object();
    const QJsonValue error = object.value(QLatin1String("error"));
    QString text =
        error.isString() ? error.toString() : error.toObject().value(QLatin1String("message")).toString();
    if (text.isEmpty()) text = object.value(QLatin1String("message")).toString();
    if (text.isEmpty()) {
        const QJsonValue detail = object.value(QLatin1String("detail"));
        text = detail.isString() ? detail.toString()
                                 : detail.toArray().first().toObject().value(QLatin1String("msg")).toString();
    }
    return text.simplified().left(300);
}

bool refusesExtras(int status, const QByteArray& body) {
    if (status != 400 && status != 422) return false;
    for (const char* name : {"top_k", "min_p", "repeat_penalty", "repetition_penalty", "repeat_last_n",
                             "continue_final_message", "add_generation_prompt"})
        if (body.contains(name)) return true;
    return false;
}

bool refusesLength(int status, const QByteArray& body) {
    if (status != 400 && status != 413 && status != 422) return false;
    const QJsonObject object = QJsonDocument::fromJson(body).object();
    const QJsonObject error = object.value(QLatin1String("error")).toObject();
    // The identities of OpenAI and of llama.cpp's server.
    if (error.value(QLatin1String("code")) == QLatin1String("context_length_exceeded") ||
        error.value(QLatin1String("type")) == QLatin1String("exceed_context_size_error"))
        return true;
    // vLLM, TGI and TensorRT-LLM have only words for it.
    const QString said = errorText(body).toLower();
    for (const char* words :
         {"maximum context length", "context size", "context length", "context window", "max_model_len",
          "max_seq_len", "maximum sequence length", "inputs` tokens + `max_new_tokens`",
          "inputs` must have less than", "prompt is too long"})
        if (said.contains(QLatin1String(words))) return true;
    return false;
}

QString endpointProblem(int status, const QByteArray& body, const QString& host, bool atForm) {
    const QString said = errorText(body);
    if (status == 401 || status == 403)
        return (atForm ? Text::tr("%1 does not accept the key. Type it again.")
                       : Text::tr("%1 does not accept the key. Correct it under Models, Endpoints."))
            .arg(host);
    // The phrase of the status itself, which web frameworks send, says nothing of a model.
    if (status == 404)
        return said.isEmpty() || said.compare(QLatin1String("not found"), Qt::CaseInsensitive) == 0
                   ? (atForm ? Text::tr("%1 has no such address. Most end in /v1.")
                             : Text::tr("%1 has no such address. Check it under Models, Endpoints."))
                         .arg(host)
                   : Text::tr("%1 says: %2").arg(host, said);
    if (status == 429)
        return Text::tr("%1 is overloaded, or your quota is used up. Try again later.").arg(host);
    if (refusesLength(status, body))
        return Text::tr("The chat is longer than %1 can read: %2").arg(host, said);
    if (status == 503 && said.contains(QLatin1String("oading"), Qt::CaseInsensitive))
        return Text::tr("%1 is still loading its model. Try again in a moment.").arg(host);
    if (!said.isEmpty()) return Text::tr("%1 says: %2").arg(host, said);
    return Text::tr("%1 answered with %2. Check the server's log.").arg(host).arg(status);
}

}  // namespace hearth::app
