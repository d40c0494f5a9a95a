#include "hearth/work_thread.h"

#include <QtTest>
#include <future>
#include <new>
#include <vector>

using hearth::WorkThread;

class TestWorkThread : public QObject {
    Q_OBJECT

private slots:
    void doesOneTaskAfterTheOther() {
        std::vector<int> done;
        std::promise<void> last;
        WorkThread thread;
        for (int i = 0; i < 100; ++i) thread.post([&, i](const std::stop_token&) { done.push_back(i); });
        thread.post([&](const std::stop_token&) { last.set_value(); });
        last.get_future().wait();
        QCOMPARE(done.size(), size_t(100));
        QVERIFY(std::is_sorted(done.begin(), done.end()));
    }
    void whateverIsThrownEndsTheTaskAlone() {
        std::promise<void> last;
        WorkThread thread;
        thread.post([](const std::stop_token&) { throw std::bad_alloc(); });
        thread.post([](const std::stop_token&) { throw std::runtime_error("x"); });
        thread.post([](const std::stop_token&) { throw 7; });
        thread.post([&](const std::stop_token&) { last.set_value(); });
        QCOMPARE(last.get_future().wait_for(std::chrono::seconds(60)), std::future_status::ready);
    }
    void dropsWhatHasNotBegun() {
        bool ran = false;
        {
            std::promise<void> begun, resume;
            auto thread = std::make_unique<WorkThread>();
            thread->post([&](const std::stop_token&) {
                begun.set_value();
                resume.get_future().wait();
            });
            thread->post([&](const std::stop_token&) { ran = true; });
            begun.get_future().wait();
            auto ending = std::async(std::launch::async, [&] { thread.reset(); });
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            resume.set_value();
            ending.wait();
        }
        QVERIFY(!ran);
    }
};

QTEST_GUILESS_MAIN(TestWorkThread)
#include "tst_work_thread.moc"
