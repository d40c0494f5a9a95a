#include "inspector/token_way.h"

#include <QtTest>

#include "../chat/chat_fixture.h"

using namespace hearth;
using namespace hearth::app;

class TestTokenWay : public QObject {
    Q_OBJECT

    static QVariantMap step(const TokenWay& way, const QString& name) {
        for (const QVariant& one : way.steps())
            if (one.toMap()["name"].toString() == name) return one.toMap();
        return {};
    }

private slots:
    void withoutAReplyItSaysWhatToDo() {
        test::ChatFixture f;
        TokenWay way(*f.store, f.engine);
        QVERIFY(way.steps().isEmpty());
        QCOMPARE(way.note(), QString("Send a message: its reply is followed here through the model."));
    }

    // The script's reply: 30 tokens of a prompt, of which 10 were in the cache.
    void aReplyIsFollowedWithItsOwnNumbers() {
        test::ChatFixture f;
        f.load();
        f.talk("Hello");
        TokenWay way(*f.store, f.engine);
        way.setMessage(f.idAt(1));
        QVERIFY(way.steps().isEmpty());  // nobody looks
        way.setShown(true);
        QCOMPARE(way.note(), QString());
        QStringList names;
        for (const QVariant& one : way.steps()) {
            names += one.toMap()["name"].toString();
            QVERIFY(!one.toMap()["why"].toString().isEmpty());
        }
        QCOMPARE(names, (QStringList{"Words", "Tokens", "Cache", "Prompt", "Embedding", "Layers", "Logits",
                                     "Settings", "Choice", "And again"}));
        QVERIFY(step(way, "Tokens")["text"].toString().startsWith("30 tokens in "));
        QCOMPARE(step(way, "Cache")["text"].toString(), QString("10 reused"));
        QVERIFY(step(way, "Prompt")["text"].toString().startsWith("20 tokens in "));
        QVERIFY(step(way, "And again")["text"].toString().startsWith("4 tokens in "));
        QCOMPARE(step(way, "Choice")["text"].toString(), QString("the first token had 50.0 %"));
        way.setMessage(0);
        QVERIFY(way.steps().isEmpty());
        // A person's message has no way through the model.
        way.setMessage(f.idAt(0));
        QVERIFY(way.steps().isEmpty());
    }
};

QTEST_MAIN(TestTokenWay)
#include "tst_token_way.moc"
