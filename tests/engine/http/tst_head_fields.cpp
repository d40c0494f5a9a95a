#include "http/head_fields.h"

#include <QtTest>

using namespace hearth::http;

namespace {

HeadFields fieldsOf(const Headers& headers, const std::string& method = "POST", bool http10 = false) {
    return std::get<HeadFields>(readHeadFields(method, headers, http10));
}

Refusal refusalOf(const Headers& headers, const std::string& method = "POST", bool http10 = false) {
    const auto read = readHeadFields(method, headers, http10);
    const auto* refusal = std::get_if<Refusal>(&read);
    return refusal ? *refusal : Refusal{200, "none", ""};
}

}  // namespace

class TestHeadFields : public QObject {
    Q_OBJECT

private slots:
    void readsTheFraming() {
        const HeadFields fields =
            fieldsOf({{"host", "a:1"}, {"content-length", "007"}, {"Connection", "x, Close"}});
        QCOMPARE(*fields.length, uint64_t(7));
        QCOMPARE(fields.host, std::string("a:1"));
        QVERIFY(fields.close && !fields.chunked && !fields.wantsContinue);
        const HeadFields chunked =
            fieldsOf({{"Host", "a"}, {"Transfer-Encoding", "Chunked"}, {"Expect", "100-Continue"}});
        QVERIFY(chunked.chunked && chunked.wantsContinue && !chunked.close && !chunked.length);
        QVERIFY(fieldsOf({}, "GET", true).close);
        QVERIFY(!fieldsOf({{"Host", "a"}, {"Content-Encoding", "identity"}}, "GET").length);
    }

    void refusesWhatCanBeReadTwice() {
        const std::pair<std::string, std::string> host{"Host", "a"}, length{"Content-Length", "1"};
        QCOMPARE(refusalOf({}), refusals::noHost);
        QCOMPARE(refusalOf({host, host}), refusals::noHost);
        QCOMPARE(refusalOf({{"Host", ""}, length}), refusals::noHost);
        QCOMPARE(refusalOf({host}), refusals::noLength);
        QCOMPARE(refusalOf({host}, "DELETE").status, 200);
        QCOMPARE(refusalOf({host, length, length}), refusals::duplicateField);
        QCOMPARE(refusalOf({host, length, {"transfer-encoding", "chunked"}}), refusals::twoLengths);
        for (const char* value : {"", "-1", "+1", "1 ", "0x1", "1,1", "1.0", "a"})
            QCOMPARE(refusalOf({host, {"Content-Length", value}}), refusals::badLength);
        QCOMPARE(refusalOf({host, {"Content-Length", "99999999999999999999"}}), refusals::bodyTooLarge);
        QCOMPARE(refusalOf({host, {"Transfer-Encoding", "gzip"}}), refusals::badCoding);
        QCOMPARE(refusalOf({host, {"Transfer-Encoding", "chunked"}}, "POST", true), refusals::chunkedTooOld);
        QCOMPARE(refusalOf({host, length, {"Content-Encoding", "gzip"}}), refusals::encodedBody);
        QCOMPARE(refusalOf({host, length, {"Expect", "x"}}), refusals::badExpectation);
        QCOMPARE(refusalOf({host, length, {"Authorization", "a"}, {"authorization", "a"}}),
                 refusals::duplicateField);
    }
};

QTEST_APPLESS_MAIN(TestHeadFields)
#include "tst_head_fields.moc"
