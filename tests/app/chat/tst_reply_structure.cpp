#include "chat/reply_structure.h"

#include <QTemporaryDir>

#include "chat_fixture.h"

using namespace hearth;
using namespace hearth::app;
using hearth::test::ChatFixture;

namespace {

ReplyStructure& structureOf(ChatFixture& f) {
    return *f.chat.structure;
}

}  // namespace

class TestReplyStructure : public QObject {
    Q_OBJECT

private slots:
    void aReplyIsHeldToItAndShownAsATree() {
        ChatFixture f;
        f.load();
        f.script->pieces = {"{\"items\": [", "{\"n\": 1}, ", "{\"n\": 2}", "]}"};
        ReplyStructure& structure = structureOf(f);
        QVERIFY(!structure.isOn() && !structure.isGood());
        structure.setSource("{\"type\": \"object\"}");
        QTRY_VERIFY(structure.isGood());
        structure.setOn(true);
        structure.setWatching(true);
        QVERIFY(!structure.hasReply());
        f.talk("Which?");
        QCOMPARE(f.script->requests.back().grammar,
                 (ReplyGrammar{ReplyGrammar::Kind::JsonSchema, "{\"type\": \"object\"}"}));
        QVERIFY(structure.hasReply() && !structure.isWriting());
        QVERIFY(structure.result()->isWhole());
        QCOMPARE(structure.result()->count(), 6);
        QCOMPARE(structure.result()->table(), QString("n\r\n1\r\n2\r\n"));
        // Off, replies are free again, and the text stays.
        structure.setOn(false);
        f.talk("And now?");
        QCOMPARE(f.script->requests.back().grammar, ReplyGrammar());
        QVERIFY(!structure.source().isEmpty());
    }

    void theTreeGrowsWhileTheReplyIsWritten() {
        ChatFixture f;
        f.load();
        f.script->pieces.assign(200, "1, ");
        f.script->pieces.front() = "[1, ";
        f.script->tokenStep = std::chrono::milliseconds(5);
        structureOf(f).setWatching(true);
        QVERIFY(f.chat.send("Count."));
        QTRY_VERIFY(structureOf(f).isWriting() && structureOf(f).result()->count() > 3);
        const int before = structureOf(f).result()->count();
        QTRY_VERIFY(structureOf(f).result()->count() > before);
        QVERIFY(!structureOf(f).result()->isWhole());
        f.chat.stop();
        f.waitForReply();
        QVERIFY(!structureOf(f).isWriting());
    }

    void reasoningIsNoPartOfTheResult() {
        ChatFixture f;
        f.load();
        f.script->pieces = {"<think>{\"no\": 1}</think>\n", "[true]"};
        structureOf(f).setWatching(true);
        f.talk("Q");
        QCOMPARE(structureOf(f).result()->text(), QString("[true]"));
    }

    void whatCannotBeHonouredIsSaid() {
        ChatFixture f;
        ReplyStructure& structure = structureOf(f);
        structure.setSource("{\"uniqueItems\": true}");
        QTRY_VERIFY(structure.problem().contains("\"uniqueItems\""));
        QVERIFY(!structure.isGood());
        structure.setKind(ReplyStructure::Regex);
        QVERIFY(structure.problem().isEmpty() && structure.source().isEmpty());
        structure.setSource("(");
        QTRY_VERIFY(!structure.problem().isEmpty());
        structure.setKind(ReplyStructure::Object);
        QVERIFY(structure.problem().isEmpty() && structure.isGood());
        structure.setKind(ReplyStructure::Schema);
        QCOMPARE(structure.source(), QString("{\"uniqueItems\": true}"));
        QTRY_VERIFY(!structure.problem().isEmpty());
        structure.setSource(QString(ReplyStructure::mostBytes + 1, u' '));
        QVERIFY(structure.problem().contains("megabyte"));
        QCOMPARE(structure.source(), QString("{\"uniqueItems\": true}"));
    }

