#include "openai/sampling_fields.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "openai/refusal.h"

using namespace hearth;
using namespace hearth::openai;

class TestSamplingFields : public QObject {
    Q_OBJECT

private slots:
    void takesEveryField() {
        SamplingParams sampling;
        const Json fields{{"temperature", 0.5},
                          {"top_p", 0.25},
                          {"min_p", 0.125},
                          {"top_k", -1},
                          {"presence_penalty", 1},
                          {"frequency_penalty", -1},
                          {"repeat_penalty", 1.5},
                          {"max_output_tokens", 9},
                          {"stop_sequences", {"a", "b"}},
                          {"logit_bias", {{"7", -100}, {"9", 2.5}}},
                          {"repeat_last_n", 12},
                          {"seed", 3}};
        for (const auto& [field, value] : fields.items()) QVERIFY(readSamplingField(field, value, sampling));
        QCOMPARE(sampling.temperature, 0.5F);
        QCOMPARE(sampling.topP, 0.25F);
        QCOMPARE(sampling.minP, 0.125F);
        QCOMPARE(sampling.topK, 0);
        QCOMPARE(sampling.presencePenalty, 1.0F);
        QCOMPARE(sampling.frequencyPenalty, -1.0F);
        QCOMPARE(sampling.repeatPenalty, 1.5F);
        QCOMPARE(sampling.maxTokens, 9);
        QCOMPARE(sampling.penaltyLastN, 12);
        QCOMPARE(sampling.stop, (std::vector<std::string>{"a", "b"}));
        QCOMPARE(sampling.logitBias, (std::vector<std::pair<TokenId, float>>{{7, -100.0F}, {9, 2.5F}}));
        QCOMPARE(sampling.seed, std::optional<uint64_t>(3));
        QVERIFY(!readSamplingField("messages", Json::array(), sampling));
    }
    void emptyStopsAreNone() {
        SamplingParams sampling;
        QVERIFY(readSamplingField("stop", "", sampling));
        QVERIFY(readSamplingField("stop", {"", "b"}, sampling));
        QCOMPARE(sampling.stop, std::vector<std::string>{"b"});
    }
    void anEarlierReplyCanBeRefused() {
        QCOMPARE(readReplyReuse("cache_reply", true), ReplyReuse::Use);
        QCOMPARE(readReplyReuse("cache_reply", false), ReplyReuse::Off);
        QVERIFY_THROWS_EXCEPTION(Refusal, (void)readReplyReuse("cache_reply", "no"));
    }
    void refusesBiasesOfNoTokens() {
        for (const Json& value : {Json{{"x", 1}}, Json{{"-1", 1}}, Json{{"7x", 1}}, Json{{"7", "1"}},
                                  Json{{"7", 101}}, Json::array({1})}) {
            SamplingParams sampling;
            QVERIFY_THROWS_EXCEPTION(Refusal, (void)readSamplingField("logit_bias", value, sampling));
        }
    }
};

QTEST_GUILESS_MAIN(TestSamplingFields)
#include "tst_sampling_fields.moc"
