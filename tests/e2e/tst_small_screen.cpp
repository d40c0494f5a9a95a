// The real window on a screen of 800 x 600, smaller than it would like: it fits, and everything can be
// reached.
#include <QTest>

#include "support/driven_window.h"

class TestSmallScreen : public QObject {
    Q_OBJECT

    static constexpr QSize screen{800, 600};
    DrivenWindow m_window;

    void inside(const QString& name, const QString& role = "push button") {
        const auto node = m_window.tree().find(name, role);
        QVERIFY2(!node.role.isEmpty(), qPrintable("not there: " + name + '\n' + m_window.tree().dump()));
        const QRect box = node.extents;
        QVERIFY2(QRect(QPoint(), screen).contains(box), qPrintable(QString("%1 at %2,%3 %4x%5")
                                                                       .arg(name)
                                                                       .arg(box.x())
                                                                       .arg(box.y())
                                                                       .arg(box.width())
                                                                       .arg(box.height())));
    }

private slots:
    void cleanup() {
        if (QTest::currentTestFailed()) m_window.shoot("failed-small");
    }

    void initTestCase() {
        if (const QString why = DrivenWindow::whyNot(); !why.isEmpty()) QSKIP(qPrintable(why));
        m_window.setUp(screen);
    }

    void theWindowFits() {
        inside("Hearth", "frame");
        for (const char* name : {"Model: ", "Settings", "Settings of this chat", "Send", "Attach files"})
            inside(name);
        m_window.shoot("small-1-start");
    }

    void thePanelFits() {
        m_window.click("Settings of this chat");
        for (const char* name : {"Sampling", "Context", "Inspector"}) inside(name, "page tab");
        inside("Close the panel");
        m_window.shoot("small-2-panel");
        m_window.click("Close the panel");
    }

    void theDialogsFit() {
        m_window.click("Message", "text");
        m_window.display().key("ctrl+m");
        for (const char* name : {"Installed", "Discover", "Endpoints"}) inside(name, "page tab");
        for (const char* name : {"Close", "Add a file"}) inside(name);
        m_window.shoot("small-3-models");
        m_window.click("Endpoints");
        m_window.click("Add a server");
        for (const char* name : {"Remove", "Save and test"}) inside(name);
        m_window.shoot("small-4-server");
        m_window.display().key("Escape");
        m_window.display().key("Escape");
    }

    void thePlaceComesBackWhileItCanBeSeen() {
        const auto place = [&] { return m_window.tree().find("Hearth", "frame").extents.topLeft(); };
        const auto restartAt = [&](const QPoint& at) {
            m_window.display().moveWindow("Hearth", at.x(), at.y());
            QTRY_COMPARE(place(), at);
            // Somewhere in what is left of it, for the keys.
            m_window.display().click(at.x() + 40, at.y() + 300);
            m_window.quit();
            m_window.start();
        };
        restartAt({120, 60});
        QCOMPARE(place(), QPoint(120, 60));
        // Too little of its title bar is left: it opens where the desktop puts it.
        restartAt({700, 60});
        QCOMPARE(place(), QPoint(0, 0));
    }

    // As chosen in the settings: the least size of the window, doubled or tripled, is larger than the screen.
    void itFitsAtEverySize_data() {
        QTest::addColumn<QByteArray>("scale");
        for (const char* scale : {"1.5", "2", "3"}) QTest::newRow(scale) << QByteArray(scale);
    }
    void itFitsAtEverySize() {
        QFETCH(QByteArray, scale);
        m_window.click("Message", "text");
        m_window.quit();
        qputenv("QT_SCALE_FACTOR", scale);
        m_window.start();
        qunsetenv("QT_SCALE_FACTOR");
        m_window.shoot("small-5-scaled-" + scale);
        const QRect frame = m_window.tree().find("Hearth", "frame").extents;
        QVERIFY2(frame.width() <= screen.width() && frame.height() <= screen.height(),
                 qPrintable(QString("%1x%2").arg(frame.width()).arg(frame.height())));
        QVERIFY(!m_window.tree().find("Send", "push button").role.isEmpty());
        QVERIFY(!m_window.tree().find("Settings", "push button").role.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestSmallScreen)
#include "tst_small_screen.moc"
