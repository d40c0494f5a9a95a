#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <algorithm>
#include <memory>

#include "exchange/chat_archive.h"
#include "exchange/chat_importers.h"
#include "exchange/hearth_json.h"
#include "reading/zip_archive.h"

namespace hearth::app {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Exchange)
};

ExchangedConversation fromObject(const QJsonObject& object) {
    if (object.value(QStringLiteral("format")).toString() == QLatin1String("hearth-conversation"))
        return fromHearthJson(object);
    if (object.contains(QStringLiteral("mapping"))) return fromChatGpt(object);
    if (object.contains(QStringLiteral("chat")) || object.contains(QStringLiteral("history")))
        return fromOpenWebUi(object);
    const QJsonArray messages = object.value(QStringLiteral("messages")).toArray();
    if (!messages.isEmpty() && messages.first().toObject().contains(QStringLiteral("versions")))
        return fromLmStudio(object);
    throw ImportError(
        Text::tr("This file contains no chats that Hearth can read. It reads its own, and those from "
                 "GPT4All, LM Studio, ChatGPT and Open WebUI."));
}

/// True for an entry that some programs write of a chat without messages: a title, times, empty lists.
bool saysNothing(const QJsonObject& object) {
    return std::none_of(object.begin(), object.end(), [](const QJsonValue& value) {
        return value.isArray() ? !value.toArray().isEmpty() : value.isObject() && !value.toObject().isEmpty();
    });
}

/// Gathers what the entries and files of one import hold.
class Gathering {
public:
    explicit Gathering(const std::stop_token& stop) : m_stop(stop) {}

    bool isStopped() const { return m_stop.stop_requested(); }
    void addEntry(const QJsonValue& entry) {
        if (entry.isNull() || (entry.isObject() && saysNothing(entry.toObject()))) return;
        attempt([&] { keep(fromObject(entry.toObject())); });
    }
    /// A file of JSON or of GPT4All. Throws ImportError where it cannot be read at all.
    void addFile(const QByteArray& file) {
        if (file.startsWith("\xF5\xD5\x53\xCC")) return keep(fromGpt4All(file));
        QJsonParseError problem;
        const QJsonDocument document = QJsonDocument::fromJson(file, &problem);
        if (problem.error != QJsonParseError::NoError)
            throw ImportError(Text::tr("This file cannot be read as a chat (%1 at byte %2).")
                                  .arg(problem.errorString())
                                  .arg(problem.offset));
        if (document.isObject()) return keep(fromObject(document.object()));
        for (const QJsonValue& value : document.array()) {
            if (isStopped()) return;
            addEntry(value);
        }
    }
    void addArchive(ZipArchive& archive) {
        for (const QString& name : chatFilesIn(archive.names())) {
            if (isStopped()) return;
            attempt([&] { addFile(fileIn(archive, name)); });
        }
    }

    /// Throws ImportError where there is nothing.
    ImportedChats taken() {
        if (isStopped()) return {};
        if (m_taken.chats.empty())
            throw ImportError(m_taken.problem.isEmpty() ? Text::tr("This file contains no messages.")
                                                        : m_taken.problem);
        return std::move(m_taken);
    }

private:
    void keep(ExchangedConversation chat) {
        if (!chat.messages.empty()) m_taken.chats.push_back(std::move(chat));
    }
    template <typename Read>
    void attempt(const Read& read) {
        try {
            read();
        } catch (const ImportError& error) {
            ++m_taken.unread;
            if (m_taken.problem.isEmpty()) m_taken.problem = error.message();
        }
    }
    static QByteArray fileIn(ZipArchive& archive, const QString& name) {
        try {
            return archive.read(name);
        } catch (const ArchiveError& error) {
            if (error.reason() == ArchiveError::TooMuch)
                throw ImportError(
                    Text::tr("Its chats have more than %1 MB. Unpack it and import them in parts.")
                        .arg(maxImportBytes >> 20));
            throw ImportError(Text::tr("This archive is damaged or asks for a password."));
        }
    }

    const std::stop_token m_stop;
    ImportedChats m_taken;
};

/// `makeArchive` opens it. Throws ImportError.
template <typename MakeArchive>
ImportedChats importArchiveOf(const MakeArchive& makeArchive, const std::stop_token& stop) {
    Gathering gathering(stop);
    try {
        const std::unique_ptr<ZipArchive> archive = makeArchive();
        gathering.addArchive(*archive);
    } catch (const ArchiveError&) {
        throw ImportError(Text::tr("This archive is damaged or asks for a password."));
    }
    return gathering.taken();
}

}  // namespace

ImportedChats importArchive(const QFile& file, const std::stop_token& stop) {
    return importArchiveOf([&] { return std::make_unique<ZipArchive>(file, maxImportBytes); }, stop);
}

ImportedChats importChats(const QByteArray& file, const std::stop_token& stop) {
    if (file.startsWith(archiveMark))
        return importArchiveOf([&] { return std::make_unique<ZipArchive>(file, maxImportBytes); }, stop);
    Gathering gathering(stop);
    gathering.addFile(file);
    return gathering.taken();
}

}  // namespace hearth::app
