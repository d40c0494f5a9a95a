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
        QCOMPARE(f.parts.modelsFolder, f.data.filePath("models"));
        QCOMPARE(f.parts.application.chat(), &f.parts.chat);
        QCOMPARE(f.parts.application.inspector(), &f.parts.inspector);
        QCOMPARE(f.parts.application.modelsFolder(), &f.parts.folder);
        QCOMPARE(f.parts.application.storeProblem(), QString());
        QVERIFY(!f.parts.language.code().isEmpty());
        QVERIFY(f.parts.hub.rowCount() > 0);
    }

    void theEngineIsTheOneThatWasGiven() {
        WindowFixture f;
        f.load();
        f.talk("Q");
        QCOMPARE(f.script->requests.size(), size_t{1});
        QVERIFY(WindowParts::roomForModel(f.parts.engine) > 0);
    }

    void whatWasChosenIsThereAgain() {
        QTemporaryDir folder;
        qint64 chat = 0;
        {
            WindowFixture f(store::Store::open(folder.path().toStdString()));
            f.load();
            f.talk("Q");
            chat = f.parts.chat.conversationId();
            f.parts.settings.flush();
        }
        WindowFixture f(store::Store::open(folder.path().toStdString()));
        QCOMPARE(f.parts.settings.lastConversation(), chat);
    }
};

QTEST_MAIN(TestWindowParts)
#include "tst_window_parts.moc"
