#include "hearth/model_comparison.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "hearth/error.h"
#include "hearth/quantize_model.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::test;

/// Edge cases. The loss of a quantised model is checked with logits in tst_quantize_command.
class ModelComparisonTest : public QObject {
    Q_OBJECT

    static std::filesystem::path model(const char* name) {
        return tinyModelsFolder() / (std::string(name) + ".gguf");
    }

private slots:
    void aModelDoesNotDifferFromItself() {
        std::vector<double> heard;
        const ModelComparison found = compareModels(model("llama-f32"), model("llama-f32"), {.tokens = 40},
                                                    [&](double share) { heard.push_back(share); });
        QCOMPARE(found.tokens, size_t{40});
        QVERIFY(found.largestKl < 1e-9);
        QCOMPARE(found.sameTopToken, 1.0);
        QCOMPARE(found.perplexityAfter, found.perplexityBefore);
        QVERIFY(std::is_sorted(heard.begin(), heard.end()));
        QCOMPARE(heard.size(), size_t{80});
        QCOMPARE(heard.back(), 1.0);
    }

    /// The perplexity of the reference text, as llama.cpp computes it.
    void perplexityIsTheReferences() {
        const nlohmann::json wanted = readJson(tinyModelsFolder() / "llama-f32.json").at("perplexity");
        const std::string text = wanted.at("text");
        const ModelComparison found = compareModels(model("llama-f32"), model("llama-f32"), {.text = text});
        const double perplexity =
            std::exp(wanted.at("nll").get<double>() / wanted.at("tokens").get<double>());
        QVERIFY2(std::abs(found.perplexityBefore - perplexity) < 1e-3 * perplexity,
                 qPrintable(QString::number(found.perplexityBefore)));
    }

    void fewerBitsCostMore() {
        QTemporaryDir folder;
        const auto costOf = [&](BlockType type) {
            const auto copy = folder.filePath("copy.gguf").toStdString();
            quantizeModel(model("llama-f32"), copy, type);
            return compareModels(model("llama-f32"), copy, {.tokens = 40});
        };
        const ModelComparison fine = costOf(BlockType::Q8_0), coarse = costOf(BlockType::Q4_0);
        QVERIFY(fine.meanKl > 0);
        QVERIFY(coarse.meanKl > 10 * fine.meanKl);
        QVERIFY(fine.largestKl >= fine.meanKl);
        QVERIFY(fine.sameTopToken >= coarse.sameTopToken && fine.sameTopToken > 0.8);
    }

    void badInputIsOneSentence() {
        QVERIFY_EXCEPTION_THROWN(compareModels(model("llama-f32"), model("llama-f32"), {.tokens = 1}), Error);
        QVERIFY_EXCEPTION_THROWN(compareModels(model("llama-f32"), model("gemma2-f16"), {.tokens = 20}),
                                 Error);
        QVERIFY_EXCEPTION_THROWN(compareModels("none", model("llama-f32")), Error);
    }

    /// Within its passes, and not while it loads: a reply would have to wait for all of that.
    void givesWayWithinPasses() {
        struct Share final : ProcessorShare {
            void giveWay() override { calls += 'w'; }
            void leave() override { calls += 'l'; }
            std::string calls;
        } share;
        const ModelComparison plain = compareModels(model("llama-f32"), model("llama-f32"), {.tokens = 40});
        const ModelComparison shared =
            compareModels(model("llama-f32"), model("llama-f32"), {.tokens = 40, .processor = &share});
        QCOMPARE(std::ranges::count(share.calls, 'l'), 2);
        QVERIFY2(share.calls.starts_with("lww") && share.calls.ends_with("ww"), share.calls.c_str());
        QVERIFY(share.calls.find("wl") != std::string::npos);
        QCOMPARE(shared.perplexityAfter, plain.perplexityAfter);
    }

    void stops() {
        std::stop_source source;
        try {
            compareModels(
                model("llama-f32"), model("llama-f32"), {.tokens = 200},
                [&](double) { source.request_stop(); }, source.get_token());
            QFAIL("It did not stop.");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::Cancelled);
        }
    }
};

QTEST_GUILESS_MAIN(ModelComparisonTest)
#include "tst_model_comparison.moc"
