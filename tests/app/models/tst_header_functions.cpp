#include "models/header_functions.h"

#include <QtTest>

#include "models/process_choice.h"

using namespace hearth;
using namespace hearth::app;

class TestHeaderFunctions : public QObject {
    Q_OBJECT

    static HeaderFunctions saying(uint64_t number) {
        return {.plan =
                    [number](const EngineOptions&) {
                        MemoryPlan plan;
                        plan.weightsBytes = number;
                        return plan;
                    },
                .checkDraft =
                    [number](const EngineOptions&) {
                        return DraftCheck{{}, number};
                    },
                .makesEmbeddings = [number](const QString&) { return number == 2; },
                .reranks = [number](const QString&) { return number == 2; },
                .work =
                    [number](const QString&) {
                        TokenWork work;
                        work.parameters = number;
                        return work;
                    },
                .open =
                    [number](const QString&) {
                        ModelHeader header;
                        header.sizeBytes = number;
                        return header;
                    }};
    }

private slots:
    void theChoiceOfTheMomentCounts() {
        ProcessChoice choice;
        const HeaderFunctions both = inChosenProcess(saying(1), saying(2), choice);
        for (const bool own : {false, true, false}) {
            choice.set(own);
            const uint64_t wanted = own ? 2 : 1;
            QCOMPARE(both.plan({}).weightsBytes, wanted);
            QCOMPARE(both.checkDraft({}).bytes, wanted);
            QCOMPARE(both.makesEmbeddings({}), own);
            QCOMPARE(both.reranks({}), own);
            QCOMPARE(both.work({}).parameters, wanted);
            QCOMPARE(both.open({}).sizeBytes, wanted);
        }
    }

    void whereThereIsOneWayItIsTaken() {
        const ProcessChoice choice(true);
        const HeaderFunctions here = inChosenProcess(saying(1), {.open = {}}, choice);
        QCOMPARE(here.plan({}).weightsBytes, uint64_t{1});
        QCOMPARE(here.open({}).sizeBytes, uint64_t{1});
        // What nobody asks for stays so.
        QVERIFY(!inChosenProcess({.open = headerHere}, saying(2), choice).makesEmbeddings);
    }

    void headersAreReadHere() {
        QVERIFY(!headerHere(HEARTH_SOURCE_DIR "/tests/reference/tiny/llama-f32.gguf").tensors.empty());
        QVERIFY_THROWS_EXCEPTION(Error, headerHere("/nonexistent.gguf"));
    }
};

QTEST_GUILESS_MAIN(TestHeaderFunctions)
#include "tst_header_functions.moc"
