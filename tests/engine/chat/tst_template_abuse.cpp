#include "template_abuse.h"

#include <sys/resource.h>

#include <QtTest>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>
#include <thread>

#include "hearth/chat_template.h"
#include "hearth/error.h"

using namespace hearth;
using Json = nlohmann::ordered_json;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr qint64 kSlower = 20;
constexpr size_t kMaxBytes = 3'000'000'000;
#else
constexpr qint64 kSlower = 1;
constexpr size_t kMaxBytes = 500'000'000;
#endif
constexpr qint64 kUsualMs = 2000 * kSlower;
constexpr qint64 kUsualStopMs = 50 * kSlower;
constexpr size_t kShare = 32;  // most rows are held to this part of the work and of the time

size_t peakBytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<size_t>(usage.ru_maxrss) * 1024;
}

qint64 milliseconds(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return qint64{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
}

struct Ending {
    std::string message;
    ErrorCode code = ErrorCode::BadInput;
    qint64 ms = 0;  ///< of the processor: other programs may be busy
};

Ending render(const std::string& source, TemplateLimits limits, const std::stop_token& stop = {}) {
    static const Json context = {{"messages", Json::array()}, {"s", "0123456789"}};
    Ending ending;
    const qint64 start = milliseconds(CLOCK_THREAD_CPUTIME_ID);
    try {
        ChatTemplate::parse(source, limits).render(context, stop);
    } catch (const Error& error) {
        ending.message = error.what();
        ending.code = error.code();
    }
    ending.ms = milliseconds(CLOCK_THREAD_CPUTIME_ID) - start;
    return ending;
}

std::string allRows(size_t index) {
    const size_t built = std::size(test::kTemplateAbuse);
    return index < built ? test::abusive(test::kTemplateAbuse[index])
                         : test::kWholeTemplateAbuse[index - built].expression;
}

}  // namespace

/// Every built-in thing with operands as large as a template can make them.
class TestTemplateAbuse : public QObject {
    Q_OBJECT

    /// Bounds of processor time. On a slow processor they grow with the time of a loop that does nothing but
    /// use up its steps.
    qint64 m_maxMs = kUsualMs, m_maxStopMs = kUsualStopMs;

private slots:
    void initTestCase();
    void endsWithOneLine_data();
    void endsWithOneLine();
    void theHeaviestEndWithinTwoSeconds();
    void aStopEndsIt();
};

void TestTemplateAbuse::initTestCase() {
    const char* const loop =
        "{% for j in range(100000) %}{% for i in range(1000) %}{% set x = i %}{% endfor %}{% endfor %}";
    const Ending plain = render(loop, {});
    QVERIFY(!plain.message.empty());
    constexpr qint64 timesPlain = 4;
    m_maxMs = std::max(kUsualMs, timesPlain * plain.ms);
    m_maxStopMs = kUsualStopMs * m_maxMs / kUsualMs;
}

void TestTemplateAbuse::endsWithOneLine_data() {
    QTest::addColumn<size_t>("index");
    size_t index = 0;
    for (const test::TemplateAbuse& abuse : test::kTemplateAbuse) QTest::newRow(abuse.name) << index++;
    for (const test::TemplateAbuse& abuse : test::kWholeTemplateAbuse) QTest::newRow(abuse.name) << index++;
}

void TestTemplateAbuse::endsWithOneLine() {
    QFETCH(const size_t, index);
    TemplateLimits limits;
    limits.steps /= kShare;
    const Ending ending = render(allRows(index), limits);
    QVERIFY2(!ending.message.empty(), "no error");
    QVERIFY2(ending.message.size() < 500, ending.message.c_str());
    QVERIFY2(ending.message.find_first_of("\n\r\x1b") == std::string::npos, ending.message.c_str());
    // Starting, and what takes no time at all, is not a share of anything.
    QVERIFY2(ending.ms < m_maxMs / static_cast<qint64>(kShare) + 75 * m_maxMs / kUsualMs * kSlower,
             qPrintable(QString::number(ending.ms) + " ms"));
    QVERIFY2(peakBytes() < kMaxBytes, qPrintable(QString::number(peakBytes() >> 20U) + " MiB"));
}

/// Those that take longest for the work that they are charged, with the limits that everybody has.
void TestTemplateAbuse::theHeaviestEndWithinTwoSeconds() {
    for (const char* name :
         {"text twice", "concatenate", "indent", "dict of a dict", "title of words", "rstrip",
          "map an attribute", "join of words", "center", "filter block", "batch", "map"}) {
        for (const test::TemplateAbuse& abuse : test::kTemplateAbuse) {
            if (std::string_view(abuse.name) != name) continue;
            const Ending ending = render(test::abusive(abuse), {});
            QVERIFY2(!ending.message.empty() && ending.ms < m_maxMs,
                     qPrintable(QString("%1: %2 ms").arg(name).arg(ending.ms)));
        }
    }
}

void TestTemplateAbuse::aStopEndsIt() {
    const size_t rows = std::size(test::kTemplateAbuse) + std::size(test::kWholeTemplateAbuse);
    size_t stopped = 0;
    for (size_t index = 0; index < rows; index += 5) {
        std::stop_source stop;
        qint64 requested = 0;
        Ending ending;
        qint64 finished = 0;
        std::atomic<bool> began = false;
        clockid_t clock{};
        std::thread renderer([&] {
            pthread_getcpuclockid(pthread_self(), &clock);
            began = true;
            ending = render(allRows(index), {}, stop.get_token());
            finished = milliseconds(CLOCK_THREAD_CPUTIME_ID);
        });
        while (!began) std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::milliseconds(60));
        requested = milliseconds(clock);
        stop.request_stop();
        renderer.join();
        if (ending.code != ErrorCode::Cancelled) continue;  // it had ended by itself
        ++stopped;
        QVERIFY2(finished - requested <= m_maxStopMs,
                 qPrintable(QString("row %1: %2 ms").arg(index).arg(finished - requested)));
    }
    QVERIFY(stopped > 18);
}

QTEST_GUILESS_MAIN(TestTemplateAbuse)
#include "tst_template_abuse.moc"
