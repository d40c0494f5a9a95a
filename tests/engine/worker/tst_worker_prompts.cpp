#include "worker/worker_prompts.h"

#include <QtTest>

#include "engine/text/sample_vocabulary.h"

using namespace hearth;

class TestWorkerPrompts : public QObject {
    Q_OBJECT

private slots:
    void theVocabularyIsHereAndTheRestIsAskedFor() {
        const auto lent = test::SampleVocabulary::byteLevel().tokenizer();
        // The model was let go: there is no process to ask any more.
        const WorkerPrompts prompts(std::make_shared<CurrentWorker>(), text::copyOf(*lent), "{{ x }}");
        QCOMPARE(prompts.templateSource(), std::string_view("{{ x }}"));
        QCOMPARE(prompts.tokenizer().vocabSize(), lent->vocabSize());
        QCOMPARE(prompts.tokenizer().pieceBytes(65, true), lent->pieceBytes(65, true));
        QVERIFY_EXCEPTION_THROWN(prompts.tokenizer().encode("text"), Error);
        GenerationRequest request;
        request.rawText = "text";
        try {
            prompts.make(request, {});
            QFAIL("it was made");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::Cancelled);
        }
        QVERIFY(!request.prompt);
    }
};

QTEST_GUILESS_MAIN(TestWorkerPrompts)
#include "tst_worker_prompts.moc"
