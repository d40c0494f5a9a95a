#include "models/model_card.h"

#include <QFile>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>

using namespace hearth;
using namespace hearth::app;

class TestModelCard : public QObject {
    Q_OBJECT

    static MemoryPlan plan(const QString&, int contextLength) {
        MemoryPlan plan;
        plan.weightsBytes = 1ULL << 30U;
        plan.kvBytes = static_cast<uint64_t>(contextLength) << 16U;
        plan.deviceFreeBytes = 2ULL << 30U;
        return plan;
    }

private slots:
    void readsTheStarterModel() {
        QString path = qEnvironmentVariable("HEARTH_STARTER_MODEL");
        if (path.isEmpty())
            path = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
                   "/hearth/models/SmolLM2-135M-Instruct.Q4_1.gguf";
        if (!QFile::exists(path)) QSKIP("The starter model is not here; ./run fetches it.");
        const GpuFacts facts = readGpu(path, plan);
        QCOMPARE(facts.parametersText, QString("135 M"));
        double shares = 0;
        QStringList names;
        for (const QVariant& group : facts.groups) {
            shares += group.toMap()["share"].toDouble();
            names += group.toMap()["name"].toString();
        }
        QVERIFY(qAbs(shares - 1) < 1e-9);
        // 30 layers of 576 x 1536 x 3, and 49,152 tokens of 576.
        QCOMPARE(names.first(), QString("Feed-forward"));
        QCOMPARE(facts.groups[0].toMap()["text"].toString(), QString("80 M 59 %"));
        QVERIFY(names.contains("Attention") && names.contains("Embeddings") && names.contains("Norms"));
        QCOMPARE(facts.contexts, QStringList{"8k"});
        QVERIFY(facts.memory.size() == 5);
        bool here = false;
        for (const QVariant& row : facts.memory)
            if (row.toMap()["thisFile"].toBool()) {
                here = true;
                QCOMPARE(row.toMap()["precision"].toString(), QString("Q4_1"));
                QCOMPARE(row.toMap()["weights"].toString(), QString("1.0"));
                QCOMPARE(row.toMap()["cells"].toList()[0].toMap()["text"].toString(), QString("1.5"));
                QCOMPARE(row.toMap()["cells"].toList()[0].toMap()["fits"].toInt(), 0);
            }
        QVERIFY(here);
        // Sixteen bits take more than is free.
        QCOMPARE(facts.memory.last().toMap()["cells"].toList()[0].toMap()["fits"].toInt(), 2);
        QStringList lines;
        for (const QVariant& line : facts.lines)
            lines += line.toMap()["name"].toString() + ": " + line.toMap()["value"].toString();
        QVERIFY2(lines.contains("Vocabulary: 49,152 tokens") && lines.contains("Shape: llama, 30 layers"),
                 qPrintable(lines.join("; ")));
    }

    void foldersHaveCards() {
        ModelCard card([](const QString& path) { return readGpu(path, plan); });
        card.setPath(HEARTH_SOURCE_DIR "/tests/reference/hugging_face/qwen3");
        QVERIFY(card.isBusy());
        QTRY_VERIFY(!card.isBusy());
        QVERIFY(!card.parametersText().isEmpty() && !card.groups().isEmpty());
    }

    void brokenFilesHaveEmptyCards() {
        QTemporaryDir folder;
        QFile file(folder.filePath("x.gguf"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("GGUF nonsense");
        file.close();
        QVERIFY(readGpu(file.fileName(), plan).groups.isEmpty());
        QVERIFY(readGpu("/missing", plan).lines.isEmpty());
    }

    void theLastQuestionCounts() {
        QTemporaryDir folder;
        for (const char* name : {"a", "b"}) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QFile::WriteOnly));
        }
        ModelCard card([](const QString& path) {
            QThread::msleep(20);
            GpuFacts facts;
            facts.description = path.right(1);
            return facts;
        });
        QSignalSpy changed(&card, &ModelCard::changed);
        card.setPath(folder.filePath("a"));
        card.setPath(folder.filePath("b"));
        QVERIFY(card.isBusy());
        QTRY_COMPARE(card.description(), QString("b"));
        QTest::qWait(50);
        QCOMPARE(card.description(), QString("b"));
        card.setPath("endpoint:a/m");
        QVERIFY(!card.isBusy() && card.description().isEmpty());
        card.setPath(folder.filePath("a"));
    }
};

QTEST_GUILESS_MAIN(TestModelCard)
#include "tst_model_card.moc"
