#include "documents/index_thread.h"

#include <QDir>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "store/document_file.h"
#include "store/passage_search.h"
#include "support/document_test_main.h"
#include "support/small_pdf.h"

using namespace hearth::app;
using namespace hearth::app::store;

class TestIndexThread : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    SourceStatus m_status;  ///< what was told last
    QList<int> m_phases;

    QString source() const { return m_folder->filePath("docs"); }
    QString file() const { return m_folder->filePath("documents.db"); }
    void write(const QString& name, const QByteArray& bytes) const {
        QFile file(source() + u'/' + name);
        if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("not written");
    }
    size_t found(const QString& query) const {
        const auto database = Database::openAgain(file().toStdString());
        return PassageSearch(*database).find(query, 10).size();
    }
    std::unique_ptr<IndexThread> makeThread() {
        auto made = std::make_unique<IndexThread>(file(), DocumentReader());
        m_phases.clear();
        connect(made.get(), &IndexThread::statusChanged, this,
                [this](const QString&, const SourceStatus& status) {
                    m_status = status;
                    m_phases += status.phase;
                });
        return made;
    }
    bool becomes(SourceStatus::Phase phase) {
        return QTest::qWaitFor([&] { return !m_phases.isEmpty() && m_phases.last() == phase; }, 60000);
    }

