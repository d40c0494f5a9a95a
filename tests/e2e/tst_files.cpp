// Files into and out of the real window with clicks and keys: chats saved and taken in, files attached.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "support/driven_window.h"
#include "support/small_pdf.h"

class TestFiles : public QObject {
    Q_OBJECT

    DrivenWindow m_window;

    QString query(const char* sql) const { return m_window.query(sql); }
    void key(const QString& name) { m_window.display().key(name); }
    bool shows(const QString& name, const QString& role = {}) {
        return !m_window.tree().find(name, role, 0).role.isEmpty();
    }
    QByteArray read(const QString& name) const {
        QFile file(m_window.folder() + "/" + name);
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QString& name, const QByteArray& bytes) const {
        QFile file(m_window.folder() + "/" + name);
        QVERIFY(file.open(QFile::WriteOnly) && file.write(bytes) == bytes.size());
    }
    /// A saved chat with its messages numbered from 1.
    static QByteArray numberedAnew(QByteArray json) {
        const QJsonDocument chat = QJsonDocument::fromJson(json);
        int number = 0;
        for (const QJsonValue message : chat["messages"].toArray())
            json.replace('"' + message["id"].toString().toUtf8() + '"',
                         "\"#" + QByteArray::number(++number) + '"');
        return json;
    }
    /// Chooses a file in the dialog that is open.
    void choose(const QString& name) {
        QTRY_VERIFY_WITH_TIMEOUT(shows(name, "list item"), 10000);
        m_window.click(name, "list item");
        key("Return");
        QTRY_VERIFY_WITH_TIMEOUT(!shows("Cancel", "push button"), 10000);
    }
    /// Saves the newest chat under a name.
    void save(const QString& name) {
        m_window.click(query("SELECT title FROM conversation ORDER BY updated_at DESC, id DESC"), "list item",
                       3);
        m_window.click("Export", "menu item");
        m_window.click("File name", "text");
        key("ctrl+a");
        m_window.display().type(name);
        m_window.click("Save", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(!read(name).isEmpty(), 10000);
        QTRY_VERIFY_WITH_TIMEOUT(shows("Saved as " + name), 15000);
    }

private slots:
    void cleanup() {
        if (QTest::currentTestFailed()) m_window.shoot("failed-files");
    }

    void initTestCase() {
        if (const QString why = DrivenWindow::whyNot(); !why.isEmpty()) QSKIP(qPrintable(why));
        m_window.setUp();
        m_window.answerBriefly(16);
    }

    void aChatIsSavedAndTakenIn() {
        m_window.send("What do bees make?");
        m_window.waitForReplies(1);
        save("bees.json");
        m_window.shoot("files-1-saved");
        key("ctrl+comma");
        m_window.click("General");
        m_window.click("Import chats", "push button");
        choose("bees.json");
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT count(*) FROM conversation"), QString("2"), 10000);
        QCOMPARE(
            query("SELECT count(*) FROM (SELECT text, role, state FROM message GROUP BY text, role, state "
                  "HAVING count(*) = 2)"),
            QString("2"));
        QCOMPARE(query("SELECT count(DISTINCT tokens) FROM generation"), QString("1"));
        // The copy is open; saved again it is the same file but for the numbers of its messages.
        save("copy.json");
        QCOMPARE(numberedAnew(read("copy.json")), numberedAnew(read("bees.json")));
        m_window.shoot("files-2-taken-in");
    }

    void aChatIsSavedAsMarkdown() {
        save("bees.md");
        const QString text = QString::fromUtf8(read("bees.md"));
        QVERIFY2(text.contains("What do bees make?"), qPrintable(text));
        QVERIFY2(text.contains(query("SELECT text FROM message WHERE role = 2")), qPrintable(text));
    }

    void otherFilesAreRefusedInOneSentence() {
        write("list.json", "[1, 2, 3]");
        key("ctrl+comma");
        m_window.click("General");
        m_window.click("Import chats", "push button");
        choose("list.json");
        QTRY_VERIFY_WITH_TIMEOUT(shows("list.json was not imported"), 10000);
        QCOMPARE(query("SELECT count(*) FROM conversation"), QString("2"));
        m_window.shoot("files-3-refused");
    }

    void textsAndPdfsGoWithAMessage() {
        write("notes.txt", "The lighthouse of Amber Bay is 41 metres high.\n");
        write("report.pdf", smallPdf({"The keeper of Amber Bay is called Solveig.", "She has a dog."}));
        write("picture.txt", QByteArray("\x89PNG\r\n\x1a\n\0\0\0\0", 12));
        key("ctrl+n");
        m_window.click("Attach files", "push button");
        choose("notes.txt");
        QTRY_VERIFY_WITH_TIMEOUT(shows("File notes.txt, "), 10000);
        m_window.click("Attach files", "push button");
        choose("report.pdf");
        QTRY_VERIFY_WITH_TIMEOUT(shows("File report.pdf, "), 10000);
        m_window.click("Attach files", "push button");
        choose("picture.txt");
        QTRY_VERIFY_WITH_TIMEOUT(shows("picture.txt was not attached. "), 10000);
        m_window.shoot("files-4-attached");
        m_window.send("Who keeps the lighthouse?");
        m_window.waitForReplies(3);
        QCOMPARE(query("SELECT group_concat(name) FROM (SELECT name FROM attachment ORDER BY name)"),
                 QString("notes.txt,report.pdf"));
        // Both texts were read by the model: about 30 tokens more than the question and its frame.
        QVERIFY(m_window.lastMetric("promptTokens").toInt() > 70);
        m_window.click("Open in the inspector");
        m_window.click("Show the exact prompt");
        QTRY_VERIFY_WITH_TIMEOUT(m_window.tree().dump().contains("Exact prompt"), 5000);
        m_window.shoot("files-5-prompt");
    }

    void everyControlHasAName() {
        QVERIFY2(m_window.tree().unnamedControls().isEmpty(),
                 qPrintable(m_window.tree().unnamedControls().join("; ")));
    }
};

QTEST_GUILESS_MAIN(TestFiles)
#include "tst_files.moc"