    void eachChatKeepsItsOwn() {
        ChatFixture f;
        f.load();
        ReplyStructure& structure = structureOf(f);
        structure.setKind(ReplyStructure::Regex);
        structure.setSource("yes|no");
        structure.setOn(true);
        f.talk("Q");
        const qint64 id = f.chat.conversationId();
        QCOMPARE(f.store->conversations().find(id)->structure,
                 (QJsonObject{{"on", true}, {"kind", "regex"}, {"regex", "yes|no"}}));
        f.chat.open(0);
        QVERIFY(!structure.isOn() && structure.source().isEmpty());
        QCOMPARE(structure.kind(), ReplyStructure::Schema);
        f.chat.open(id);
        QVERIFY(structure.isOn());
        QCOMPARE(structure.source(), QString("yes|no"));
        QTRY_VERIFY(structure.isGood());
        structure.setOn(false);
        QVERIFY(!f.store->conversations().find(id)->structure.contains("on"));
        // Typed text is not lost when the chat is left, or its record read again.
        structure.setSource("yes|no|perhaps");
        f.conversations.rename(id, "Another title");
        QCOMPARE(structure.source(), QString("yes|no|perhaps"));
        structure.setSource("yes|no|maybe");
        f.chat.open(0);
        QCOMPARE(f.store->conversations().find(id)->structure.value("regex").toString(),
                 QString("yes|no|maybe"));
    }

    void aServerHoldsRepliesToWhatItKnows() {
        ChatFixture f;
        ReplyStructure& structure = structureOf(f);
        structure.setKind(ReplyStructure::Regex);
        structure.setSource("yes|no");
        QTRY_VERIFY(structure.isGood());
        structure.setHolder("rack", {.expressions = false, .grammars = true});
        QVERIFY(!structure.isGood());
        QCOMPARE(structure.problem(),
                 QString("rack cannot hold replies to a regular expression. Choose a JSON "
                         "schema, or a model on this computer."));
        structure.setKind(ReplyStructure::Gbnf);
        structure.setSource("root ::= \"a\"");
        QTRY_VERIFY(structure.isGood());
        structure.setHolder("rack", {.expressions = false, .grammars = false});
        QVERIFY(structure.problem().startsWith("rack cannot hold replies to a grammar."));
        structure.setKind(ReplyStructure::Object);
        QTRY_VERIFY(structure.isGood() && structure.problem().isEmpty());
        QCOMPARE(structure.server(), QString("rack"));
        structure.setHolder({}, {});
        structure.setKind(ReplyStructure::Regex);
        QTRY_VERIFY(structure.isGood());
    }

    void examplesAreThereToBeginWith() {
        ChatFixture f;
        ReplyStructure& structure = structureOf(f);
        QCOMPARE(structure.examples().size(), 3);
        structure.useExample(2);
        QVERIFY(structure.source().contains("\"yes\""));
        QTRY_VERIFY(structure.isGood());
        structure.useExample(99);
        structure.setKind(ReplyStructure::Object);
        QVERIFY(structure.examples().isEmpty());
    }

    void filesAreTakenOrRefusedWithASentence() {
        ChatFixture f;
        ReplyStructure& structure = structureOf(f);
        QSignalSpy failed(&f.chat, &ChatController::failed);
        QTemporaryDir folder;
        const auto write = [&](const char* name, const QByteArray& bytes) {
            QFile file(folder.filePath(name));
            if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("not written");
            return QUrl::fromLocalFile(file.fileName());
        };
        structure.readFile(write("good.json", "\xef\xbb\xbf{\"type\": \"string\"}"));
        QCOMPARE(structure.source(), QString("{\"type\": \"string\"}"));
        QVERIFY(failed.isEmpty());
        structure.readFile(write("long.json", QByteArray(ReplyStructure::mostBytes + 1, ' ')));
        structure.readFile(write("image.json", "\xff\xd8\xff"));
        structure.readFile(QUrl::fromLocalFile(folder.filePath("none.json")));
        structure.readFile(QUrl::fromLocalFile(folder.path()));
        QCOMPARE(failed.count(), 4);
        for (const auto& said : failed) QVERIFY(said.at(1).toString().contains(folder.path()));
        QCOMPARE(structure.source(), QString("{\"type\": \"string\"}"));
    }
};

QTEST_GUILESS_MAIN(TestReplyStructure)
#include "tst_reply_structure.moc"
