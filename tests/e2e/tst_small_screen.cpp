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
        for (const char* name : {"Sampling", "Context", "Inspector", "Close the panel"}) inside(name);
        m_window.shoot("small-2-panel");
        m_window.click("Close the panel");
    }

    void theDialogsFit() {
        m_window.click("Message", "text");
        m_window.display().key("ctrl+m");
        for (const char* name : {"Installed", "Discover", "Endpoints", "Close", "Add a file"}) inside(name);
        m_window.shoot("small-3-models");
        m_window.click("Endpoints");
        m_window.click("Add a server");
        for (const char* name : {"Remove", "Save and test"}) inside(name);
        m_window.shoot("small-4-server");
    }
};

QTEST_GUILESS_MAIN(TestSmallScreen)
#include "tst_small_screen.moc"
