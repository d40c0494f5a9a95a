#include "chat/message_texts.h"

#include "chat_fixture.h"
#include "citations/cited_passage.h"

using namespace hearth;
using namespace hearth::app;

class TestMessageTexts : public QObject {
    Q_OBJECT

private slots:
    void asItWasWrittenAndAsItReads() {
        test::ChatFixture f;
        f.script->pieces = {"**Hello** ", "`x`"};
        f.load();
        f.talk("a *star*");
        const MessageTexts& texts = *f.chat.texts;
        QCOMPARE(texts.source(f.idAt(1)), QStringLiteral("**Hello** `x`"));
        // A person's text is not Markdown.
        QCOMPARE(texts.plain(f.idAt(0)), QStringLiteral("a *star*"));
        QCOMPARE(texts.plain(f.idAt(1)), QStringLiteral("Hello x"));
        QCOMPARE(texts.plain(999), QString());
        QCOMPARE(texts.source(999), QString());
    }

    void whatWasSentCanBeOpenedAgain() {
        test::ChatFixture f;
        f.load();
        f.talk("Question");
        const qint64 question = f.idAt(0);
        const auto attach = [&](const QString& name, const QJsonObject& passage) {
            store::Attachment file;
            file.messageId = question;
            file.name = name;
            file.text = "text of " + name;
            file.passage = passage;
            f.store->attachments().insert(file);
        };
        attach("first.md", {});
        CitedPassage passage;
        passage.number = 4;
        passage.path = "/folder/book.md";
        attach("book.md", passage.toJson());
        attach("second.md", {});
        const MessageTexts& texts = *f.chat.texts;
        QCOMPARE(texts.sent(question, 0), QVariantMap({{"name", "first.md"}, {"text", "text of first.md"}}));
        QCOMPARE(texts.sent(question, 1),
                 QVariantMap({{"name", "second.md"}, {"text", "text of second.md"}}));
        QCOMPARE(texts.sent(question, 2), QVariantMap({{"passage", 4}}));
        QVERIFY(texts.sent(question, 3).isEmpty());
        QVERIFY(texts.sent(f.idAt(1), 0).isEmpty());
    }

    void whatIsSelectedAcrossMessages() {
        test::ChatFixture f;
        f.load();
        f.talk("Question");
        const int last = f.rows().count() - 1;
        const QString all = f.chat.texts->selected(0, 0, last, 1000);
        QVERIFY2(all.startsWith("Question") && all.contains("Hello, world."), qPrintable(all));
        QCOMPARE(f.chat.texts->selected(0, 0, 0, 5), QStringLiteral("Quest"));
    }
};

QTEST_GUILESS_MAIN(TestMessageTexts)
#include "tst_message_texts.moc"
