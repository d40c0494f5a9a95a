#include "server/served_model.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::server;

class TestServedModel : public QObject {
    Q_OBJECT

    struct NoPort : EnginePort {
        void post(Task) override {}
        void beside(std::function<void(const std::stop_token&)>) override {}
        void cancel(RequestId) override {}
    };

private slots:
    void hasNames() {
        NoPort port;
        const ServedModel model("tiny", {"gpt-4o", "local"}, port, 8);
        QVERIFY(model.isCalled("tiny") && model.isCalled("local") && model.isCalled(""));
        for (const char* name : {"tiny.gguf", "openai/tiny", "ollama/org/Tiny", "tiny:latest", "LOCAL.GGUF"})
            QVERIFY2(model.isCalled(name), name);
        for (const char* name : {"other", "tiny2", "tiny/other", "xtiny", "tiny:7b", "/", ".gguf"})
            QVERIFY2(!model.isCalled(name), name);
        QVERIFY(meansModel("org/Tiny-Q4", "org/tiny-q4"));
        QVERIFY(model.created > 0);
    }
};

QTEST_GUILESS_MAIN(TestServedModel)
#include "tst_served_model.moc"
