#include "documents/document_library.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "documents/document_search.h"
#include "support/document_test_main.h"
#include "support/small_pdf.h"

using namespace hearth::app;

class TestDocumentLibrary : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<store::Store> m_store;

    QString source() const { return QFileInfo(m_folder->filePath("docs")).canonicalFilePath(); }
    void write(const QString& name, const QByteArray& bytes) const {
        QFile file(source() + u'/' + name);
        if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("not written");
    }
    std::unique_ptr<DocumentLibrary> makeLibrary() const {
        return std::make_unique<DocumentLibrary>(*m_store, m_folder->filePath("documents.db"));
    }
    static QVariant shown(const DocumentLibrary& library, int role, int row = 0) {
        return library.data(library.index(row), role);
    }
    static bool says(const DocumentLibrary& library, const QString& status) {
        return QTest::qWaitFor(
            [&] { return shown(library, DocumentLibrary::StatusRole).toString() == status; }, 60000);
    }

private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QDir(m_folder->path()).mkpath("docs");
        m_store = store::Store::inMemory();
    }

    void foldersOfGpt4AllAreTakenOver() {
        auto library = makeLibrary();
        library->setGpt4AllFolder(m_folder->path());
        QVERIFY(library->gpt4AllFolders().isEmpty());
        store::Database::open((m_folder->path() + "/localdocs_v3.db").toStdString())
            ->execute(("CREATE TABLE folders(id INTEGER PRIMARY KEY, path TEXT);"
                       "INSERT INTO folders(path) VALUES ('/nowhere'), ('" +
                       source() + "')")
                          .toUtf8()
                          .constData());
        QCOMPARE(library->gpt4AllFolders(), QStringList{source()});
        library->addGpt4AllFolders();
        QCOMPARE(library->paths(), QStringList{source()});
        QVERIFY(library->gpt4AllFolders().isEmpty());
    }

    void aFolderIsAddedAndKept() {
        write("a.md", "# One\nalpha\n# Two\nbeta\n");
        write("b.pdf", "%PDF-1.4\n");
        auto library = makeLibrary();
        QCOMPARE(library->add(QUrl::fromLocalFile(source())), QString());
        QCOMPARE(library->count(), 1);
        QCOMPARE(shown(*library, DocumentLibrary::NameRole).toString(), QStringLiteral("docs"));
        QVERIFY(says(*library, "Files: 1 · passages: 2"));
        QCOMPARE(library->passages(), 2);
        QCOMPARE(shown(*library, DocumentLibrary::ProblemCountRole).toInt(), 1);
        const QVariantMap problem = library->problems(0).value(0).toMap();
        QCOMPARE(problem["file"].toString(), QStringLiteral("b.pdf"));
        QVERIFY(problem["reason"].toString().startsWith("It is damaged"));
        QCOMPARE(shown(*library, DocumentLibrary::FractionRole).toDouble(), -1.0);
        // A change is noticed without being asked.
        write("c.txt", "gamma");
        QVERIFY(says(*library, "Files: 2 · passages: 3"));

        library.reset();  // the one before has ended
        library = makeLibrary();
        QCOMPARE(library->paths(), QStringList{source()});
        QVERIFY(says(*library, "Files: 2 · passages: 3"));
    }

    void whatCannotBeAddedIsSaid() {
        auto library = makeLibrary();
        QCOMPARE(library->add(QUrl::fromLocalFile("/nowhere/x")), QStringLiteral("/nowhere/x is not there."));
        QCOMPARE(library->said(), QStringLiteral("/nowhere/x is not there."));
        QCOMPARE(library->add(QUrl::fromLocalFile(source())), QString());
        QCOMPARE(library->said(), QString());
        QCOMPARE(library->add(QUrl::fromLocalFile(source() + "/../docs/")),
                 source() + " has been added before.");
        QCOMPARE(library->count(), 1);
        DocumentLibrary nowhere(*m_store, QString());
        QCOMPARE(nowhere.count(), 0);
        QCOMPARE(nowhere.add(QUrl::fromLocalFile(source())),
                 QStringLiteral("Documents cannot be added while the chats are not kept."));
    }

    void pausedAndRemoved() {
        write("a.txt", "alpha");
        auto library = makeLibrary();
        library->add(QUrl::fromLocalFile(source()));
        library->setPaused(0, true);
        QVERIFY(shown(*library, DocumentLibrary::PausedRole).toBool());
        QVERIFY(shown(*library, DocumentLibrary::StatusRole).toString().startsWith("Paused · "));
        library.reset();  // the one before has ended
        library = makeLibrary();
        QVERIFY(shown(*library, DocumentLibrary::PausedRole).toBool());
        library->setPaused(0, false);
        QVERIFY(says(*library, "Files: 1 · passages: 1"));
        DocumentSearch search(library->file());
        const auto found = [&search] {
            size_t count = 99;
            search.find({"alpha", {}, 5}, [&count](const auto& passages) { count = passages.size(); });
            if (!QTest::qWaitFor([&count] { return count != 99; }, 5000)) qFatal("no answer");
            return count;
        };
        QCOMPARE(found(), size_t{1});
        library->remove(0);
        QCOMPARE(library->count(), 0);
        QTRY_COMPARE(found(), size_t{0});
        library.reset();  // the one before has ended
        library = makeLibrary();
        QCOMPARE(library->count(), 0);
        library->remove(7);
        library->setPaused(-1, true);
        library->look(3);
        QVERIFY(library->problems(2).isEmpty());
    }

    void aFolderThatGoesIsSaidToBeMissing() {
        write("a.txt", "alpha");
        auto library = makeLibrary();
        library->add(QUrl::fromLocalFile(source()));
        QVERIFY(says(*library, "Files: 1 · passages: 1"));
        const QString moved = m_folder->filePath("elsewhere");
        QVERIFY(QDir().rename(source(), moved));
        // The system does not tell that a folder itself was renamed.
        library->look(0);
        QVERIFY(says(*library, "Not there now: what was read of it is kept. Files: 1 · passages: 1"));
        QVERIFY(shown(*library, DocumentLibrary::MissingRole).toBool());
    }
};

HEARTH_DOCUMENT_TEST_MAIN(TestDocumentLibrary)
#include "tst_document_library.moc"
