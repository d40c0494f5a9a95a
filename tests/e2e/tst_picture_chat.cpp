// A pasted screenshot in the real window, from the question to the erased file, with a tiny model that sees.
#include <QDirIterator>
#include <QFile>
#include <QTest>

#include "support/driven_window.h"

namespace {

QString seeingModel() {
    return QFINDTESTDATA("../reference/vision/llava-next");
}

/// The first bytes of the picture as the store has it.
const QByteArray pngHead = QByteArray::fromHex("89504e470d0a1a0a0000000d494844520000003e0000002d");

}  // namespace

class TestPictureChat : public QObject {
    Q_OBJECT

    DrivenWindow m_window;
    QProcess m_clipboard;
    int m_pictureTokens = 0;

    void key(const QString& name) { m_window.display().key(name); }
    QString query(const char* sql) const { return m_window.query(sql); }
    static bool shows(DrivenWindow& window, const QString& name, const QString& role = {}) {
        return !window.tree().find(name, role, 0).role.isEmpty();
    }
    bool shows(const QString& name, const QString& role = {}) { return shows(m_window, name, role); }
    int metric(const char* name) const { return m_window.lastMetric(name).toInt(); }
    /// Chooses a file in the dialog that is open.
    static void choose(DrivenWindow& window, const QString& name) {
        QTRY_VERIFY_WITH_TIMEOUT(shows(window, name, "list item"), 10000);
        window.click(name, "list item");
        window.display().key("Return");
        QTRY_VERIFY_WITH_TIMEOUT(!shows(window, "Cancel", "push button"), 10000);
    }
    /// The files of the cache on disk, but for the one that counts what was written.
    QStringList cachedFiles() const {
        QStringList found;
        for (QDirIterator files(m_window.folder() + "/data/prefixes", QDir::Files,
                                QDirIterator::Subdirectories);
             files.hasNext();)
            if (files.next(); files.fileName() != "written") found += files.fileName();
        return found;
    }
    /// True if a file below the data folder has these bytes in it.
    bool isSomewhere(const QByteArray& bytes) const {
        for (QDirIterator files(m_window.folder() + "/data", QDir::Files, QDirIterator::Subdirectories);
             files.hasNext();) {
            QFile file(files.next());
            if (file.open(QFile::ReadOnly) && file.readAll().contains(bytes)) return true;
        }
        return false;
    }

private slots:
    void cleanup() {
        if (QTest::currentTestFailed()) {
            m_window.shoot("failed-picture-chat");
            qInfo("%s", qPrintable(m_window.tree().dump()));
        }
    }

    void initTestCase() {
        if (const QString why = DrivenWindow::whyNot(); !why.isEmpty()) QSKIP(qPrintable(why));
        m_window.setModel(seeingModel());
        m_window.setUp();
        m_window.answerBriefly(8);
    }

    void aScreenshotIsPastedAndAskedAbout() {
        m_clipboard.start(HEARTH_BINARY_DIR "/tests/clipboard_picture",
                          {QFINDTESTDATA("../reference/vision/picture.png")});
        QVERIFY(m_clipboard.waitForReadyRead(10000));
        m_window.click("Message", "text");
        key("ctrl+v");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Picture 1 of 1, Picture, 62 × 45, "), 10000);
        m_window.shoot("picture-chat-1-pasted");
        m_window.send("What is it?");
        m_window.waitForReplies(1);
        QCOMPARE(query("SELECT count(*) FROM picture"), QString("1"));
        QVERIFY(shows("Picture 1 of 1, 62 × 45"));
        m_pictureTokens = metric("promptTokens") - 40;
        QVERIFY2(m_pictureTokens > 50, qPrintable(QString::number(m_pictureTokens)));
        QCOMPARE(metric("processedTokens"), metric("promptTokens"));
        m_window.shoot("picture-chat-2-answered");
    }

    void theSecondQuestionProcessesNothingOfIt() {
        m_window.send("Sure?");
        m_window.waitForReplies(2);
        QVERIFY(metric("reusedTokens") > m_pictureTokens);
        QVERIFY(metric("processedTokens") < 40);
    }

    void noMoreDoesABranch() {
        key("ctrl+Up");
        QTRY_COMPARE_WITH_TIMEOUT(m_window.tree().find("Message", "text").text, QString("Sure?"), 5000);
        key("ctrl+a");
        m_window.display().type("Why?");
        key("Return");
        m_window.waitForReplies(3);
        QTRY_VERIFY_WITH_TIMEOUT(shows("Version 2 of 2"), 5000);
        QVERIFY(metric("reusedTokens") > m_pictureTokens);
        QVERIFY(metric("processedTokens") < 40);
        QCOMPARE(query("SELECT count(*) FROM picture"), QString("1"));
    }

    void norAStartAnew() {
        m_clipboard.kill();
        m_clipboard.waitForFinished();
        m_window.quit();
        m_window.start();
        QTRY_VERIFY_WITH_TIMEOUT(shows("Picture 1 of 1, 62 × 45"), 10000);
        m_window.send("Yes?");
        m_window.waitForReplies(4);
        QVERIFY(metric("reusedTokens") > m_pictureTokens);
        m_window.shoot("picture-chat-3-restarted");
    }

    void anExportedChatHasItElsewhere() {
        m_window.click(query("SELECT title FROM conversation"), "list item", 3);
        m_window.click("Export", "menu item");
        m_window.click("File name", "text");
        key("ctrl+a");
        m_window.display().type("shot.json");
        m_window.click("Save", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Saved as shot.json"), 15000);
        m_window.quit();

        DrivenWindow other;
        other.setModel(seeingModel());
        other.setUp();
        QVERIFY(QFile::copy(m_window.folder() + "/shot.json", other.folder() + "/shot.json"));
        other.click("Message", "text");
        other.display().key("ctrl+comma");
        other.click("General");
        other.click("Import chats", "push button");
        choose(other, "shot.json");
        QTRY_COMPARE_WITH_TIMEOUT(other.query("SELECT count(*) FROM message"),
                                  query("SELECT count(*) FROM message"), 10000);
        QCOMPARE(other.query("SELECT hash FROM picture"), query("SELECT hash FROM picture"));
        QTRY_VERIFY_WITH_TIMEOUT(shows(other, "Picture 1 of 1, 62 × 45"), 10000);
        other.shoot("picture-chat-4-elsewhere");
        other.quit();
    }

    void anErasedChatLeavesNothingOfIt() {
        m_window.start();
        QVERIFY(!cachedFiles().filter(".picture").isEmpty());
        QVERIFY(isSomewhere(pngHead));
        m_window.click(query("SELECT title FROM conversation"), "list item", 3);
        m_window.click("Delete", "menu item");
        m_window.click("Trash", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Deleted chats"), 5000);
        QCOMPARE(query("SELECT count(*) FROM picture"), QString("1"));
        m_window.click("Erase all", "push button");
        // A second click at once would be a double click, which erases nothing.
        QTest::qWait(600);
        m_window.click("Erase 1 chat for good", "push button");
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT count(*) FROM picture"), QString("0"), 10000);
        QCOMPARE(query("SELECT count(*) FROM conversation"), QString("0"));
        m_window.shoot("picture-chat-5-erased");
        m_window.quit();
        QVERIFY(!isSomewhere(pngHead));
        QCOMPARE(cachedFiles(), QStringList());
    }
};

QTEST_GUILESS_MAIN(TestPictureChat)
#include "tst_picture_chat.moc"
