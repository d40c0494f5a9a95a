#include "exchange/hearth_json.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "hearth/error.h"
#include "store/picture_table.h"

namespace hearth::app {

namespace {

constexpr int formatVersion = 1;

struct JsonText {
    Q_DECLARE_TR_FUNCTIONS(Exchange)
};

QString key(const char* name) {
    return QString::fromLatin1(name);
}

/// 64-bit numbers as text: many JSON readers keep only 53 bits of a number.
QJsonValue number(qint64 value) {
    return QString::number(value);
}
qint64 numberOf(const QJsonValue& value) {
    // 0 for a number that is not such an integer, as for a text.
    return value.isString() ? value.toString().toLongLong() : value.toInteger();
}

template <class Number>
QJsonArray arrayOf(const std::vector<Number>& values) {
    QJsonArray array;
    for (const Number value : values) array.append(static_cast<double>(value));
    return array;
}

/// In files of before version 4 of the database a phrase in the recipe; there it is taken out.
std::optional<FinishReason> takeOldFinishReason(QJsonObject& recipe) {
    const QString phrase = recipe.take(key("finishReason")).toString();
    return phrase == key("end of text")    ? std::optional(FinishReason::EndOfText)
           : phrase == key("stop string")  ? std::optional(FinishReason::StopString)
           : phrase == key("length")       ? std::optional(FinishReason::MaxTokens)
           : phrase == key("context full") ? std::optional(FinishReason::ContextFull)
           : phrase == key("cancelled")    ? std::optional(FinishReason::Cancelled)
                                           : std::nullopt;
}

QJsonObject generationToJson(const store::Generation& generation) {
    QJsonObject json{{key("tokens"), arrayOf(generation.tokens)},
                     {key("probabilities"), arrayOf(generation.probabilities)},
                     {key("metrics"), generation.metrics},
                     {key("recipe"), generation.recipe},
                     {key("candidates"), QString::fromLatin1(generation.candidates.toBase64())}};
    if (!generation.toldTokens.isEmpty())
        json.insert(key("toldTokens"), QString::fromLatin1(generation.toldTokens.toBase64()));
    if (generation.finishReason) {
        const std::string_view name = finishReasonName(*generation.finishReason);
        json.insert(key("finishReason"),
                    QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size())));
    }
    return json;
}

store::Generation generationFromJson(const QJsonObject& json) {
    store::Generation generation;
    for (const QJsonValue& value : json.value(key("tokens")).toArray())
        generation.tokens.push_back(value.toInt(-1));
    for (const QJsonValue& value : json.value(key("probabilities")).toArray())
        generation.probabilities.push_back(static_cast<float>(value.toDouble()));
    generation.metrics = json.value(key("metrics")).toObject();
    generation.recipe = json.value(key("recipe")).toObject();
    generation.finishReason = takeOldFinishReason(generation.recipe);
    if (const std::string name = json.value(key("finishReason")).toString().toStdString(); !name.empty())
        generation.finishReason = finishReasonOf(name);
    generation.candidates = QByteArray::fromBase64(json.value(key("candidates")).toString().toLatin1());
    generation.toldTokens = QByteArray::fromBase64(json.value(key("toldTokens")).toString().toLatin1());
    return generation;
}

QJsonArray attachmentsToJson(const std::vector<store::Attachment>& attachments) {
    QJsonArray array;
    for (const store::Attachment& file : attachments) {
        QJsonObject json{{key("name"), file.name},
                         {key("text"), file.text},
                         {key("sizeBytes"), number(file.sizeBytes)},
                         {key("tokens"), file.tokens}};
        if (!file.passage.isEmpty()) json.insert(key("passage"), file.passage);
        array.append(json);
    }
    return array;
}

std::vector<store::Attachment> attachmentsFromJson(const QJsonArray& array) {
    std::vector<store::Attachment> attachments;
    for (const QJsonValue& value : array) {
        const QJsonObject json = value.toObject();
        store::Attachment file;
        file.name = json.value(key("name")).toString();
        file.text = json.value(key("text")).toString();
        file.sizeBytes = numberOf(json.value(key("sizeBytes")));
        file.tokens = json.value(key("tokens")).toInt();
        file.passage = json.value(key("passage")).toObject();
        attachments.push_back(std::move(file));
    }
    return attachments;
}

/// Pictures that are read of one message at most; Hearth writes far fewer.
constexpr qsizetype mostPictures = 1000;

using PictureFiles = std::map<QString, std::shared_ptr<const PictureFile>>;

QJsonArray picturesToJson(const std::vector<store::MessagePicture>& pictures, PictureFiles& files) {
    QJsonArray array;
    for (const store::MessagePicture& picture : pictures) {
        if (picture.file == nullptr) continue;
        files[picture.hash] = picture.file;
        QJsonObject json{
            {key("file"), picture.hash}, {key("name"), picture.name}, {key("at"), number(picture.at)}};
        if (picture.detail != PictureDetail::Auto)
            json.insert(key("detail"), key(picture.detail == PictureDetail::Low ? "low" : "high"));
        array.append(json);
    }
    return array;
}

