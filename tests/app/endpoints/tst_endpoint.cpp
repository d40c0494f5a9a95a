#include "endpoints/endpoint.h"

#include <QtTest>

using namespace hearth::app;

class TestEndpoint : public QObject {
    Q_OBJECT

private slots:
    void addresses() {
        QCOMPARE(endpointAddress(" rack.lan:8000 "), QUrl("http://rack.lan:8000/v1"));
        QCOMPARE(endpointAddress("https://api.example.org/openai/v1/"),
                 QUrl("https://api.example.org/openai/v1"));
        QCOMPARE(endpointAddress("http://[::1]:8080"), QUrl("http://[::1]:8080/v1"));
        for (const char* bad : {"", "ftp://x", "file:///etc/passwd", "http://", "http://u:p@x/v1",
                                "http://x/v1?key=1", "http://x/#y", "http://a b/"})
            QVERIFY2(!endpointAddress(bad).isValid(), bad);
    }

    void settingsComeBackWithoutKeys() {
        Endpoint endpoint{"0011aabb",
                          "Rack",
                          QUrl("http://rack.lan:8000/v1"),
                          "vLLM",
                          {{"Qwen/Qwen3-8B", 32768, true, false}}};
        const auto read = readEndpoints(writeEndpoints({endpoint}));
        QCOMPARE(read.size(), size_t(1));
        QCOMPARE(read[0].name, QString("Rack"));
        QCOMPARE(read[0].address, endpoint.address);
        QCOMPARE(read[0].program, QString("vLLM"));
        QVERIFY(read[0].find("Qwen/Qwen3-8B") != nullptr && !read[0].find("Qwen/Qwen3-8B")->shown);
        QVERIFY(read[0].find("other") == nullptr);
        QVERIFY(readEndpoints(QJsonArray{1, "x", QJsonObject{}, QJsonObject{{"id", "a/b"}}}).empty());
    }

    void pathsNameServerAndModel() {
        const auto path = readEndpointPath(endpointPath("0011aabb", "Qwen/Qwen3:8b"));
        QVERIFY(path.has_value());
        QCOMPARE(path->endpointId, QString("0011aabb"));
        QCOMPARE(path->model, QString("Qwen/Qwen3:8b"));
        for (const char* file :
             {"/models/x.gguf", "endpoint:", "endpoint:a", "endpoint:/x", "endpoint:a/", ""})
            QVERIFY2(!readEndpointPath(file), file);
    }
};

QTEST_GUILESS_MAIN(TestEndpoint)
#include "tst_endpoint.moc"
