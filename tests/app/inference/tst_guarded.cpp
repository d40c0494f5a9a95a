#include "inference/guarded.h"

#include <QtTest>
#include <new>
#include <stdexcept>

using namespace hearth;
using namespace hearth::app;

class TestGuarded : public QObject {
    Q_OBJECT

private slots:
    void whateverIsThrownBecomesASentence() {
        QVERIFY(!guarded([] {}));
        const auto error = guarded([] { throw Error(ErrorCode::BadFile, "This file is no model."); });
        QCOMPARE(error->code, ErrorCode::BadFile);
        QCOMPARE(error->message, QString("This file is no model."));
        const auto memory = guarded([] { throw std::bad_alloc(); });
        QCOMPARE(memory->code, ErrorCode::OutOfMemory);
        QVERIFY(memory->message.startsWith("There is not enough memory."));
        const auto other = guarded([] { throw std::runtime_error("a riddle"); });
        QCOMPARE(other->code, ErrorCode::Device);
        QVERIFY(other->message.contains("(a riddle)"));
        const auto odd = guarded([] { throw 7; });
        QCOMPARE(odd->code, ErrorCode::Device);
    }
};

QTEST_GUILESS_MAIN(TestGuarded)
#include "tst_guarded.moc"