/// Writes each file once, however many messages have it.
QJsonObject filesToJson(const PictureFiles& files) {
    QJsonObject json;
    for (const auto& [hash, file] : files)
        json.insert(hash, QString::fromLatin1(store::pictureBytes(*file).toByteArray().toBase64()));
    return json;
}

/// Reads the files; leaves out those that are not pictures.
PictureFiles filesFromJson(const QJsonObject& json) {
    PictureFiles files;
    for (auto it = json.begin(); it != json.end(); ++it) {
        try {
            files[it.key()] = store::pictureFile(QByteArray::fromBase64(it->toString().toLatin1()));
        } catch (const Error&) {
            // Its messages note that it is missing.
        }
    }
    return files;
}

PictureDetail detailFromJson(const QJsonValue& value) {
    const QString name = value.toString();
    return name == key("low")    ? PictureDetail::Low
           : name == key("high") ? PictureDetail::High
                                 : PictureDetail::Auto;
}

/// Gives a message its pictures. Notes in its text those that are missing, as in imports from other programs.
void readPictures(store::Message& message, const QJsonArray& array, const PictureFiles& files) {
    const QString text = message.text;
    qsizetype inserted = 0, last = 0;
    for (qsizetype at = 0; at < std::min(array.size(), mostPictures); ++at) {
        const QJsonObject json = array[at].toObject();
        last = std::clamp(static_cast<qsizetype>(numberOf(json.value(key("at")))), last, text.size());
        const auto file = files.find(json.value(key("file")).toString());
        if (file == files.end()) {
            const QString missing = JsonText::tr("[image]") + u'\n';
            message.text.insert(last + inserted, missing);
            inserted += missing.size();
            continue;
        }
        message.pictures.push_back(store::messagePicture(
            {file->second, json.value(key("name")).toString(), detailFromJson(json.value(key("detail")))}));
        message.pictures.back().at = last + inserted;
    }
}

QJsonArray summariesToJson(const std::vector<store::Summary>& summaries) {
    QJsonArray array;
    for (const store::Summary& summary : summaries)
        array.append(QJsonObject{{key("upTo"), number(summary.messageId)},
                                 {key("text"), summary.text},
                                 {key("edited"), summary.edited},
                                 {key("createdAt"), number(summary.createdAt)}});
    return array;
}

std::vector<store::Summary> summariesFromJson(const QJsonArray& array) {
    std::vector<store::Summary> summaries;
    for (const QJsonValue& value : array) {
        const QJsonObject json = value.toObject();
        store::Summary summary;
        summary.messageId = numberOf(json.value(key("upTo")));
        summary.text = json.value(key("text")).toString();
        summary.edited = json.value(key("edited")).toBool();
        summary.createdAt = numberOf(json.value(key("createdAt")));
        // A summary without words would replace its messages by nothing.
        if (!summary.text.trimmed().isEmpty()) summaries.push_back(std::move(summary));
    }
    return summaries;
}

QString roleName(store::Role role) {
    return role == store::Role::User        ? key("user")
           : role == store::Role::Assistant ? key("assistant")
           : role == store::Role::Tool      ? key("tool")
                                            : key("system");
}

}  // namespace

QByteArray toHearthJson(const ExchangedConversation& exchanged) {
    const store::Conversation& conversation = exchanged.conversation;
    const QJsonObject head{{key("title"), conversation.title},
                           {key("titleSource"), static_cast<int>(conversation.titleSource)},
                           {key("systemPrompt"), conversation.systemPrompt},
                           {key("folder"), conversation.folder},
                           {key("pinned"), conversation.pinned},
                           {key("model"), conversation.model},
                           {key("sampling"), conversation.sampling},
                           {key("overflow"), store::overflowName(conversation.overflow)},
                           {key("tools"), conversation.tools},
                           {key("structure"), conversation.structure},
                           {key("documents"), conversation.documents},
                           {key("activeRoot"), number(conversation.activeRoot)},
                           {key("createdAt"), number(conversation.createdAt)},
                           {key("updatedAt"), number(conversation.updatedAt)}};
    QJsonArray messages;
    PictureFiles files;
    for (const store::Message& message : exchanged.messages) {
        QJsonObject json{{key("id"), number(message.id)},
                         {key("parent"), number(message.parentId)},
                         {key("activeChild"), number(message.activeChild)},
                         {key("role"), roleName(message.role)},
                         {key("state"), static_cast<int>(message.state)},
                         {key("text"), message.text},
                         {key("thoughtMs"), number(message.thoughtMs)},
                         {key("figures"), message.figures},
                         {key("error"), message.error},
                         {key("model"), message.model},
                         {key("createdAt"), number(message.createdAt)}};
        if (!message.calls.empty()) json.insert(key("calls"), store::toText(message.calls));
        if (!message.pictures.empty()) json.insert(key("pictures"), picturesToJson(message.pictures, files));
        const auto generation = exchanged.generations.find(message.id);
        if (generation != exchanged.generations.end())
            json.insert(key("generation"), generationToJson(generation->second));
        const auto attachments = exchanged.attachments.find(message.id);
        if (attachments != exchanged.attachments.end())
            json.insert(key("attachments"), attachmentsToJson(attachments->second));
        messages.append(json);
    }
    QJsonObject document{{key("format"), key("hearth-conversation")},
                         {key("version"), formatVersion},
                         {key("conversation"), head},
                         {key("messages"), messages},
                         {key("summaries"), summariesToJson(exchanged.summaries)}};
    if (!files.empty()) document.insert(key("pictures"), filesToJson(files));
    return QJsonDocument(document).toJson();
}

