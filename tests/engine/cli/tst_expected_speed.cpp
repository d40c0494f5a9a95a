#include "cli/expected_speed.h"

#include <QtTest>

using namespace hearth;

class TestExpectedSpeed : public QObject {
    Q_OBJECT

private slots:
    void theTinyModelIsGuessedAndDescribed() {
        EngineInfo info;
        info.backendName = "cpu";
        EngineOptions options;
        options.model = HEARTH_SOURCE_DIR "/tests/reference/tiny/llama-f32.gguf";
        options.threads = 1;
        const auto expected = cli::expectedSpeed(info, options, 100);
        QVERIFY(expected.at("expected_tg_tokens_per_s").get<double>() > 100);
        QVERIFY(expected.at("expected_pp_tokens_per_s").get<double>() > 100);
        QCOMPARE(expected.at("weight_bytes_a_token").get<int>(), 4 * 25120);
        QCOMPARE(expected.at("points").size(), size_t{4});
        const QString text = QString::fromStdString(cli::expectedSpeedText(expected, 50));
        QVERIFY(text.startsWith("expected: "));
        QVERIFY(text.contains("computed from measured products); measured "));
        QVERIFY(text.contains("bound by "));
    }

    void whatIsNotKnownIsSaid() {
        QVERIFY(cli::expectedSpeedText({{"points", nlohmann::ordered_json::array()}}, 0)
                    .starts_with("expected: not known"));
    }
};

QTEST_APPLESS_MAIN(TestExpectedSpeed)
#include "tst_expected_speed.moc"
