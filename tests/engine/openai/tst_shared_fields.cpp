#include "openai/shared_fields.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "openai/refusal.h"

using namespace hearth;
using namespace hearth::openai;

class TestSharedFields : public QObject {
    Q_OBJECT

private slots:
    void readsWhatAllApisTake() {
        GenerationRequest generation;
        Json variables = Json::object();
        RequestNotes notes;
        const SharedReader reader{generation, variables, notes};
        const Json fields = Json::parse(R"({"temperature":0.5,"n_predict":7,"regex":"a","ignore_eos":true,
            "cache_prompt":false,"chat_template_kwargs":{"x":1},"enable_thinking":true,"route":"small"})");
        for (const auto& [field, value] : fields.items()) readSharedField(field, value, reader);
        QCOMPARE(generation.sampling.temperature, 0.5F);
        QCOMPARE(generation.sampling.maxTokens, 7);
        QCOMPARE(generation.grammar.kind, ReplyGrammar::Kind::Regex);
        QVERIFY(generation.ignoreEndOfText && !generation.useCache && generation.route);
        QCOMPARE(variables, Json({{"x", 1}, {"enable_thinking", true}}));
        QVERIFY(notes.sentences().empty());
    }
    void namesOfOneSettingSayTheSame() {
        refuseContradictions({{"max_tokens", 5}, {"max_completion_tokens", 5}});
        QVERIFY_THROWS_EXCEPTION(Refusal, refuseContradictions({{"max_tokens", 5}, {"n_predict", 6}}));
    }
};

QTEST_GUILESS_MAIN(TestSharedFields)
#include "tst_shared_fields.moc"
