#include "endpoints/chat_protocol.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <cmath>

#include "hearth/data_url.h"
#include "hearth/picture.h"
#include "hearth/reply_text.h"

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

/// Longer texts of tokens, and more alternatives than this, are not kept.
constexpr qsizetype longestToken = 1024;
constexpr size_t mostAlternatives = 64;

/// The text of a token: its bytes where they are told, since a token may be a part of a character.
std::string tokenText(const QJsonObject& token) {
    const QJsonArray bytes = token.value(QLatin1String("bytes")).toArray();
    std::string text;
    for (const QJsonValue& value : bytes) {
        const int byte = value.toInt(-1);
        if (byte < 0 || byte > 255) break;
        text += static_cast<char>(byte);
    }
    if (text.empty() || static_cast<qsizetype>(text.size()) != bytes.size())
        text = token.value(QLatin1String("token")).toString().toStdString();
    return text.substr(0, longestToken);
}

float chanceOf(const QJsonObject& token) {
    // Servers write a large negative number for a token that cannot come, and nothing where they know
    // nothing.
    return static_cast<float>(std::exp(std::min(0.0, token.value(QLatin1String("logprob")).toDouble(-9999))));
}

/// The tokens of a choice's "logprobs".
std::vector<ToldToken> tokensOf(const QJsonObject& choice) {
    std::vector<ToldToken> tokens;
    const QJsonArray list =
        choice.value(QLatin1String("logprobs")).toObject().value(QLatin1String("content")).toArray();
    for (const QJsonValue& value : list) {
        const QJsonObject object = value.toObject();
        ToldToken& token = tokens.emplace_back();
        token.text = tokenText(object);
        token.chance = chanceOf(object);
        for (const QJsonValue& other : object.value(QLatin1String("top_logprobs")).toArray()) {
            if (token.alternatives.size() >= mostAlternatives) break;
            token.alternatives.push_back({tokenText(other.toObject()), chanceOf(other.toObject())});
        }
        std::ranges::stable_sort(token.alternatives, std::ranges::greater(), &ToldToken::Alternative::chance);
    }
    return tokens;
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

/// The thought of an assistant's message and what it says besides.
ReplyTextParts partsOf(const ChatMessage& message) {
    ReplyTextParts parts{message.reasoning, message.content};
    // Some models think twice before they answer.
    while (const auto split = splitReplyText(parts.content)) {
        parts.reasoning += (parts.reasoning.empty() ? "" : "\n\n") + split->reasoning;
        parts.content = split->content;
    }
    return parts;
}

QString dataUrl(const PictureFile& file) {
    return QString::fromStdString(dataUrlOf(pictureMediaType(file.bytes()), file.bytes()));
}

/// Returns the texts and pictures of a message in their order.
QJsonArray contentParts(const ChatMessage& message) {
    QJsonArray parts;
    size_t told = 0;
    const auto tellText = [&](size_t end) {
        if (end <= told) return;
        parts.append(QJsonObject{
            {QStringLiteral("type"), QStringLiteral("text")},
            {QStringLiteral("text"), QString::fromStdString(message.content.substr(told, end - told))}});
        told = end;
    };
    for (const MessagePicture& picture : message.pictures) {
        tellText(std::min(picture.at, message.content.size()));
        QJsonObject url{{QStringLiteral("url"), dataUrl(*picture.file)}};
        // The default is left out, because not every server knows the field.
        if (picture.detail != PictureDetail::Auto)
            url.insert(QStringLiteral("detail"),
                       picture.detail == PictureDetail::Low ? QStringLiteral("low") : QStringLiteral("high"));
        parts.append(QJsonObject{{QStringLiteral("type"), QStringLiteral("image_url")},
                                 {QStringLiteral("image_url"), url}});
    }
    tellText(message.content.size());
    return parts;
}

/// `isBegun`: the server is to go on with it.
QJsonObject messageJson(const ChatMessage& message, const ServerFields& fields, bool isBegun) {
    QJsonObject json{{QStringLiteral("role"), QString::fromStdString(message.role)},
                     {QStringLiteral("content"), QString::fromStdString(message.content)}};
    if (message.role == "assistant") {
        const ReplyTextParts parts = partsOf(message);
        // The server continues reasoning that was cut off.
        if (!parts.content.empty() || !isBegun)
            json.insert(QStringLiteral("content"), QString::fromStdString(parts.content));
        if (!fields.thought.isEmpty() && !parts.reasoning.empty() && (!parts.content.empty() || !isBegun))
            json.insert(fields.thought, QString::fromStdString(parts.reasoning));
    }
    if (!message.pictures.empty()) json.insert(QStringLiteral("content"), contentParts(message));
    if (!message.toolCalls.empty())
        json.insert(QStringLiteral("tool_calls"), callsWithTexts(message.toolCalls));
    if (!message.toolCallId.empty())
        json.insert(QStringLiteral("tool_call_id"), QString::fromStdString(message.toolCallId));
    return json;
}

/// The member of a body that asks for the form of the reply, with a comma before it; empty: any text. By
/// hand: QJsonObject would sort the keys of the schema, and they say in which order the values come.
QByteArray responseFormat(const ReplyGrammar& grammar, ServerFields::Forms forms) {
    using Kind = ReplyGrammar::Kind;
    const auto text = [&] {
        const QByteArray list =
            QJsonDocument(QJsonArray{QString::fromStdString(grammar.source)}).toJson(QJsonDocument::Compact);
        return list.mid(1, list.size() - 2);
    };
    switch (grammar.kind) {
        case Kind::JsonObject:
            return R"(,"response_format":{"type":"json_object"})";
        case Kind::JsonSchema:
            return R"(,"response_format":{"type":"json_schema","json_schema":{"name":"reply","strict":true,"schema":)" +
                   QByteArray::fromStdString(grammar.source).trimmed() + "}}";
        case Kind::Regex:
            return R"(,"structured_outputs":{"regex":)" + text() + '}';
        case Kind::Gbnf:
            return forms == ServerFields::Forms::Grammar
                       ? R"(,"grammar":)" + text()
                       : R"(,"structured_outputs":{"grammar":)" + text() + '}';
        default:
            return {};
    }
}

/// Adds the variables of the chat's template, without the tools, which have a field of their own.
void addTemplateVariables(QJsonObject& body, QJsonObject variables, const ServerFields& fields) {
    variables.remove(QStringLiteral("tools"));
    if (!fields.templateVariables || variables.isEmpty()) return;
    body.insert(QStringLiteral("chat_template_kwargs"), variables);
    // The effort is a field of the protocol as well, for models that have no variable for it.
    const QString effort = QStringLiteral("reasoning_effort");
    if (variables.contains(effort)) body.insert(effort, variables.value(effort));
}

void addExtras(QJsonObject& body, const GenerationRequest& request) {
    const SamplingParams& sampling = request.sampling;
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

}  // namespace

int replyLimit(const GenerationRequest& request, const ServerFields& fields) {
    const int wanted = request.sampling.maxTokens;
    if (wanted <= 0 || fields.limit.isEmpty()) return 0;
    // No reply can be as long as that, and some servers refuse the request because of it.
    return fields.contextLength > 0 && wanted >= fields.contextLength ? 0 : wanted;
}

QByteArray chatBody(const GenerationRequest& request, const QString& model, const ServerFields& fields) {
    QJsonArray messages;
    for (const ChatMessage& message : request.messages)
        messages.append(
            messageJson(message, fields, request.continueLast && &message == &request.messages.back()));
    const SamplingParams& sampling = request.sampling;
    QJsonObject body{{QStringLiteral("model"), model},
                     {QStringLiteral("messages"), messages},
                     {QStringLiteral("stream"), true},
                     {QStringLiteral("stream_options"), QJsonObject{{QStringLiteral("include_usage"), true}}},
                     {QStringLiteral("temperature"), shortNumber(sampling.temperature)},
                     {QStringLiteral("top_p"), shortNumber(sampling.topP)}};
    const QJsonObject variables =
        QJsonDocument::fromJson(QByteArray::fromStdString(request.templateVariables)).object();
    const QJsonValue tools = variables.value(QLatin1String("tools"));
    if (tools.isArray()) body.insert(QStringLiteral("tools"), tools);
    addTemplateVariables(body, variables, fields);
    if (sampling.presencePenalty != 0)
        body.insert(QStringLiteral("presence_penalty"), shortNumber(sampling.presencePenalty));
    if (sampling.frequencyPenalty != 0)
        body.insert(QStringLiteral("frequency_penalty"), shortNumber(sampling.frequencyPenalty));
    if (const int limit = replyLimit(request, fields); limit > 0) body.insert(fields.limit, limit);
    if (sampling.seed)
        // JSON's numbers are exact up to 2^53.
        body.insert(QStringLiteral("seed"), static_cast<double>(*sampling.seed & ((1ULL << 53U) - 1)));
    // All of them: a server that takes fewer says so, and the reply does not run on without a word.
    QJsonArray stop;
    for (const std::string& text : sampling.stop) stop.append(QString::fromStdString(text));
    if (!stop.isEmpty()) body.insert(QStringLiteral("stop"), stop);
    if (request.candidates > 0 && fields.alternatives != ServerFields::notAsked &&
        (fields.alternativesWithTools || !tools.isArray())) {
        body.insert(QStringLiteral("logprobs"), true);
        body.insert(QStringLiteral("top_logprobs"), std::min(request.candidates, fields.alternatives));
    }
    if (fields.extras) addExtras(body, request);
    QByteArray json = QJsonDocument(body).toJson(QJsonDocument::Compact);
    return json.insert(json.size() - 1, responseFormat(request.grammar, fields.forms));
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
        if (chunk.reasoning.empty()) {
            chunk.reasoning = delta.value(QLatin1String(name)).toString().toStdString();
            if (!chunk.reasoning.empty()) chunk.thoughtField = QLatin1String(name);
        }
    chunk.calls = callsOf(delta.value(QLatin1String("tool_calls")).toArray());
    chunk.tokens = tokensOf(choice);
    chunk.finishReason = choice.value(QLatin1String("finish_reason")).toString();
    const QJsonObject usage = object.value(QLatin1String("usage")).toObject();
    chunk.promptTokens = countOf(usage.value(QLatin1String("prompt_tokens")));
    chunk.completionTokens = countOf(usage.value(QLatin1String("completion_tokens")));
    chunk.cachedTokens = countOf(
        usage.value(QLatin1String("prompt_tokens_details")).toObject().value(QLatin1String("cached_tokens")));
    const QJsonObject timings = object.value(QLatin1String("timings")).toObject();
    if (!timings.isEmpty()) {
        const int processed = countOf(timings.value(QLatin1String("prompt_n")));
        const int cached = countOf(timings.value(QLatin1String("cache_n")));
        // Without the second one the first is all that is known, and no whole prompt.
        if (processed >= 0 && cached >= 0) {
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
    QStringList parents;
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
        if (owner == QLatin1String("hearth")) list.program = QStringLiteral("Hearth");
        parents += object.value(QLatin1String("parent")).toString();
        list.models.push_back(std::move(model));
    }
    // An adapter says only whose it is.
    for (qsizetype at = 0; EndpointModel & model : list.models) {
        const QString parent = parents.value(at++);
        const auto found = std::ranges::find(list.models, parent, &EndpointModel::id);
        if (model.contextLength == 0 && !parent.isEmpty() && found != list.models.end())
            model.contextLength = found->contextLength;
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
