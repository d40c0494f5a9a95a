#include "documents/document_indexer.h"

#include <dirent.h>
#include <dlfcn.h>

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <cerrno>
#include <string_view>

#include "reading/document_child.h"
#include "store/document_file.h"
#include "store/passage_search.h"
#include "support/played_scans.h"
#include "support/small_documents.h"
#include "support/small_pdf.h"

using namespace hearth::app;
using namespace hearth::app::store;

/// Number of folder entries that can still be listed before the disk fails; -1: it does not fail.
static int listedBeforeFailure = -1;

/// Replaces the function of the system, for this program alone.
extern "C" dirent* readdir(DIR* directory) {
    using Readdir = dirent* (*)(DIR*);
    static const auto real = reinterpret_cast<Readdir>(dlsym(RTLD_NEXT, "readdir"));
    if (listedBeforeFailure == 0) {
        errno = EIO;
        return nullptr;
    }
    if (listedBeforeFailure > 0) --listedBeforeFailure;
    return real(directory);
}

class TestDocumentIndexer : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder, m_data;
    std::unique_ptr<Database> m_database;
    int m_read = 0;  ///< files that the last update looked into

    QString source() const { return m_folder.filePath("docs"); }

    void write(const QString& name, const QByteArray& bytes) {
        const QString path = source() + u'/' + name;
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("not written");
        // Other bytes of the same length within the same tick of the clock are another time all the same.
        static int tick = 0;
        file.setFileTime(QDateTime::fromMSecsSinceEpoch(1'700'000'000'000 + ++tick * 1000),
                         QFileDevice::FileModificationTime);
    }

    DocumentIndexer::Outcome update(const DocumentReader& reader = DocumentReader(), bool retries = true) {
        DocumentTable table(*m_database);
        m_read = 0;
        DocumentIndexer::Hooks hooks;
        hooks.progress = [this](const IndexProgress& progress) { m_read = progress.total; };
        hooks.retries = retries;
        return DocumentIndexer(table, reader, hooks).update(source());
    }

    QStringList found(const QString& query) {
        QStringList places;
        DocumentTable table(*m_database);
        for (const PassageHit& hit : PassageSearch(*m_database).find(query, 10)) {
            const auto passage = table.passage(hit.passageId);
            places += QStringLiteral("%1:%2:%3")
                          .arg(table.find(passage->documentId)->path)
                          .arg(passage->page)
                          .arg(passage->firstLine);
        }
        return places;
    }

