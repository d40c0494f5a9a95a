// Processes that make vectors of passages are killed at any moment, while documents change: index, list and
// vectors agree after each, and the next one goes on. HEARTH_KILLS=200 kills that many.
#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <cstdio>
#include <string_view>

#include "documents/document_indexer.h"
#include "documents/vector_maker.h"
#include "documents/vector_matrix.h"
#include "reading/document_child.h"
#include "store/document_file.h"
#include "support/scripted_embedder.h"

using namespace hearth;
using namespace hearth::app;
using namespace hearth::app::store;

namespace {

const QString modelPath = QStringLiteral("/model");

std::shared_ptr<test::EmbedderScript> script(std::chrono::milliseconds textTime) {
    const auto made = std::make_shared<test::EmbedderScript>();
    made->textTime = textTime;
    return made;
}

/// The vector that the model makes of a passage.
CodedVector expectedOf(test::ScriptedEmbedder& embedder, const PassageRecord& passage) {
    PassageForVector text;
    text.headings = passage.headings;
    text.text = passage.text;
    const std::vector<std::string> words{passageText(text)};
    return codedVector(embedder.embed(words, EmbeddingKind::Passage, {}, {}).front().values);
}

/// Brings a folder and its vectors up to date, as a process of its own that may be killed; says when it
/// begins with the vectors.
int serveVectors(const char* source, const char* file) {
    const auto database = openDocumentFile(file);
    DocumentTable table(*database);
    DocumentIndexer(table, DocumentReader(), {}).update(QString::fromUtf8(source));
    ModelHost host{ModelHost::Options()};
    SharedEmbedder embedder(host, test::scriptedEmbedders(script(std::chrono::milliseconds(1))));
    embedder.setModel(modelPath);
    std::puts("vectors");
    std::fflush(stdout);
    return VectorMaker(*database, embedder).update({}) ? 0 : 1;
}

}  // namespace

class TestKilledVectors : public QObject {
    Q_OBJECT

    static constexpr int files = 60;
    QTemporaryDir m_folder;

    QString source() const { return m_folder.filePath("docs"); }
    QString file() const { return m_folder.filePath("documents.db"); }
    std::unique_ptr<Database> open() const { return openDocumentFile(file().toStdString()); }

    void write(int number, int round) const {
        QDir().mkpath(source());
        QFile out(source() + QStringLiteral("/%1.md").arg(number));
        const char* things[] = {"a ship", "bread", "rain", "nothing of it", "a boat in a storm"};
        QByteArray text;
        for (int i = 0; i < 3; ++i)
            text += "# Part\n\n" + QByteArray("So many words. ").repeated(60) +
                    things[(number + i + round) % 5] + ' ' + QByteArray::number(round) + "\n\n";
        if (!out.open(QFile::WriteOnly) || out.write(text) != text.size()) qFatal("not written");
    }

    /// Checks that the stored data is sound and every vector is that of its passage. Sets `vectors` to their
    /// number.
    void check(qint64& vectors) const {
        const auto database = open();
        DocumentTable table(*database);
        table.check();
        QCOMPARE(database->quickCheck(), QString());
        VectorTable kept(*database);
        test::ScriptedEmbedder embedder(script(std::chrono::milliseconds(0)));
        const int dimensions = embedder.info().dimensions;
        const auto model = kept.findModel(QStringLiteral("one/1"));
        vectors = 0;
        if (!model) return;
        VectorMark mark;
        const auto damaged =
            kept.follow(mark, *model, dimensions,
                        {.restart = [] {},
                         .gone = [](const std::vector<qint64>&) {},
                         .added =
                             [&](qint64 id, qint64, float scale, const qint8* codes) {
                                 const auto passage = table.passage(id);
                                 QVERIFY(passage.has_value());
                                 const CodedVector expected = expectedOf(embedder, *passage);
                                 QCOMPARE(scale, expected.scale);
                                 QVERIFY(std::equal(expected.codes.begin(), expected.codes.end(), codes));
                                 ++vectors;
                             }});
        QVERIFY(damaged.empty());
        QCOMPARE(kept.count(), vectors);
        QVERIFY(vectors <= table.passageCount());
    }

    void finish() const {
        QProcess child;
        child.start("/proc/self/exe", {"--vectors", source(), file()});
        QVERIFY(child.waitForFinished(60000));
        QCOMPARE(child.exitCode(), 0);
    }

private slots:
    void initTestCase() {
        for (int i = 0; i < files; ++i) write(i, 0);
    }

    void killedMakersLoseNothing() {
        bool given = false;
        const int asked = qEnvironmentVariableIntValue("HEARTH_KILLS", &given);
        const int kills = given ? asked : 8;
        quint32 state = 11;
        int killed = 0, partly = 0;
        for (int round = 1; killed < kills && round < 4 * kills; ++round) {
            for (int i = 0; i < 12; ++i) write((round * 12 + i) % files, round);
            QProcess child;
            child.start("/proc/self/exe", {"--vectors", source(), file()});
            QVERIFY(child.waitForReadyRead(60000));
            QCOMPARE(child.readAllStandardOutput().trimmed(), QByteArray("vectors"));
            state = state * 1664525U + 1013904223U;
            if (!child.waitForFinished(static_cast<int>((state >> 16U) % 60))) {
                child.kill();
                QVERIFY(child.waitForFinished());
                ++killed;
            }
            qint64 vectors = 0;
            check(vectors);
            if (QTest::currentTestFailed()) return;
            if (vectors > 0 && vectors < DocumentTable(*open()).passageCount()) ++partly;
        }
        qInfo("killed %d times, %d of them with a part of the vectors made", killed, partly);
        QVERIFY(killed >= kills);
        QVERIFY(partly > 0);
        finish();
        qint64 vectors = 0;
        check(vectors);
        const auto database = open();
        QCOMPARE(vectors, DocumentTable(*database).passageCount());
        QCOMPARE(DocumentTable(*database).counts(DocumentTable(*database).sourceOf(source())).files, files);
    }

    void damagedVectorsAreMadeAnew() {
        const auto database = open();
        database->execute("UPDATE passage_vector SET codes = zeroblob(3) WHERE passage_id % 3 = 0");
        VectorTable kept(*database);
        ModelHost host{ModelHost::Options()};
        SharedEmbedder embedder(host, test::scriptedEmbedders(script(std::chrono::milliseconds(0))));
        embedder.setModel(modelPath);
        const EmbeddedTexts loaded = embedder.loaded({});
        VectorMark mark;
        const auto damaged = kept.follow(mark, *kept.findModel(loaded.identity), loaded.dimensions,
                                         {.restart = [] {},
                                          .gone = [](const std::vector<qint64>&) {},
                                          .added = [](qint64, qint64, float, const qint8*) {}});
        QVERIFY(damaged.size() > 10);
        VectorMaker maker(*database, embedder);
        maker.makeAnew(damaged);
        QVERIFY(maker.update({}));
        qint64 vectors = 0;
        check(vectors);
        QCOMPARE(vectors, DocumentTable(*database).passageCount());
    }
};

int main(int argc, char* argv[]) {
    if (isDocumentChild(argc, argv)) return serveDocumentText(argc, argv);
    if (argc == 4 && std::string_view(argv[1]) == "--vectors") return serveVectors(argv[2], argv[3]);
    QCoreApplication application(argc, argv);
    TestKilledVectors test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_killed_vectors.moc"
