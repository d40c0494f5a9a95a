#include <QtTest>
#include <cmath>
#include <functional>

#include "hearth/error.h"
#include "hearth/sampling.h"

using namespace hearth;

class TestSamplingParams : public QObject {
    Q_OBJECT
private slots:
    void acceptsTheDefaultsAndTheBorders();
    void namesWhatIsOutOfRange_data();
    void namesWhatIsOutOfRange();
};

using Change = std::function<void(SamplingParams&)>;

void TestSamplingParams::acceptsTheDefaultsAndTheBorders() {
    SamplingParams params;
    params.check();
    params.temperature = 2, params.topP = 0, params.minP = 1, params.topK = 0, params.repeatPenalty = 0.5F;
    params.presencePenalty = -2, params.frequencyPenalty = 2, params.penaltyLastN = -1, params.maxTokens = 0;
    params.stop = {"x"};
    params.check();
}

void TestSamplingParams::namesWhatIsOutOfRange_data() {
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("word");
    const auto row = [](const char* word, Change change) {
        QTest::addRow("%s", word) << change << QString(word);
    };
    row("temperature", [](SamplingParams& p) { p.temperature = 2.1F; });
    row("not a number", [](SamplingParams& p) { p.temperature = NAN; });
    row("Top-k", [](SamplingParams& p) { p.topK = -1; });
    row("Top-p", [](SamplingParams& p) { p.topP = 1.01F; });
    row("Min-p", [](SamplingParams& p) { p.minP = -0.1F; });
    row("repeat", [](SamplingParams& p) { p.repeatPenalty = 0; });
    row("presence", [](SamplingParams& p) { p.presencePenalty = 3; });
    row("frequency", [](SamplingParams& p) { p.frequencyPenalty = INFINITY; });
    row("look at", [](SamplingParams& p) { p.penaltyLastN = -2; });
    row("largest number", [](SamplingParams& p) { p.maxTokens = -2; });
    row("stop string", [](SamplingParams& p) { p.stop = {"a", ""}; });
}

void TestSamplingParams::namesWhatIsOutOfRange() {
    QFETCH(Change, change);
    QFETCH(QString, word);
    SamplingParams params;
    change(params);
    try {
        params.check();
        QFAIL("accepted");
    } catch (const Error& error) {
        QCOMPARE(error.code(), ErrorCode::BadInput);
        QVERIFY2(QString(error.what()).contains(word), error.what());
    }
}

QTEST_GUILESS_MAIN(TestSamplingParams)
#include "tst_sampling_params.moc"
