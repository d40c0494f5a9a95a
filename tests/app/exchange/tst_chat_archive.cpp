#include "exchange/chat_archive.h"

#include <QTemporaryDir>
#include <QtTest>

#include "app/exchange/exchanged_text.h"
#include "exchange/chat_importers.h"
#include "support/small_zip.h"

using namespace hearth::app;

namespace {

QByteArray chatSaying(const char* text) {
    return QByteArray(R"({"title":"T","mapping":{"a":{"message":{"author":{"role":"user"},)"
                      R"("content":{"content_type":"text","parts":["WORDS"]}}}},"current_node":"a"})")
        .replace("WORDS", text);
}

QStringList wordsOf(const ImportedChats& read) {
    QStringList words;
    for (const ExchangedConversation& chat : read.chats) words += visible(chat);
    return words;
}

QString problemOf(const QByteArray& archive) {
    try {
        importChats(archive);
    } catch (const ImportError& error) {
        return error.message();
    }
    return {};
}

}  // namespace

class TestChatArchive : public QObject {
    Q_OBJECT

private slots:
    void namesSayWhichFilesHoldChats() {
        QCOMPARE(chatFilesIn({"user.json", "chat.html", "conversations.json"}),
                 QStringList({"conversations.json"}));
        QCOMPARE(chatFilesIn({"export/conversations-001.json", "export/conversations-000.json",
                              "export/shared_conversations.json", "export/user.json"}),
                 QStringList({"export/conversations-000.json", "export/conversations-001.json"}));
        QCOMPARE(chatFilesIn({"b/1.conversation.json", "a.json", "gpt4all-x.chat", "notes.txt"}),
                 QStringList({"a.json", "b/1.conversation.json", "gpt4all-x.chat"}));
        QVERIFY(chatFilesIn({"a.png", "conversations"}).isEmpty());
    }

    void everyPartOfAChatGptExportIsRead() {
        const QByteArray archive = smallZip(
            {{"user.json", "{\"id\":1}"},
             {"conversations-001.json", "[" + chatSaying("third") + "]"},
             {"conversations-000.json", "[" + chatSaying("first") + "," + chatSaying("second") + "]"},
             {"file-abc.png", "picture"}});
        QCOMPARE(wordsOf(importChats(archive)), QStringList({"user: first", "user: second", "user: third"}));
        // The same as a file.
        QTemporaryDir folder;
        QFile file(folder.filePath("export.zip"));
        QVERIFY(file.open(QFile::WriteOnly) && file.write(archive) == archive.size());
        file.close();
        QVERIFY(file.open(QFile::ReadOnly));
        QCOMPARE(importArchive(file).chats.size(), size_t{3});
    }

    void oneBrokenFileDoesNotHideTheOthers() {
        const ImportedChats read =
            importChats(smallZip({{"a.json", chatSaying("whole")}, {"b.json", "{\"cut"}, {"c.json", "{}x"}}));
        QCOMPARE(wordsOf(read), QStringList({"user: whole"}));
        QCOMPARE(read.unread, 2);
        QVERIFY2(read.problem.contains("cannot be read as a chat"), qPrintable(read.problem));
    }

    void archivesWithoutChatsSaySo() {
        QCOMPARE(problemOf(smallZip({{"a.png", "x"}})), QString("This file contains no messages."));
        QCOMPARE(problemOf("PK\x03\x04zip"), QString("This archive is damaged or asks for a password."));
        QCOMPARE(problemOf(smallZip({{"a.json", QByteArray(maxImportBytes + 1, ' ')}})),
                 QString("Its chats have more than 512 MB. Unpack it and import them in parts."));
    }
};

QTEST_GUILESS_MAIN(TestChatArchive)
#include "tst_chat_archive.moc"
