#include "server/served_model.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::server;

class TestServedModel : public QObject {
    Q_OBJECT

    struct NoPort : EnginePort {
        void post(Task) override {}
        void cancel(RequestId) override {}
    };

private slots:
    void hasNames() {
        NoPort port;
        const ServedModel model("tiny", {"gpt-4o", "local"}, port, 8);
        QVERIFY(model.isCalled("tiny") && model.isCalled("local") && model.isCalled(""));
        QVERIFY(!model.isCalled("Tiny") && !model.isCalled("other"));
        QVERIFY(model.created > 0);
    }
};

QTEST_GUILESS_MAIN(TestServedModel)
#include "tst_served_model.moc"
