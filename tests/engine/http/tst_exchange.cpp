#include "http/exchange.h"

#include <QtTest>
#include <thread>

#include "engine/http/raw_client.h"

using namespace hearth::http;
using namespace hearth::test;

namespace {

Exchange::Form smallForm() {
    Exchange::Form form;
    form.unsentBytes = 1000;
    return form;
}

}  // namespace

class TestExchange : public QObject {
    Q_OBJECT

private slots:
    void wakesOncePerLook() {
        int wakes = 0;
        Exchange exchange(smallForm(), [&] { ++wakes; });
        exchange.begin(200, "text/plain", {});
        exchange.write("a");
        exchange.write("b");
        QCOMPARE(wakes, 1);
        QVERIFY(!exchange.acknowledge());
        QCOMPARE(unchunked(exchange.take().bytes), std::string("ab"));
        exchange.end();
        QCOMPARE(wakes, 2);
        exchange.acknowledge();
        const auto piece = exchange.take();
        QVERIFY(piece.ended && !piece.close);
        QCOMPARE(piece.bytes, std::string("0\r\n\r\n"));
    }

    void boundsWhatWaits() {
        Exchange exchange(smallForm(), [] {});
        exchange.begin(200, "text/plain", {});
        const size_t head = exchange.take().bytes.size();
        exchange.sent(head);
        // One piece of any length, for it is there already.
        QVERIFY(exchange.write(std::string(10'000, 'x')));
        exchange.sent(exchange.take().bytes.size());
        QVERIFY(exchange.write(std::string(500, 'x')));
        exchange.take();  // in flight, which waits as well
        QVERIFY(exchange.write(std::string(300, 'x')));
        QVERIFY(!exchange.write(std::string(300, 'x')));
        QVERIFY(exchange.gone());
        QVERIFY(exchange.acknowledge());
        QVERIFY(!exchange.write("x"));
    }

    void callsOnceWhenTheClientIsGone() {
        Exchange exchange(smallForm(), [] {});
        int first = 0, second = 0;
        exchange.onGone([&] { ++first; });
        exchange.onGone([&] { ++second; });
        exchange.vanish();
        exchange.vanish();
        QCOMPARE(first, 0);
        QCOMPARE(second, 1);
        QVERIFY(exchange.gone());
        exchange.send(200, "text/plain", "x", {});
        QVERIFY(!exchange.write("x"));
    }

    void callsNobodyAfterTheEnd() {
        Exchange exchange(smallForm(), [] {});
        auto held = std::make_shared<int>(0);
        exchange.onGone([held] { ++*held; });
        exchange.send(200, "text/plain", "x", {});
        QCOMPARE(held.use_count(), 1L);  // what it held is free again
        exchange.vanish();
        exchange.onGone([held] { ++*held; });
        QCOMPARE(*held, 0);
    }

    void answersWhatIsAbandoned() {
        Exchange unanswered(smallForm(), [] {});
        unanswered.abandon();
        QCOMPARE(statusOf(unanswered.take().bytes), 500);
        QVERIFY(unanswered.hasEnded());
        Exchange halfway(smallForm(), [] {});
        halfway.begin(200, "text/plain", {});
        halfway.abandon();
        QVERIFY(halfway.acknowledge());
        Exchange whole(smallForm(), [] {});
        whole.send(204, "", "", {});
        whole.abandon();
        const std::string answer = whole.take().bytes;
        QCOMPARE(statusOf(answer), 204);
        QVERIFY(answer.find("Content-Length") == std::string::npos);
    }

    void ignoresWhatIsOutOfOrder() {
        Exchange exchange(smallForm(), [] {});
        QVERIFY(!exchange.write("early"));
        exchange.end();
        exchange.send(201, "text/plain", "first", {});
        exchange.send(202, "text/plain", "second", {});
        exchange.begin(203, "text/plain", {});
        QVERIFY(!exchange.write("late"));
        const std::string answer = exchange.take().bytes;
        QCOMPARE(statusOf(answer), 201);
        QCOMPARE(bodyOf(answer), std::string("first"));
    }

    void turnsUnsoundAnswersInto500() {
        for (const int status : {-1, 0, 100, 199, 600}) {
            Exchange exchange(smallForm(), [] {});
            exchange.send(status, "text/plain", "x", {});
            QCOMPARE(statusOf(exchange.take().bytes), 500);
        }
        Exchange exchange(smallForm(), [] {});
        exchange.begin(200, "text/plain\r\nEvil: 1", {});
        const std::string answer = exchange.take().bytes;
        QCOMPARE(statusOf(answer), 500);
        QVERIFY(answer.find("Evil") == std::string::npos);
        QVERIFY(!exchange.write("x"));
    }

    void closesBehindStreamsOfOldClients() {
        Exchange::Form form = smallForm();
        form.http10 = true;
        Exchange exchange(form, [] {});
        exchange.begin(200, "text/plain", {});
        exchange.write("a");
        exchange.end();
        const auto piece = exchange.take();
        QVERIFY(piece.close && piece.ended);
        QCOMPARE(bodyOf(piece.bytes), std::string("a"));
    }

    void canBeWrittenByManyThreads() {
        Exchange::Form form;
        form.unsentBytes = 10'000'000;
        Exchange exchange(form, [] {});
        exchange.begin(200, "text/plain", {});
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&] {
                for (int j = 0; j < 1000; ++j) exchange.write("0123456789");
            });
        std::string all;
        for (int i = 0; i < 100; ++i) {
            exchange.acknowledge();
            const std::string bytes = exchange.take().bytes;
            exchange.sent(bytes.size());
            all += bytes;
        }
        for (std::thread& thread : threads) thread.join();
        all += exchange.take().bytes;
        QCOMPARE(unchunked(all).size(), size_t(40'000));
    }
};

QTEST_APPLESS_MAIN(TestExchange)
#include "tst_exchange.moc"
