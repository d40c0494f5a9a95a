#include "models/model_purpose.h"

#include <QtTest>

using namespace hearth::app;

class TestModelPurpose : public QObject {
    Q_OBJECT

private slots:
    void wordsComeBack() {
        for (const ModelPurpose purpose :
             {ModelPurpose::Chat, ModelPurpose::Embedding, ModelPurpose::Reranking})
            QCOMPARE(purposeOf(wordOf(purpose)), purpose);
        QCOMPARE(purposeOf(QString()), ModelPurpose::Chat);
        QCOMPARE(purposeOf(QStringLiteral("painting")), ModelPurpose::Chat);
    }

    void whatDoesNotChatSaysWhatItIsFor() {
        QVERIFY(purposeText(ModelPurpose::Chat).isEmpty());
        QCOMPARE(purposeText(ModelPurpose::Embedding), QString("Finds documents by meaning"));
        QCOMPARE(purposeText(ModelPurpose::Reranking), QString("Orders passages"));
    }
};

QTEST_GUILESS_MAIN(TestModelPurpose)
#include "tst_model_purpose.moc"
