#include "window/window_parts.h"

#include <QSignalSpy>
#include <QtTest>

#include "window_fixture.h"

using namespace hearth;
using namespace hearth::app;
using test::WindowFixture;

class TestWindowParts : public QObject {
    Q_OBJECT

private slots:
    void allOfThemAreMadeAndHandedOn() {
        WindowFixture f;
        QVERIFY(QFileInfo(f.data.filePath("models")).isDir());
        QCOMPARE(f.parts.models.firstFolder, f.data.filePath("models"));
        QCOMPARE(f.parts.session.storeProblem, QString());
        QVERIFY(!f.parts.settings.language.code().isEmpty());
        QVERIFY(f.parts.models.hub.rowCount() > 0);
    }

    void theEngineIsTheOneThatWasGiven() {
        WindowFixture f;
        f.load();
        f.talk("Q");
        QCOMPARE(f.script->requests.size(), size_t{1});
        QVERIFY(f.parts.models.roomForModel() > 0);
    }

    void whatWasChosenIsThereAgain() {
        QTemporaryDir folder;
        qint64 chat = 0;
        {
            WindowFixture f(store::Store::open(folder.path().toStdString()));
            f.load();
            f.talk("Q");
            chat = f.parts.chats.chat.conversationId();
            f.parts.settings.app.flush();
        }
        WindowFixture f(store::Store::open(folder.path().toStdString()));
        QCOMPARE(f.parts.settings.app.window->lastConversation(), chat);
    }
};

QTEST_MAIN(TestWindowParts)
#include "tst_window_parts.moc"
