#include "window/first_view.h"

#include <QSignalSpy>
#include <QtTest>

#include "window_fixture.h"

using namespace hearth;
using namespace hearth::app;
using test::WindowFixture;

class TestFirstView : public QObject {
    Q_OBJECT

    /// Two chats, the second of which was open last.
    struct Start {
        WindowFixture f;
        qint64 first = 0, second = 0;

        Start() {
            f.load();
            f.talk("one");
            first = f.parts.chat.conversationId();
            f.parts.chat.open(0);
            f.talk("two");
            second = f.parts.chat.conversationId();
            f.parts.chat.open(0);
            f.parts.settings.setLastConversation(second);
            f.parts.guard.endedWell();
        }
    };

private slots:
    void theLastChatIsOpened() {
        Start s;
        openFirstView(s.f.parts, {}, {});
        QCOMPARE(s.f.parts.chat.conversationId(), s.second);
    }

    void orANewOne() {
        Start s;
        s.f.parts.settings.setOpenLastChat(false);
        openFirstView(s.f.parts, {}, {});
        QCOMPARE(s.f.parts.chat.conversationId(), 0);
    }

    void aRestartGoesBackToItsPlace() {
        Start s;
        const qint64 message = s.f.store->messages().ofConversation(s.first).front().id;
        QSignalSpy wanted(&s.f.parts.chat, &ChatController::messageWanted);
        QSignalSpy loading(&s.f.parts.engine, &EngineStatus::becameReady);
        openFirstView(s.f.parts, RestartPlace{s.first, message, "other.gguf"}, "named.gguf");
        QCOMPARE(s.f.parts.chat.conversationId(), s.first);
        QCOMPARE(wanted.value(0).value(0).toLongLong(), message);
        QVERIFY(loading.wait());
        QVERIFY(s.f.parts.engine.modelPath().endsWith("other.gguf"));
    }

    void theModelThatWasNamedIsLoaded() {
        Start s;
        QSignalSpy loading(&s.f.parts.engine, &EngineStatus::becameReady);
        openFirstView(s.f.parts, {}, "named.gguf");
        QVERIFY(loading.wait());
        QVERIFY(s.f.parts.engine.modelPath().endsWith("named.gguf"));
    }
};

QTEST_MAIN(TestFirstView)
#include "tst_first_view.moc"
