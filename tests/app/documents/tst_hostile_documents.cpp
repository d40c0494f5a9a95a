#include <sys/resource.h>

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "documents/document_indexer.h"
#include "documents/problem_text.h"
#include "store/document_file.h"
#include "support/document_test_main.h"
#include "support/played_scans.h"

using namespace hearth::app;
using namespace hearth::app::store;

namespace {

/// Of a child before it is ended, and of processors for a document: what is measured by a clock depends on
/// what else runs.
constexpr int waitMs = 7500, mostCpuMs = 25'000;
/// Of the process that reads one may take documentMemoryBytes; this one keeps texts of at most 32 MB.
constexpr long mostOwnKb = 1L << 20U;

qint64 cpuMs() {
    qint64 all = 0;
    for (const int whose : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage = {};
        getrusage(whose, &usage);
        for (const timeval& time : {usage.ru_utime, usage.ru_stime})
            all += qint64{time.tv_sec} * 1000 + time.tv_usec / 1000;
    }
    return all;
}

long peakKb(int whose) {
    rusage usage = {};
    getrusage(whose, &usage);
    return usage.ru_maxrss;
}

}  // namespace

/// Documents that strangers made to do harm (tests/fuzz/hostile-documents): each ends within its time and its
/// memory, with passages or with one line that says what is wrong. HEARTH_SEED gives other mutations.
class TestHostileDocuments : public QObject {
    Q_OBJECT

private slots:
    void eachIsBoundedAndHasItsLine() {
        const QTemporaryDir place;
        const QString folder = place.filePath("documents");
        QProcess maker;
        maker.start(HEARTH_SOURCE_DIR "/tests/fuzz/hostile-documents",
                    {folder, "--seed", qEnvironmentVariable("HEARTH_SEED", "1")});
        QVERIFY2(maker.waitForFinished(120'000) && maker.exitCode() == 0, maker.readAllStandardError());
        const int files = maker.readAllStandardOutput().trimmed().toInt();
        QVERIFY(files >= 100);
        // The same on every machine, whatever is installed there.
        const hearth::test::PlayedScans none;
        const auto database = openDocumentFile(place.filePath("documents.db").toStdString());
        DocumentTable table(*database);
        qint64 longest = 0, before = cpuMs();
        int at = -1;
        DocumentIndexer::Hooks hooks;
        hooks.progress = [&](const IndexProgress& progress) {
            if (progress.done == at) return;
            const qint64 now = cpuMs();
            if (at >= 0) longest = std::max(longest, now - before);
            at = progress.done;
            before = now;
        };
        const long beforeKb = peakKb(RUSAGE_SELF);
        QCOMPARE(DocumentIndexer(table, DocumentReader("/proc/self/exe", waitMs), hooks).update(folder),
                 DocumentIndexer::Outcome::Done);
        table.check();
        QCOMPARE(database->quickCheck(), QString());
        const auto documents = table.documents(table.sourceOf(folder));
        int read = 0;
        QHash<QString, QString> lines;
        for (const DocumentRecord& document : documents) {
            if (document.problem == DocumentProblem::None) {
                ++read;
                QVERIFY2(document.passages > 0, qPrintable(document.path));
                continue;
            }
            QCOMPARE(document.passages, 0);
            const QString line = documentProblemText(*table.find(document.id));
            QVERIFY2(!line.isEmpty() && !line.contains(u'\n') && line.size() < 200,
                     qPrintable(document.path));
            lines.insert(document.path, line);
        }
        qInfo(
            "%d files: %d read, %d with a line; longest %lld ms of processors, memory %ld MB here and %ld MB "
            "in a child",
            files, read, static_cast<int>(lines.size()), static_cast<long long>(longest),
            (peakKb(RUSAGE_SELF) - beforeKb) >> 10, peakKb(RUSAGE_CHILDREN) >> 10);
        // Neither pipes, sockets and links are there, nor anything that they lead to; nor, of the files, an
        // archive, a name that begins with a point, one that is no UTF-8, and what lies too deep.
        QCOMPARE(read + lines.size(), files - 4);
        for (const char* name : {"pipe.txt", "link.txt", "device.txt", "socket.txt"})
            QVERIFY2(!table.find(table.sourceOf(folder), name), name);
        for (const char* name : {"bomb.docx", "bomb.pdf", "laughs.docx", "tree loop.pdf", "cut 4.docx",
                                 "gigabyte.txt", "zeros.txt"})
            QVERIFY2(lines.contains(name), name);
        QVERIFY2(longest <= mostCpuMs, qPrintable(QString::number(longest)));
        QVERIFY(peakKb(RUSAGE_SELF) <= beforeKb + mostOwnKb);
        // QTemporaryDir does not remove files with such names.
        std::filesystem::remove_all(folder.toStdString());
        QVERIFY(peakKb(RUSAGE_CHILDREN) <= static_cast<long>((documentMemoryBytes >> 10U) + (64 << 10U)));
    }
};

HEARTH_DOCUMENT_TEST_MAIN(TestHostileDocuments)
#include "tst_hostile_documents.moc"
