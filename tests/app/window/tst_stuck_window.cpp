#include "window/stuck_window.h"

#include <QGuiApplication>
#include <QQmlExtensionPlugin>
#include <QQuickStyle>
#include <QTimer>
#include <QWindow>
#include <QtTest>

#include "look/fonts.h"
#include "window/orderly_end.h"

Q_IMPORT_QML_PLUGIN(Hearth_AppPlugin)

using namespace hearth::app;

class TestStuckWindow : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QQuickStyle::setStyle(QStringLiteral("Basic"));
        setUpFonts();
    }

    void theAnswerIsWhatTheWindowSays_data() {
        QTest::addColumn<int>("said");
        QTest::addColumn<HolderChoice>("choice");
        QTest::newRow("quit") << 0 << HolderChoice::Quit;
        QTest::newRow("end the other") << 1 << HolderChoice::EndIt;
        QTest::newRow("wait") << 2 << HolderChoice::Wait;
    }
    void theAnswerIsWhatTheWindowSays() {
        QFETCH(int, said);
        QFETCH(HolderChoice, choice);
        OrderlyEnd end;
        bool shown = false;
        QTimer::singleShot(50, [&] {
            const QWindowList windows = QGuiApplication::topLevelWindows();
            shown = windows.size() == 1 && windows.first()->isVisible();
            QCoreApplication::exit(said);
        });
        QVERIFY(askAboutHolder(4711, end) == choice);
        QVERIFY(shown);
    }

    void aRequestToEndIsAnAnswer() {
        OrderlyEnd end;
        QTimer::singleShot(50, [&] { emit end.requested(); });
        QVERIFY(askAboutHolder(4711, end) == HolderChoice::Quit);
    }
};

QTEST_MAIN(TestStuckWindow)
#include "tst_stuck_window.moc"
