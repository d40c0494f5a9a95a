#include "exchange/import_child.h"

#include <sys/stat.h>

#include <QCoreApplication>
#include <QTemporaryDir>
#include <QtEndian>
#include <QtTest>

#include "app/exchange/exchanged_text.h"
#include "exchange/hearth_json.h"
#include "store/picture_table.h"
#include "support/deep_json.h"
#include "support/import_test_main.h"
#include "support/small_picture.h"
#include "support/small_zip.h"

using namespace hearth::app;

class TestImportChild : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString written(const QByteArray& bytes) const {
        QFile file(m_folder.filePath("chats"));
        if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("not written");
        return file.fileName();
    }
    static QString problemOf(const QString& path) {
        try {
            importChatFile(path);
        } catch (const ImportError& error) {
            return error.message();
        }
        return {};
    }
    static QByteArray chatSaying(const char* words) {
        return QByteArray(R"({"title":"T","mapping":{"a":{"message":{"author":{"role":"user"},)"
                          R"("content":{"content_type":"text","parts":["WORDS"]}}}},"current_node":"a"})")
            .replace("WORDS", words);
    }
    static QByteArray record(quint32 kind, const QByteArray& bytes) {
        char head[8];
        qToLittleEndian(kind, head);
        qToLittleEndian(static_cast<quint32>(bytes.size()), head + 4);
        return QByteArray(head, sizeof head) + bytes;
    }
    static QByteArray aChat() {
        store::Message message;
        message.id = 1;
        message.text = QStringLiteral("words");
        ExchangedConversation chat;
        chat.messages = {message};
        return toHearthJson(chat);
    }

