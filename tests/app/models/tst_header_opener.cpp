#include "models/header_opener.h"

#include <QtTest>

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::app;

class TestHeaderOpener : public QObject {
    Q_OBJECT

private slots:
    void headersAreReadHere() {
        QVERIFY(!headerHere(HEARTH_SOURCE_DIR "/tests/reference/tiny/llama-f32.gguf").tensors.empty());
        QVERIFY_THROWS_EXCEPTION(Error, headerHere("/nonexistent.gguf"));
    }
};

QTEST_GUILESS_MAIN(TestHeaderOpener)
#include "tst_header_opener.moc"