private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QDir().mkpath(source());
    }

    void nothingIsMadeWithoutSources() {
        const auto thread = makeThread();
        thread->setSources({});
        QTest::qWait(50);
        QVERIFY(!QFile::exists(file()));
    }

    void sourcesComeChangeAndGo() {
        write("a.txt", "alpha");
        const auto thread = makeThread();
        thread->setSources({{source(), false}});
        QVERIFY(becomes(SourceStatus::UpToDate));
        QVERIFY(m_phases.contains(SourceStatus::Looking));
        QVERIFY(m_phases.contains(SourceStatus::Reading));
        QCOMPARE(m_status.counts, (SourceCounts{1, 1, 0}));
        QCOMPARE(m_status.folders, std::vector<QString>{source()});
        QVERIFY(m_status.unsettled);
        QCOMPARE(found("alpha"), size_t{1});
        write("b.txt", "beta");
        for (const char* name : {"a.txt", "b.txt"}) {
            QFile written(source() + u'/' + name);
            QVERIFY(written.open(QFile::ReadWrite));
            QVERIFY(
                written.setFileTime(QDateTime::currentDateTime().addSecs(-10), QFile::FileModificationTime));
        }
        m_phases.clear();
        thread->look(source());
        QVERIFY(becomes(SourceStatus::UpToDate));
        QVERIFY(!m_status.unsettled);
        QCOMPARE(found("beta"), size_t{1});
        thread->setSources({});
        QTRY_COMPARE(found("alpha"), size_t{0});
    }

    void aPausedSourceWaits() {
        write("a.txt", "alpha");
        const auto thread = makeThread();
        thread->setSources({{source(), true}});
        thread->lookAtAll();
        QTest::qWait(100);
        QVERIFY(!m_phases.contains(SourceStatus::Looking));
        thread->setSources({{source(), false}});
        QVERIFY(becomes(SourceStatus::UpToDate));
    }

    void nothingIsReadWhileItIsHeld() {
        write("a.txt", "alpha");
        const auto thread = makeThread();
        thread->setHeld(true);
        thread->setSources({{source(), false}});
        QTest::qWait(100);
        QVERIFY(!m_phases.contains(SourceStatus::UpToDate));
        thread->setHeld(false);
        QVERIFY(becomes(SourceStatus::UpToDate));
    }

    void whatIsRemovedGoesWhileNothingIsRead() {
        write("a.txt", "alpha");
        const QString other = m_folder->filePath("other");
        QVERIFY(QDir().mkdir(other));
        for (int i = 0; i < 10; ++i) write(QStringLiteral("../other/%1.pdf").arg(i), smallPdf({"word"}));
        const auto thread = makeThread();
        thread->setSources({{source(), false}, {other, true}});
        QVERIFY(becomes(SourceStatus::UpToDate));
        thread->setSources({{source(), false}, {other, false}});
        QVERIFY(becomes(SourceStatus::Reading));
        // One is held in the middle, the other goes.
        thread->setHeld(true);
        thread->setSources({{other, false}});
        QVERIFY(QTest::qWaitFor([&] { return found("alpha") == 0; }, 60000));
        QTest::qWait(100);
        QVERIFY(m_status.phase != SourceStatus::UpToDate);
        m_phases.clear();
        thread->setHeld(false);
        QVERIFY(becomes(SourceStatus::UpToDate));
        QCOMPARE(m_status.counts.files, 10);
        // And with nothing to do.
        thread->setHeld(true);
        thread->setSources({});
        QVERIFY(QTest::qWaitFor([&] { return found("word") == 0; }, 60000));
    }

    void theRateLeavesOutWhatWasWaited() {
        // Short ones, so that none is read for long after it is held.
        constexpr int files = 3000;
        for (int i = 0; i < files; ++i) write(QStringLiteral("%1.txt").arg(i), "word");
        const auto thread = makeThread();
        QElapsedTimer time;
        time.start();
        thread->setSources({{source(), false}});
        QVERIFY(becomes(SourceStatus::Reading));
        thread->setHeld(true);
        constexpr int heldMs = 2000;
        QTest::qWait(heldMs);
        QVERIFY(m_status.progress.done < files);
        const int before = m_status.progress.done;
        thread->setHeld(false);
        QVERIFY(QTest::qWaitFor([&] { return m_status.progress.done > before; }, 60000));
        const double seconds = static_cast<double>(time.elapsed() - heldMs / 2) / 1000;
        QVERIFY2(m_status.filesPerS >= m_status.progress.done / seconds,
                 qPrintable(QString::number(m_status.filesPerS)));
    }

    void itEndsAtOnceAndGoesOnLater() {
        for (int i = 0; i < 30; ++i) write(QStringLiteral("%1.pdf").arg(i), smallPdf({"word"}));
        write("0.pdf", slowPdf());
        auto thread = makeThread();
        thread->setSources({{source(), false}});
        QVERIFY(becomes(SourceStatus::Reading));
        QElapsedTimer time;
        time.start();
        thread.reset();
        QVERIFY2(time.elapsed() < 2000, qPrintable(QString::number(time.elapsed())));
        QVERIFY(QFile::remove(source() + "/0.pdf"));
        thread = makeThread();
        thread->setSources({{source(), false}});
        QVERIFY(becomes(SourceStatus::UpToDate));
        QCOMPARE(m_status.counts.files, 29);
    }

    void aDamagedFileIsMadeAnew() {
        write("a.txt", "alpha");
        {
            QFile broken(file());
            QVERIFY(broken.open(QFile::WriteOnly));
            broken.write(QByteArray(9000, 'x'));
        }
        const auto thread = makeThread();
        QSignalSpy anew(thread.get(), &IndexThread::madeAnew);
        thread->setSources({{source(), false}});
        QVERIFY(becomes(SourceStatus::UpToDate));
        QCOMPARE(anew.size(), qsizetype{1});
        QCOMPARE(found("alpha"), size_t{1});
    }

    void whatCannotBeWrittenIsSaid() {
        IndexThread thread("/nowhere/documents.db", DocumentReader());
        QSignalSpy failed(&thread, &IndexThread::failed);
        thread.setSources({{source(), false}});
        QVERIFY(failed.wait(5000));
        QVERIFY(failed[0][0].toString().contains("cannot be written"));
    }

    void aFileThatIsHeldIsTriedAgainSoon() {
        openDocumentFile(file().toStdString());
        const auto other = Database::openAgain(file().toStdString());
        other->execute("BEGIN IMMEDIATE");
        write("a.txt", "alpha");
        const auto thread = makeThread();
        QSignalSpy failed(thread.get(), &IndexThread::failed);
        thread->setSources({{source(), false}});
        QVERIFY(failed.wait(30000));
        QVERIFY(failed[0][0].toString().contains("Another program"));
        other->execute("ROLLBACK");
        QElapsedTimer time;
        time.start();
        QVERIFY(becomes(SourceStatus::UpToDate));
        QVERIFY2(time.elapsed() < 30000, qPrintable(QString::number(time.elapsed())));
        QCOMPARE(found("alpha"), size_t{1});
    }
};

HEARTH_DOCUMENT_TEST_MAIN(TestIndexThread)
#include "tst_index_thread.moc"
