#include "worker/header_answers.h"

#include <QtTest/QtTest>

#include "hearth/error.h"
#include "support/reference_pack.h"

using namespace hearth;
using wire::HeaderQuestion;

class TestHeaderAnswers : public QObject {
    Q_OBJECT

    template <class T>
    static T answered(HeaderQuestion question, const char* name) {
        EngineOptions options;
        options.model = test::tinyModelsFolder() / name;
        options.backend = "cpu";
        wire::Writer out;
        answerAboutHeader(question, options, out);
        wire::Reader in(out.bytes());
        T result = in.take<T>();
        in.end();
        return result;
    }

private slots:
    void eachQuestionHasItsAnswer() {
        const auto header = answered<ModelHeader>(HeaderQuestion::Header, "llama-f32.gguf");
        QCOMPARE(header.getString("general.architecture").value_or(""), std::string("llama"));
        const auto planned = answered<wire::PlannedModel>(HeaderQuestion::Plan, "llama-f32.gguf");
        QVERIFY(planned.plan.weightsBytes > 0 && !planned.kvCost.layers.empty());
        QVERIFY(answered<TokenWork>(HeaderQuestion::Work, "llama-f32.gguf").isKnown());
        QVERIFY(!answered<bool>(HeaderQuestion::Embeds, "llama-f32.gguf"));
        QVERIFY(!answered<bool>(HeaderQuestion::Reranks, "llama-f32.gguf"));
    }

    void whatCannotBeReadIsThrown() {
        QVERIFY_THROWS_EXCEPTION(Error, answered<ModelHeader>(HeaderQuestion::Header, "missing.gguf"));
        QVERIFY(!answered<bool>(HeaderQuestion::Embeds, "missing.gguf"));
    }
};

QTEST_GUILESS_MAIN(TestHeaderAnswers)
#include "tst_header_answers.moc"
