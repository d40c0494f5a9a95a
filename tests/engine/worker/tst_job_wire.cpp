#include "worker/job_wire.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::wire;

class TestJobWire : public QObject {
    Q_OBJECT

private slots:
    void importanceComesAcross() {
        WeightImportance sent;
        sent.columns["a.weight"] = {1, 2.5F};
        sent.columns["b.weight"] = {};
        sent.tokens = 300;
        const std::string bytes =
            packed(QuantizeJob{"in.gguf", "out.gguf", BlockType::Q4_K, sent, Existing::Replace});
        Reader in(bytes);
        const auto job = in.take<QuantizeJob>();
        in.end();
        QCOMPARE(job.in.string(), std::string("in.gguf"));
        QVERIFY(job.type == BlockType::Q4_K && job.existing == Existing::Replace);
        QVERIFY(job.importance.columns == sent.columns);
        QCOMPARE(job.importance.tokens, size_t(300));
    }

    void everyCutIsAnError() {
        const std::string bytes = packed(JobPart{JobPart::Kind::Share, 1, 2, 0.5});
        for (size_t length = 0; length < bytes.size(); ++length) {
            Reader in(std::string_view(bytes).substr(0, length));
            QVERIFY_THROWS_EXCEPTION(Error, (void)in.take<JobPart>());
        }
    }
};

QTEST_APPLESS_MAIN(TestJobWire)
#include "tst_job_wire.moc"
