// Earlier answers in the real window: a question that began a chat, a like one in another chat, which gets
// the answer from then with how far away it is, and "Ask again" by the mouse and by keys. An endpoint plays
// the model, so that it is known who was asked; the vectors are those of a tiny embedding model.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <atomic>

#include "support/driven_window.h"
#include "support/fake_chat_server.h"

namespace {

/// Of the tiny embedding model, which has no words of its own: all that are not here are one to it.
constexpr const char* vocabulary = R"({
    "added_tokens": [{"id": 2, "content": "[CLS]", "special": true}, {"id": 3, "content": "[SEP]", "special": true}],
    "normalizer": {"type": "BertNormalizer", "lowercase": true},
    "pre_tokenizer": {"type": "BertPreTokenizer"},
    "post_processor": {"type": "BertProcessing", "cls": ["[CLS]", 2], "sep": ["[SEP]", 3]},
    "model": {"type": "WordPiece", "unk_token": "[UNK]",
        "vocab": {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "[MASK]": 4, "jar": 5, "?": 6, "bees": 7, "cat": 8}}})";

}  // namespace

class TestLikeQuestions : public QObject {
    Q_OBJECT

    std::atomic<int> m_asked = 0;
    FakeChatServer m_model{[this](const FakeChatServer::Request& request) {
        if (!request.path.endsWith("/models")) {
            if (request.body.contains("Write a title")) return FakeChatServer::reply({"Jars"});
            return FakeChatServer::reply({"Answer ", "number " + QByteArray::number(++m_asked)});
        }
        FakeChatServer::Answer answer;
        const QJsonObject list{{"object", "list"}, {"data", QJsonArray{QJsonObject{{"id", "reader"}}}}};
        answer.type = "application/json";
        answer.pieces = {QJsonDocument(list).toJson()};
        return answer;
    }};
    DrivenWindow m_window;
    bool m_failed = false;

    void key(const QString& name) { m_window.display().key(name); }
    bool shows(const QString& name, const QString& role = {}) {
        return !m_window.tree().find(name, role, 0).role.isEmpty();
    }
    void fill(const QString& field, const QString& text) {
        m_window.click(field, "text");
        key("ctrl+a");
        m_window.display().type(text);
    }
    QString lastReply() const {
        return m_window.query("SELECT text FROM message WHERE role = 2 ORDER BY id DESC");
    }
    void tabTo(const QString& name, const QString& direction = "shift+Tab") {
        for (int i = 0; i < 30 && !m_window.tree().find(name, {}, 0).focused; ++i) key(direction);
        QVERIFY2(m_window.tree().find(name, {}, 0).focused, qPrintable(m_window.tree().dump()));
    }

private slots:
    void initTestCase() {
        if (const QString why = DrivenWindow::whyNot(); !why.isEmpty()) QSKIP(qPrintable(why));
        const QString embedder = m_window.folder() + "/data/models/tiny-embedder";
        QVERIFY(QDir().mkpath(embedder + "/1_Pooling"));
        for (const char* name : {"config.json", "config_sentence_transformers.json", "model.safetensors",
                                 "modules.json", "1_Pooling/config.json"})
            QVERIFY(QFile::copy(HEARTH_SOURCE_DIR "/tests/reference/embeddings/bert-cls/" + QString(name),
                                embedder + '/' + name));
        QFile words(embedder + "/tokenizer.json");
        QVERIFY(words.open(QFile::WriteOnly) && words.write(vocabulary) > 0);
        words.close();
        m_window.setUp();
    }
    void init() {
        if (m_failed) QSKIP("SKIPPED: it goes on from what failed before");
    }
    void cleanup() {
        if (!QTest::currentTestFailed()) return;
        m_failed = true;
        m_window.shoot("failed-like-questions");
        qInfo("%s", qPrintable(m_window.tree().dump()));
    }

