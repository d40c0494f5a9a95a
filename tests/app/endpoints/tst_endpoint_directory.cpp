#include "endpoints/endpoint_directory.h"

#include <QtTest>

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::app;

class TestEndpointDirectory : public QObject {
    Q_OBJECT

private slots:
    void givesEnginesForItsServersOnly() {
        EndpointDirectory directory;
        QVERIFY(directory.engineFor("/models/x.gguf") == nullptr);
        QVERIFY_EXCEPTION_THROWN(directory.engineFor("endpoint:a/m"), Error);
        directory.put({"a", "Rack", QUrl("http://rack.lan/v1"), "vLLM", {{"o/Qwen3-8B", 40960}}}, "key");
        const auto engine = directory.engineFor("endpoint:a/o/Qwen3-8B");
        QVERIFY(engine != nullptr);
        QCOMPARE(engine->info().modelName, std::string("Qwen3-8B"));
        QCOMPARE(engine->info().contextLength, 40960);
        QCOMPARE(engine->info().backend, std::string("On Rack"));
        directory.remove("a");
        QVERIFY_EXCEPTION_THROWN(directory.engineFor("endpoint:a/o/Qwen3-8B"), Error);
    }
};

QTEST_GUILESS_MAIN(TestEndpointDirectory)
#include "tst_endpoint_directory.moc"
