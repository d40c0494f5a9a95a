#include "chat/title_writer.h"

#include <QtTest>

#include "chat_fixture.h"

using namespace hearth;
using namespace hearth::app;
using test::ChatFixture;

class TestTitleWriter : public QObject {
    Q_OBJECT

private slots:
    void cleansWhatModelsWrite_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("title");
        QTest::newRow("plain") << "Brewing green tea"
                               << "Brewing green tea";
        QTest::newRow("quoted") << "\"Brewing green tea.\""
                                << "Brewing green tea";
        QTest::newRow("labelled") << "**Title: Brewing green tea**"
                                  << "Brewing green tea";
        QTest::newRow("lines") << "\n# Tea\nmore"
                               << "Tea";
        QTest::newRow("thought") << "<think>hm\nhm</think>\nTea"
                                 << "Tea";
        QTest::newRow("unfinished thought") << "<think>hm hm hm"
                                            << "";
        // A model that was told not to think, and closes a thought all the same.
        QTest::newRow("end of a thought") << "</think>\n\nTea"
                                          << "Tea";
        QTest::newRow("end of a thought alone") << "hm\n</think>\n"
                                                << "";
        QTest::newRow("another thought behind it") << "</think>\n\n<think>\nhm"
                                                   << "";
        QTest::newRow("two thoughts") << "<think>a</think><think>b</think>Tea"
                                      << "Tea";
        QTest::newRow("a sentence") << "Sure, here is a title that fits your conversation about tea very well"
                                    << "";
        QTest::newRow("too long") << QString(80, u'x') << "";
        QTest::newRow("the question again") << "Two to six words in the language of the conversation."
                                            << "";
        QTest::newRow("nothing") << " \"\" "
                                 << "";
        QTest::newRow("other script")
            << QStringLiteral("「緑茶の淹れ方」") << QStringLiteral("「緑茶の淹れ方」");
    }
    void cleansWhatModelsWrite() {
        QFETCH(QString, text);
        QFETCH(QString, title);
        QCOMPARE(TitleWriter::cleaned(text), title);
    }

    void namesTheConversationAfterItsFirstReply() {
        ChatFixture f;
        f.load();
        f.script->titlePieces = {"\"Green", " tea\""};
        f.talk(QStringLiteral("How do I brew it?"));
        QTRY_COMPARE(f.chat.title(), QStringLiteral("Green tea"));
        QCOMPARE(f.script->titleRequests.size(), 1U);
        // The chat goes along with its tokens, so that only the question is new.
        const GenerationRequest& request = f.script->titleRequests[0];
        QCOMPARE(request.messages.size(), 3U);
        QCOMPARE(request.messages[1].tokens, (std::vector<TokenId>{100, 101, 102, 103}));
        QCOMPARE(request.sampling.temperature, 0.0F);
        QCOMPARE(f.shown().size(), 2);
        QCOMPARE(f.script->priorities.back(), Priority::Background);
        // Only once.
        f.talk(QStringLiteral("And then?"));
        QTest::qWait(50);
        QCOMPARE(f.script->titleRequests.size(), 1U);
    }

    // "Hi" says nothing of what the chat is about; the question after it does.
    void aGreetingIsNoSubject() {
        for (const char* greeting :
             {"hi", "Hi!", "Hello there.", "  hallo  ", "¡Hola!", "你好！", "Bonjour :)"})
            QVERIFY2(TitleWriter::isGreeting(QString::fromUtf8(greeting)), greeting);
        for (const char* question : {"Q", "Hi, what is a hash?", "hit", "", "Translate “hi”"})
            QVERIFY2(!TitleWriter::isGreeting(QString::fromUtf8(question)), question);
        ChatFixture f;
        f.load();
        f.script->titlePieces = {"Hashes"};
        f.talk(QStringLiteral("Hi!"));
        QTest::qWait(50);
        QCOMPARE(f.script->titleRequests.size(), size_t{0});
        QCOMPARE(f.chat.title(), QString("Hi!"));
        f.talk(QStringLiteral("What is a hash?"));
        QTRY_COMPARE(f.chat.title(), QString("Hashes"));
        f.talk(QStringLiteral("And a tree?"));
        QTest::qWait(50);
        QCOMPARE(f.script->titleRequests.size(), size_t{1});
    }

    // It is told not to think, and has room for a thought all the same.
    void aModelThatThinksIsAskedForATitleToo() {
        ChatFixture f;
        f.load();
        f.script->pieces = {"<think>\nhm\n</think>\n\n", "Steep it."};
        f.script->titlePieces = {"<think>\nlet me see\n\nyes\n</think>\n\n", "Green tea\n"};
        f.talk(QStringLiteral("How do I brew it?"));
        QTRY_COMPARE(f.chat.title(), QStringLiteral("Green tea"));
        const GenerationRequest& request = f.script->titleRequests.at(0);
        QCOMPARE(request.templateVariables, std::string("{\"enable_thinking\":false}"));
        QVERIFY(request.sampling.maxTokens > 256 && request.sampling.stop.empty());
    }

    void aPersonsTitleStays() {
        ChatFixture f;
        f.load();
        f.script->titlePieces = {"Model's"};
        f.script->tokenStep = std::chrono::milliseconds(5);
        QVERIFY(f.chat.send(QStringLiteral("Q")));
        f.conversations.rename(f.chat.conversationId(), QStringLiteral("Mine"));
        f.waitForReply();
        QTest::qWait(100);
        QCOMPARE(f.chat.title(), QStringLiteral("Mine"));
    }

    void aMessageGoesFirst() {
        ChatFixture f;
        f.load();
        f.script->titlePieces.assign(1000, "x");
        f.script->tokenStep = std::chrono::milliseconds(2);
        f.talk(QStringLiteral("one"));
        QTest::qWait(30);
        QElapsedTimer timer;
        timer.start();
        f.talk(QStringLiteral("two"));
        QVERIFY2(timer.elapsed() < 1000, "the message waited for the title");
        QCOMPARE(f.chat.title(), QStringLiteral("one"));
    }
};

QTEST_GUILESS_MAIN(TestTitleWriter)
#include "tst_title_writer.moc"
