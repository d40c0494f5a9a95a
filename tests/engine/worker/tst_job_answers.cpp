#include "worker/job_answers.h"

#include <QTemporaryDir>
#include <QtTest>

#include "hearth/gguf.h"
#include "support/reference_pack.h"
#include "worker/worker_errors.h"

using namespace hearth;
using wire::Call;
using wire::packed;
using wire::Reader;

class TestJobAnswers : public QObject {
    Q_OBJECT

private slots:
    void aJobWaitsAfterEachPart() {
        const QTemporaryDir folder;
        const std::filesystem::path out = folder.filePath("small.gguf").toStdString();
        const auto model = test::tinyModelsFolder() / "llama-f32.gguf";
        int parts = 0;
        bool isShutIn = false;
        JobAnswers* waits = nullptr;
        JobAnswers jobs(
            [&](const std::string& part) {
                QVERIFY(isShutIn);
                const auto told = Reader(part).take<wire::JobPart>();
                QVERIFY(told.kind == wire::JobPart::Kind::Bytes && told.done <= told.all);
                ++parts;
                waits->proceed();
            },
            [&](const EngineOptions& models, const std::filesystem::path& writable) {
                isShutIn = models.model == model && writable == out.parent_path();
            });
        waits = &jobs;
        const std::string arguments = packed(wire::QuantizeJob{model, out, BlockType::Q8_0, {}, {}});
        Reader in(arguments);
        wire::Writer answer;
        jobs.answer(Call::Quantize, in, {}, answer);
        QVERIFY(parts > 0);
        Reader read(answer.bytes());
        const auto report = read.take<QuantizeReport>();
        read.end();
        QVERIFY(report.converted > 0);
        QCOMPARE(report.outputBytes, uint64_t(std::filesystem::file_size(out)));
        QVERIFY(!GgufFile::open(out).tensors().empty());
    }

    void nonsenseIsRefused() {
        JobAnswers jobs([](const std::string&) {}, [](const EngineOptions&, const std::filesystem::path&) {});
        for (const Call call : {Call::Load, Call::Quantize, Call::Calibrate, Call::Compare}) {
            Reader in("x");
            wire::Writer out;
            try {
                jobs.answer(call, in, {}, out);
                QFAIL("not refused");
            } catch (const Error& error) {
                QVERIFY(error.is(errors::workerNonsense));
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestJobAnswers)
#include "tst_job_answers.moc"