private slots:
    void init() {
        m_database.reset();
        removeDocumentFile(m_data.filePath("documents.db").toStdString());
        m_database = openDocumentFile(m_data.filePath("documents.db").toStdString());
        QDir(source()).removeRecursively();
        QDir().mkpath(source());
    }

    void cleanup() { DocumentTable(*m_database).check(); }

    void documentsAreFound() {
        write("town/harbour.md", "# Harbour\n\nShips wait.\n\n## Dues\n\nThe dues are paid at noon.\n");
        write("book.pdf", smallPdf({"Something else", "The lighthouse burns whale oil"}));
        write("notes.txt", "Nothing of note.");
        write("crane.html", "<html>\n<body>\n<p>The crane is out of order.</p>");
        write("tides.docx", smallDocx("<w:p><w:r><w:t>The tide table hangs at the quay.</w:t></w:r></w:p>"));
        QCOMPARE(update(), DocumentIndexer::Outcome::Done);
        QCOMPARE(m_read, 5);
        // Pages and headings say where it is; the lines of what was read from it are not those of the file.
        QCOMPARE(found("crane order"), QStringList{"crane.html:0:0"});
        QCOMPARE(found("tide table"), QStringList{"tides.docx:0:0"});
        QCOMPARE(found("when are dues paid").join(' '), QString("town/harbour.md:0:5"));
        QCOMPARE(found("whale oil"), (QStringList{"book.pdf:2:0"}));
        // By the name of the file.
        QCOMPARE(found("harbour").size(), qsizetype{2});
        QVERIFY(found("no such thing \"( AND * OR NEAR -").isEmpty() ||
                !found("no such thing").contains("book.pdf:2:0"));
    }

    void onlyWhatChangedIsRead() {
        write("a.txt", "alpha");
        write("b.txt", "beta");
        QCOMPARE(update(), DocumentIndexer::Outcome::Done);
        QCOMPARE(update(), DocumentIndexer::Outcome::Done);
        QCOMPARE(m_read, 0);
        const auto passageOf = [this](const QString& query) {
            return PassageSearch(*m_database).find(query, 1).at(0).passageId;
        };
        const qint64 alpha = passageOf("alpha");
        // Touched only: the passages stay the same ones.
        write("a.txt", "alpha");
        write("b.txt", "gamma");
        QCOMPARE(update(), DocumentIndexer::Outcome::Done);
        QCOMPARE(m_read, 2);
        QCOMPARE(passageOf("alpha"), alpha);
        QCOMPARE(found("beta"), QStringList());
        QCOMPARE(found("gamma"), QStringList{"b.txt:0:1"});
        QVERIFY(QFile::remove(source() + "/b.txt"));
        QCOMPARE(update(), DocumentIndexer::Outcome::Done);
        QCOMPARE(found("gamma"), QStringList());
        QCOMPARE(found("alpha"), QStringList{"a.txt:0:1"});
    }

    void whatCannotBeReadIsOneLine() {
        write("good.txt", "alpha");
        write("broken.pdf", "%PDF-1.4\nnothing");
        write("pictures.pdf", smallPdf({""}));
        write("part.pdf", smallPdf({"beta", pictureLine, pictureLine, "gamma", pictureLine}));
        write("password.docx", "\xd0\xcf\x11\xe0");
        write("program", QByteArray("\x7f"
                                    "ELF\0\1",
                                    6));
        write("long.txt", "x");
        QVERIFY(QFile(source() + "/long.txt").resize(1LL << 30));
        QCOMPARE(update(), DocumentIndexer::Outcome::Done);
        DocumentTable table(*m_database);
        const qint64 id = table.sourceOf(source());
        QMap<QString, DocumentProblem> problems;
        for (const DocumentRecord& document : table.problems(id, 100))
            problems[document.path] = document.problem;
        QCOMPARE(problems, (QMap<QString, DocumentProblem>{{"broken.pdf", DocumentProblem::Unreadable},
                                                           {"part.pdf", DocumentProblem::SomePages},
                                                           {"pictures.pdf", DocumentProblem::NoWords},
                                                           {"password.docx", DocumentProblem::Unreadable},
                                                           {"long.txt", DocumentProblem::TooLong}}));
        QCOMPARE(table.counts(id), (SourceCounts{2, 3, 5}));
        // The readable pages are found all the same.
        QCOMPARE(table.find(id, "part.pdf")->detail, QString("2–3, 5"));
        QCOMPARE(found("gamma"), (QStringList{"part.pdf:4:0"}));
        QCOMPARE(update(), DocumentIndexer::Outcome::Done);
        QCOMPARE(m_read, 0);
    }

    void whatPassesIsTriedAgain() {
        write("a.pdf", smallPdf({"alpha"}));
        QCOMPARE(update(DocumentReader("/nowhere/reader")), DocumentIndexer::Outcome::Done);
        DocumentTable table(*m_database);
        const qint64 id = table.sourceOf(source());
        QCOMPARE(table.problems(id, 9).at(0).problem, DocumentProblem::NoAccess);
        QVERIFY(!table.problems(id, 9).at(0).detail.isEmpty());
        // One that takes longer than is waited for, as on a computer that has much to do.
        QFile slow(m_data.filePath("slow"));
        QVERIFY(slow.open(QFile::WriteOnly));
        slow.write("#!/bin/sh\nexec sleep 60\n");
        slow.close();
        QVERIFY(slow.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        QCOMPARE(update(DocumentReader(slow.fileName(), 200)), DocumentIndexer::Outcome::Done);
        QCOMPARE(table.problems(id, 9).at(0).problem, DocumentProblem::TooMuch);
        // Not at every look.
        QCOMPARE(update(DocumentReader(), false), DocumentIndexer::Outcome::Done);
        QCOMPARE(m_read, 0);
        QCOMPARE(update(), DocumentIndexer::Outcome::Done);
        QCOMPARE(m_read, 1);
        QCOMPARE(found("alpha").size(), qsizetype{1});
    }

    void aFolderThatIsNotThereKeepsItsPassages() {
        write("a.txt", "alpha");
        QCOMPARE(update(), DocumentIndexer::Outcome::Done);
        QVERIFY(QDir().rename(source(), m_folder.filePath("elsewhere")));
        QCOMPARE(update(), DocumentIndexer::Outcome::Missing);
        QCOMPARE(found("alpha").size(), qsizetype{1});
        QVERIFY(QDir().rename(m_folder.filePath("elsewhere"), source()));
        QCOMPARE(update(), DocumentIndexer::Outcome::Done);
        QCOMPARE(m_read, 0);
    }

    void anEmptyFolderKeepsItsPassages() {
        write("a.txt", "alpha");
        QCOMPARE(update(), DocumentIndexer::Outcome::Done);
        // As where a disk was mounted.
        QVERIFY(QDir().rename(source(), m_folder.filePath("disk")));
        QVERIFY(QDir().mkdir(source()));
        QCOMPARE(update(), DocumentIndexer::Outcome::Missing);
        QCOMPARE(found("alpha").size(), qsizetype{1});
        // Something else lies there: the file has gone.
        write("b.txt", "beta");
        QCOMPARE(update(), DocumentIndexer::Outcome::Done);
        QCOMPARE(found("alpha"), QStringList());
        QCOMPARE(found("beta").size(), qsizetype{1});
        QVERIFY(QDir(m_folder.filePath("disk")).removeRecursively());
    }

    void aDiskThatFailsLosesNothing() {
        for (int i = 0; i < 20; ++i) write(QStringLiteral("%1.txt").arg(i), "alpha");
        QCOMPARE(update(), DocumentIndexer::Outcome::Done);
        DocumentTable table(*m_database);
        const auto files = [&] { return table.counts(table.sourceOf(source())).files; };
        for (const int listed : {0, 5}) {
            listedBeforeFailure = listed;
            const DocumentIndexer::Outcome outcome = update();
            listedBeforeFailure = -1;
            QCOMPARE(outcome, DocumentIndexer::Outcome::Done);
            QCOMPARE(files(), 20);
        }
        QCOMPARE(update(), DocumentIndexer::Outcome::Done);
        QCOMPARE(m_read, 0);
    }

    void whatHasGoneIsRemovedBesideAFolderThatCannotBeListed() {
        QString deep;
        for (int i = 0; i < 70; ++i) deep += "d/";
        write("a.txt", "alpha");
        write("b/c.txt", "beta");
        write("e.txt", "epsilon");
        QCOMPARE(update(), DocumentIndexer::Outcome::Done);
        write(deep + "deep.txt", "delta");
        QVERIFY(QFile::remove(source() + "/a.txt"));
        QVERIFY(QDir(source() + "/b").removeRecursively());
        QCOMPARE(update(), DocumentIndexer::Outcome::Done);
        QCOMPARE(found("alpha"), QStringList());
        QCOMPARE(found("beta"), QStringList());
        QCOMPARE(found("epsilon").size(), qsizetype{1});
    }

    /// A process that is killed at any moment leaves an index that agrees with its list, and the next one
    /// goes on. HEARTH_KILLS=200 kills that many.
    void aKilledUpdateLosesNothing() {
        const int files = 150;
        for (int i = 0; i < files; ++i)
            write(QStringLiteral("%1.md").arg(i), "# Head\n" + QByteArray("many words here. ").repeated(200) +
                                                      "number" + QByteArray::number(i) + "\n");
        m_database.reset();
        bool given = false;
        const int asked = qEnvironmentVariableIntValue("HEARTH_KILLS", &given);
        quint32 state = 7;
        int killed = 0;
        const int kills = given ? asked : 6;
        // Some end before they are killed.
        for (int round = 0; killed < kills && round < 4 * kills; ++round) {
            // Something changes all the time.
            for (int i = 0; i < 20; ++i)
                write(QStringLiteral("%1.md").arg((round * 20 + i) % (files - 1)),
                      "# Changed\n" + QByteArray("other words here. ").repeated(200) +
                          QByteArray::number(round));
            QProcess child;
            child.start("/proc/self/exe", {"--update", source(), m_data.filePath("documents.db")});
            QVERIFY(child.waitForStarted());
            state = state * 1664525U + 1013904223U;
            if (!child.waitForFinished(static_cast<int>((state >> 16U) % 120))) {
                child.kill();
                QVERIFY(child.waitForFinished());
                ++killed;
            }
            const auto database = openDocumentFile(m_data.filePath("documents.db").toStdString());
            DocumentTable(*database).check();
            QCOMPARE(database->quickCheck(), QString());
        }
        qInfo("killed %d times", killed);
        QVERIFY(killed >= kills || !given);
        m_database = openDocumentFile(m_data.filePath("documents.db").toStdString());
        QCOMPARE(update(), DocumentIndexer::Outcome::Done);
        DocumentTable table(*m_database);
        QCOMPARE(table.counts(table.sourceOf(source())).files, files);
        QCOMPARE(found("number149"), QStringList{"149.md:0:2"});
    }

    /// They wait for the program that reads them, and are read at the next start.
    void picturesAreReadOnceTheirProgramIsThere() {
        hearth::test::PlayedScans scans;
        write("scan.pdf", smallPdf({pictureLine}));
        update();
        DocumentTable table(*m_database);
        const qint64 source = table.sourceOf(this->source());
        QCOMPARE(table.find(source, "scan.pdf")->problem, DocumentProblem::NoWords);
        QCOMPARE(table.find(source, "scan.pdf")->detail, QString(picturesDetail));
        update();
        QCOMPARE(m_read, 0);
        scans.install("Words of a scan");
        update(DocumentReader(), false);
        QCOMPARE(m_read, 0);
        update();
        QCOMPARE(found("scan"), QStringList{"scan.pdf:0:0"});
        update();
        QCOMPARE(m_read, 0);
    }

    void itStopsBetweenFiles() {
        for (int i = 0; i < 5; ++i) write(QStringLiteral("%1.txt").arg(i), "word");
        DocumentTable table(*m_database);
        int allowed = 2;
        DocumentIndexer::Hooks hooks;
        hooks.mayGoOn = [&allowed] { return allowed-- > 0; };
        DocumentIndexer some(table, DocumentReader(), hooks);
        QCOMPARE(some.update(source()), DocumentIndexer::Outcome::Stopped);
        QCOMPARE(found("word").size(), qsizetype{2});
        QCOMPARE(update(), DocumentIndexer::Outcome::Done);
        QCOMPARE(m_read, 3);
        DocumentIndexer(table, DocumentReader(), {}).remove(source());
        QVERIFY(found("word").isEmpty());
        QVERIFY(table.sources().empty());
    }
};

/// Brings a folder up to date, as a process of its own that may be killed.
static int serveUpdate(const char* source, const char* file) {
    const auto database = openDocumentFile(file);
    DocumentTable table(*database);
    return static_cast<int>(DocumentIndexer(table, DocumentReader(), {}).update(QString::fromUtf8(source)));
}

int main(int argc, char* argv[]) {
    if (hearth::test::isPlayedScanProgram(argv)) return hearth::test::playScanProgram(argc, argv);
    if (isDocumentChild(argc, argv)) return serveDocumentText(argc, argv);
    if (argc == 4 && std::string_view(argv[1]) == "--update") return serveUpdate(argv[2], argv[3]);
    QCoreApplication application(argc, argv);
    TestDocumentIndexer test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_document_indexer.moc"
