#include "hearth/error.h"

#include <QtTest>

using namespace hearth;

namespace {
constexpr ErrorKind full{ErrorCode::ContextFull, {"prompt.full", "%1 tokens for %2."}};
}

class TestError : public QObject {
    Q_OBJECT

private slots:
    void anErrorHasAnIdentityAndArguments() {
        try {
            throw Error(full, {9, 4});
        } catch (const std::exception& caught) {
            QCOMPARE(QByteArray(caught.what()), QByteArray("9 tokens for 4."));
            const auto& error = dynamic_cast<const Error&>(caught);
            QVERIFY(error.is(full) && error.code() == ErrorCode::ContextFull);
            QVERIFY(error.message() == Message(full.message, {9, 4}));
        }
        QVERIFY(!Error(ErrorCode::ContextFull, "9 tokens for 4.").is(full));
        QVERIFY(std::is_nothrow_copy_constructible_v<Error>);
    }

    void wordsAloneHaveNone() {
        const Error error(ErrorCode::Io, "the server's words, 100 %1");
        QVERIFY(error.message().id().empty() && !error.is(full));
        QCOMPARE(QByteArray(error.what()), QByteArray("the server's words, 100 %1"));
    }
};

QTEST_APPLESS_MAIN(TestError)
#include "tst_error.moc"