ExchangedConversation fromHearthJson(const QJsonObject& document) {
    const int given = document.value(key("version")).toInt();
    if (given != formatVersion)
        throw ImportError(
            JsonText::tr(
                "This chat was saved by another version of Hearth (format %1; this one reads %2). Update "
                "Hearth to open it.")
                .arg(given)
                .arg(formatVersion));
    ExchangedConversation exchanged;
    store::Conversation& conversation = exchanged.conversation;
    const QJsonObject head = document.value(key("conversation")).toObject();
    conversation.title = head.value(key("title")).toString();
    conversation.titleSource =
        static_cast<store::TitleSource>(qBound(0, head.value(key("titleSource")).toInt(), 2));
    conversation.systemPrompt = head.value(key("systemPrompt")).toString();
    conversation.folder = head.value(key("folder")).toString();
    conversation.pinned = head.value(key("pinned")).toBool();
    conversation.model = head.value(key("model")).toString();
    conversation.sampling = head.value(key("sampling")).toObject();
    conversation.overflow = store::overflowOf(head.value(key("overflow")).toString());
    // The permissions in the file were given by another person.
    conversation.tools = head.value(key("tools")).toObject();
    conversation.tools.remove(key("allowed"));
    conversation.structure = head.value(key("structure")).toObject();
    conversation.documents = head.value(key("documents")).toObject();
    // In a chat from another person questions must not use this person's documents.
    conversation.documents.remove(key("on"));
    conversation.activeRoot = numberOf(head.value(key("activeRoot")));
    conversation.createdAt = numberOf(head.value(key("createdAt")));
    conversation.updatedAt = numberOf(head.value(key("updatedAt")));
    const PictureFiles files = filesFromJson(document.value(key("pictures")).toObject());
    std::set<qint64> seen;
    for (const QJsonValue& value : document.value(key("messages")).toArray()) {
        const QJsonObject json = value.toObject();
        store::Message message;
        message.id = numberOf(json.value(key("id")));
        message.parentId = numberOf(json.value(key("parent")));
        if (message.id <= 0 || (message.parentId != 0 && !seen.contains(message.parentId)) ||
            !seen.insert(message.id).second)
            throw ImportError(
                JsonText::tr("The messages of this chat are inconsistent; the file is damaged."));
        message.activeChild = numberOf(json.value(key("activeChild")));
        const QString role = json.value(key("role")).toString();
        message.role = role == key("user")        ? store::Role::User
                       : role == key("assistant") ? store::Role::Assistant
                       : role == key("tool")      ? store::Role::Tool
                                                  : store::Role::System;
        message.state = static_cast<store::MessageState>(qBound(0, json.value(key("state")).toInt(), 5));
        // Nothing continues a reply that was under way when the file was written.
        if (message.state == store::MessageState::Streaming) message.state = store::MessageState::Stopped;
        message.text = json.value(key("text")).toString();
        message.thoughtMs = numberOf(json.value(key("thoughtMs")));
        message.figures = json.value(key("figures")).toString();
        message.error = json.value(key("error")).toString();
        message.model = json.value(key("model")).toString();
        message.createdAt = numberOf(json.value(key("createdAt")));
        message.calls = store::callsOf(json.value(key("calls")).toString());
        readPictures(message, json.value(key("pictures")).toArray(), files);
        if (json.contains(key("generation")))
            exchanged.generations[message.id] = generationFromJson(json.value(key("generation")).toObject());
        if (json.contains(key("attachments")))
            exchanged.attachments[message.id] = attachmentsFromJson(json.value(key("attachments")).toArray());
        exchanged.messages.push_back(std::move(message));
    }
    exchanged.summaries = summariesFromJson(document.value(key("summaries")).toArray());
    return exchanged;
}

}  // namespace hearth::app