    void theModelIsAServer() {
        m_window.click("Models", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Endpoints"), 5000);
        // The embedding model stands under a heading that says what it is for, and is in use already.
        QTRY_VERIFY_WITH_TIMEOUT(shows("Find documents by meaning", "heading"), 10000);
        QTRY_VERIFY_WITH_TIMEOUT(shows("tiny embedder"), 5000);
        m_window.click("tiny embedder");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Use it no longer", "push button"), 5000);
        m_window.shoot("like-questions-1-embedder");
        m_window.click("Endpoints");
        m_window.click("Add a server");
        fill("Name", "desk");
        fill("Address", m_model.address());
        m_window.click("Save and test");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Use reader"), 10000);
        m_window.click("Use reader");
        QTRY_VERIFY_WITH_TIMEOUT(shows("In use reader"), 5000);
        key("Escape");
        QTRY_VERIFY_WITH_TIMEOUT(!shows("In use reader"), 5000);
    }
    void itIsSwitchedOnInTheSettings() {
        key("ctrl+comma");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Documents", "list item"), 5000);
        m_window.click("Documents", "list item");
        const QString name = "Suggest earlier answers to similar questions";
        tabTo(name, "Tab");
        key("space");
        QTRY_VERIFY_WITH_TIMEOUT(m_window.tree().find(name, {}, 0).checked, 5000);
        QVERIFY(!shows("This needs an embedding model"));
        key("Escape");
        QTRY_VERIFY_WITH_TIMEOUT(!shows("Documents", "list item"), 5000);
    }
    void aLikeQuestionGetsTheEarlierAnswer() {
        m_window.send("How many flowers does one jar take?");
        QTRY_COMPARE_WITH_TIMEOUT(lastReply(), QString("Answer number 1"), 20000);
        key("ctrl+n");
        m_window.send("Which number of blossoms fills that jar?");
        // The answer is shown at once, without a word to the server.
        QTRY_VERIFY_WITH_TIMEOUT(
            shows("This is the answer to a question that is close to yours (distance 0.0"), 20000);
        QVERIFY(shows("This is the answer to a question that is close to yours") &&
                m_window.query("SELECT count(*) FROM conversation") == "2");
        QCOMPARE(lastReply(), QString("Answer number 1"));
        QCOMPARE(m_asked.load(), 1);
        QVERIFY(m_window
                    .query("SELECT json_extract(metrics, '$.earlier.question') FROM generation ORDER BY "
                           "message_id DESC")
                    .contains("How many flowers does one jar take?"));
        m_window.shoot("like-questions-2-earlier");
    }
    void askAnewHasTheModelAnswer() {
        m_window.click("Ask again", "push button");
        QTRY_COMPARE_WITH_TIMEOUT(lastReply(), QString("Answer number 2"), 20000);
        QCOMPARE(m_asked.load(), 2);
        QTRY_VERIFY_WITH_TIMEOUT(!shows("This is the answer to a question that is close to yours"), 5000);
    }
    void askAnewByKeys() {
        key("ctrl+n");
        // The sent question is no longer a draft.
        QTRY_COMPARE_WITH_TIMEOUT(m_window.tree().find("Message", "text").text, QString(), 5000);
        m_window.send("What sum of petals makes one jar?");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Ask again", "push button"), 20000);
        QCOMPARE(m_asked.load(), 2);
        tabTo("Ask again");
        m_window.shoot("like-questions-3-keys");
        key("Return");
        QTRY_COMPARE_WITH_TIMEOUT(lastReply(), QString("Answer number 3"), 20000);
        QCOMPARE(m_asked.load(), 3);
    }
    void aQuestionThatMeansSomethingElseIsAsked() {
        key("ctrl+n");
        m_window.send("cat cat bees cat bees bees cat cat bees cat bees");
        QTRY_COMPARE_WITH_TIMEOUT(lastReply(), QString("Answer number 4"), 20000);
        QVERIFY(!shows("Ask again"));
        key("ctrl+comma");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Documents", "list item"), 5000);
        m_window.click("Documents", "list item");
        tabTo("Suggest earlier answers to similar questions", "Tab");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Questions answered so: 2."), 5000);
        m_window.shoot("like-questions-4-saved");
    }
};

QTEST_GUILESS_MAIN(TestLikeQuestions)
#include "tst_like_questions.moc"
