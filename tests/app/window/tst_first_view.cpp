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
            first = f.parts.chats.chat.conversationId();
            f.parts.chats.chat.open(0);
            f.talk("two");
            second = f.parts.chats.chat.conversationId();
            f.parts.chats.chat.open(0);
            f.parts.settings.app.window->setLastConversation(second);
            f.parts.session.guard.endedWell();
        }
    };

private slots:
    void theLastChatIsOpened() {
        Start s;
        openFirstView(s.f.parts, {}, {});
        QCOMPARE(s.f.parts.chats.chat.conversationId(), s.second);
    }

    void orANewOne() {
        Start s;
        s.f.parts.settings.app.chats->setOpenLastChat(false);
        openFirstView(s.f.parts, {}, {});
        QCOMPARE(s.f.parts.chats.chat.conversationId(), 0);
    }

    void aRestartGoesBackToItsPlace() {
        Start s;
        const qint64 message = s.f.store->messages().ofConversation(s.first).front().id;
        QSignalSpy wanted(&s.f.parts.chats.chat, &ChatController::messageWanted);
        QSignalSpy loading(&s.f.parts.models.engine, &EngineStatus::becameReady);
        openFirstView(s.f.parts, RestartPlace{s.first, message, "other.gguf"}, "named.gguf");
        QCOMPARE(s.f.parts.chats.chat.conversationId(), s.first);
        QCOMPARE(wanted.value(0).value(0).toLongLong(), message);
        QVERIFY(loading.wait());
        QVERIFY(s.f.parts.models.engine.modelPath().endsWith("other.gguf"));
    }

    void theModelThatWasNamedIsLoaded() {
        Start s;
        QSignalSpy loading(&s.f.parts.models.engine, &EngineStatus::becameReady);
        openFirstView(s.f.parts, {}, "named.gguf");
        QVERIFY(loading.wait());
        QVERIFY(s.f.parts.models.engine.modelPath().endsWith("named.gguf"));
    }
};

QTEST_MAIN(TestFirstView)
#include "tst_first_view.moc"