private slots:
    /// A chat has gone through two processes and is as it was.
    void allOfAChatComesBack() {
        store::Message question, answer;
        question.id = 1;
        question.text = QString::fromUtf8("Q \xe6\xb8\xaf\xf0\x9f\x98\x80") + QChar(0) + u'x';
        question.activeChild = 2;
        question.pictures = {store::messagePicture({hearth::test::smallPicture(1), "a.png"})};
        answer.id = 2;
        answer.parentId = 1;
        answer.role = store::Role::Assistant;
        answer.text = QStringLiteral("A");
        answer.createdAt = 1LL << 60;
        ExchangedConversation chat;
        chat.conversation.title = QStringLiteral("T");
        chat.conversation.activeRoot = 1;
        chat.conversation.sampling = {{"topK", 5}};
        chat.messages = {question, answer};
        chat.generations[2] = {{1, 2}, {0.5F, 0.25F}, {}, {{"seed", "1"}}, QByteArray(2, '\0')};
        chat.attachments[1] = {{0, 0, QStringLiteral("a.txt"), QStringLiteral("in it"), 5, 2}};
        const QByteArray json = toHearthJson(chat);
        const ImportedChats read = importChatFile(written("[" + json + "," + json + "]"));
        QCOMPARE(read.chats.size(), size_t{2});
        for (const ExchangedConversation& one : read.chats) QCOMPARE(toHearthJson(one), json);
    }

    void archivesAndFilesOfEveryKind() {
        const ImportedChats zip =
            importChatFile(written(smallZip({{"a.json", chatSaying("one")}, {"b.json", "{\"cut"}})));
        QCOMPARE(zip.chats.size(), size_t{1});
        QCOMPARE(visible(zip.chats[0]), QStringList({"user: one"}));
        QCOMPARE(zip.unread, 1);
        QVERIFY(zip.problem.contains("cannot be read as a chat"));
        QCOMPARE(visible(importChatFile(written(chatSaying("two"))).chats.at(0)), QStringList({"user: two"}));
    }

    void whatCannotBeReadIsASentence() {
        QVERIFY(problemOf(written("hello")).startsWith("This file cannot be read as a chat ("));
        QVERIFY(problemOf(written("{}")).startsWith("This file contains no chats"));
        QCOMPARE(problemOf(written("[]")), QString("This file contains no messages."));
        QCOMPARE(problemOf(written("PK\x03\x04zip")),
                 QString("This archive is damaged or asks for a password."));
        QVERIFY(!problemOf(written("{\"mapping\":" + hearth::test::deepJson() + "}")).isEmpty());
    }

    void filesThatAreNone() {
        QTemporaryDir folder;
        const QString pipe = folder.filePath("pipe");
        QCOMPARE(mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
        for (const QString& path : {pipe, folder.path(), QString("/dev/zero"), QString("/nowhere/x.json")})
            QVERIFY2(problemOf(path).startsWith("It could not be read ("), qPrintable(path));
        QFile huge(folder.filePath("huge.json"));
        QVERIFY(huge.open(QFile::WriteOnly) && huge.resize(maxImportBytes + 1));
        QVERIFY(problemOf(huge.fileName()).contains("files up to 512 MB can be imported"));
    }

    void aStopEndsIt() {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(importChatFile(written(chatSaying("x")), stop.get_token()).chats.empty());
    }

    void aChildThatBreaksIsASentence() {
        const QString path = written(chatSaying("x"));
        for (const char* program : {"/bin/false", "/bin/true", "/bin/echo"}) {
            try {
                importChatFile(path, {}, QString::fromLatin1(program));
                QFAIL(program);
            } catch (const ImportError& error) {
                QVERIFY2(error.message().startsWith("It is damaged, or takes"), qPrintable(error.message()));
            }
        }
        QVERIFY_THROWS_EXCEPTION(ImportError, importChatFile(path, {}, "/nowhere/x"));
    }

    void aChildWithoutMemoryIsToldApart() {
        QFile script(m_folder.filePath("script"));
        QVERIFY(script.open(QFile::WriteOnly) && script.write("#!/bin/sh\nexit 3\n") > 0);
        script.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        script.close();
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc,
                                 importChatFile(written(chatSaying("x")), {}, script.fileName()));
    }

    void outputIsTakenInPieces() {
        const QByteArray all =
            record(1, aChat()) + record(1, aChat()) + record(2, QByteArray("\2\0\0\0no", 6));
        for (const qsizetype piece : {1, 7, 1000, 100'000}) {
            ImportOutput output;
            for (qsizetype at = 0; at < all.size(); at += piece) output.take(all.mid(at, piece));
            const ImportedChats read = output.taken();
            QCOMPARE(read.chats.size(), size_t{2});
            QCOMPARE(read.unread, 2);
            QCOMPARE(read.problem, QString("no"));
        }
    }

    /// Output of a child that a stranger's file has taken over.
    void outputThatIsNone_data() {
        QTest::addColumn<QByteArray>("bytes");
        const QByteArray end = record(2, QByteArray(4, '\0'));
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no end") << record(1, aChat());
        QTest::newRow("another kind") << record(3, {}) + end;
        QTest::newRow("too large") << QByteArray("\1\0\0\0\xff\xff\xff\xff", 8);
        QTest::newRow("no JSON") << record(1, "{") + end;
        QTest::newRow("no chat") << record(1, "{}") + end;
        QTest::newRow("a chat of nothing") << record(1, toHearthJson({})) + end;
        QTest::newRow("its messages are no tree")
            << record(1, aChat().replace("\"id\": \"1\"", "\"id\": \"0\"")) + end;
        QTest::newRow("an end that is cut off") << record(1, aChat()) + record(2, "\1");
        QTest::newRow("a long sentence") << record(1, aChat()) + record(2, QByteArray(5000, 'x'));
        QTest::newRow("something after the end") << record(1, aChat()) + end + end;
        QTest::newRow("a byte after the end") << record(1, aChat()) + end + "x";
        QTest::newRow("no chats, and no reason") << end;
    }
    void outputThatIsNone() {
        QFETCH(const QByteArray, bytes);
        ImportOutput output;
        output.take(bytes);
        QVERIFY_THROWS_EXCEPTION(ImportError, output.taken());
    }
};

HEARTH_IMPORT_TEST_MAIN(QCoreApplication, TestImportChild)
#include "tst_import_child.moc"
