// Against the syntax of RFC 2397, section 3.
#include "hearth/data_url.h"

#include <QtTest>

using namespace hearth;

class TestDataUrl : public QObject {
    Q_OBJECT

    static std::string read(std::string_view url) {
        const auto read = readDataUrl(url);
        return read ? std::string(read->type) + " " + std::string(read->base64) : "refused";
    }

private slots:
    void takesUrlsApart() {
        QCOMPARE(read("data:image/png;base64,iVBORw0="), std::string("image/png iVBORw0="));
        QCOMPARE(read("data:;base64,Zm9v"), std::string(" Zm9v"));
        QCOMPARE(read("data:image/png;name=a.png;base64,Zm9v"), std::string("image/png;name=a.png Zm9v"));
        QCOMPARE(read("DATA:image/JPEG;BASE64,Zm9v"), std::string("image/JPEG Zm9v"));
        QCOMPARE(read("data:image/png;base64,"), std::string("image/png "));
        QCOMPARE(read("data:image/png;base64,a,b"), std::string("image/png a,b"));
    }
    void otherUrlsAreRefused() {
        for (const char* url :
             {"", "data", "data:", "data:image/png", "data:image/png;base64", "data:,Zm9v",
              "data:base64,Zm9v", "data:text/plain,a%20b", "data:text/plain;charset=utf-8,a",
              "https://example.org/;base64,a.png", "file:///a;base64,b", "Zm9v"})
            QCOMPARE(read(url), std::string("refused"));
    }
    void writesWhatItReads() {
        const std::string text = "foobar";
        const std::string url = dataUrlOf("image/webp", std::as_bytes(std::span(text)));
        QCOMPARE(url, std::string("data:image/webp;base64,Zm9vYmFy"));
        QCOMPARE(read(url), std::string("image/webp Zm9vYmFy"));
    }
};

QTEST_APPLESS_MAIN(TestDataUrl)
#include "tst_data_url.moc"
