#include "hearth/unexpected_error.h"

#include <QtTest>
#include <stdexcept>

using namespace hearth;

namespace {

constexpr ErrorKind noMemory{ErrorCode::OutOfMemory, {"test.no-memory", "There is no memory."}};

template <class T>
Error errorOf(const T& thrown) {
    try {
        throw thrown;
    } catch (...) {
        return currentError(noMemory);
    }
}

std::system_error system(std::errc code) {
    return std::system_error(std::make_error_code(code));
}

}  // namespace

class TestUnexpectedError : public QObject {
    Q_OBJECT

private slots:
    void whatIsThrownIsAnError() {
        QVERIFY(errorOf(std::bad_alloc()).is(noMemory));
        QVERIFY(errorOf(system(std::errc::resource_unavailable_try_again)).is(noMemory));
        QVERIFY(errorOf(system(std::errc::not_enough_memory)).is(noMemory));
        QVERIFY(errorOf(system(std::errc::permission_denied)).is(errors::unexpected));
        QVERIFY(errorOf(std::runtime_error("a reason")).is(errors::unexpected));
        QVERIFY(errorOf(1).is(errors::unexpected));
        const Error known(ErrorCode::BadFile, "A sentence.");
        QCOMPARE(std::string(errorOf(known).what()), std::string("A sentence."));
    }
};

QTEST_APPLESS_MAIN(TestUnexpectedError)
#include "tst_unexpected_error.moc"
