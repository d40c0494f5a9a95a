#include "hearth/embedder_loop.h"

#include <QtTest>
#include <atomic>
#include <future>
#include <vector>

#include "runtime/processor_turns.h"
#include "runtime/runtime_errors.h"
#include "support/scripted_embedder.h"

using namespace hearth;
using namespace std::chrono_literals;

namespace {

/// Pauses between two texts as others do between two layers.
class PausingEmbedder final : public test::ScriptedEmbedder {
public:
    PausingEmbedder(std::shared_ptr<test::EmbedderScript> script, bool onDevice)
        : ScriptedEmbedder(std::move(script)), m_info(ScriptedEmbedder::info()) {
        m_info.onDevice = onDevice;
    }
    const EmbedderInfo& info() const override { return m_info; }
    std::vector<Embedding> embed(std::span<const std::string> texts, EmbeddingKind kind, std::stop_token stop,
                                 const std::function<void(size_t)>& done) override {
        std::vector<Embedding> all;
        for (size_t i = 0; i < texts.size(); ++i) {
            if (i > 0 && m_pause) m_pause();
            all.push_back(ScriptedEmbedder::embed(texts.subspan(i, 1), kind, stop, done).front());
        }
        return all;
    }
    void setPause(std::function<void()> pause) override { m_pause = std::move(pause); }

private:
    EmbedderInfo m_info;
    std::function<void()> m_pause;
};

}  // namespace

class TestEmbedderLoop : public QObject {
    Q_OBJECT

    std::shared_ptr<test::EmbedderScript> m_script;
    ProcessorTurns::Clock::time_point m_now{};
    ProcessorTurns m_turns{[this] { return m_now; }};

    EmbedderLoop::Load load(bool onDevice = false) const {
        return [script = m_script, onDevice](const std::stop_token&) -> std::unique_ptr<Embedder> {
            ++script->loads;
            if (!script->failure.empty()) throw Error(ErrorCode::BadFile, script->failure);
            return std::make_unique<PausingEmbedder>(script, onDevice);
        };
    }
    static std::future<std::string> ask(EmbedderLoop& loop, Priority priority = Priority::Chat) {
        auto said = std::make_shared<std::promise<std::string>>();
        loop.post(
            [said](Embedder* embedder, const Error* problem, const std::stop_token&) {
                said->set_value(embedder != nullptr ? "embedder" : problem->what());
            },
            priority);
        return said->get_future();
    }
    static bool isReady(std::future<std::string>& future, std::chrono::milliseconds time) {
        return future.wait_for(time) == std::future_status::ready;
    }

private slots:
    void init() { m_script = std::make_shared<test::EmbedderScript>(); }

    void aTaskHasTextsUpToALimit() {
        const std::vector<size_t> sizes{4000, 96, 1, 5000, 2, 3};
        const auto bytes = [&sizes](size_t text) { return sizes[text]; };
        QCOMPARE(textsOfTask(0, sizes.size(), bytes), size_t(2));
        QCOMPARE(textsOfTask(2, sizes.size(), bytes), size_t(1));
        QCOMPARE(textsOfTask(3, sizes.size(), bytes), size_t(1));
        QCOMPARE(textsOfTask(4, sizes.size(), bytes), size_t(2));
        QCOMPARE(textsOfTask(6, sizes.size(), bytes), size_t(0));
    }
    void theMostUrgentTaskComesFirst() {
        std::promise<void> go;
        EmbedderLoop loop(
            [gate = go.get_future().share(), this](const std::stop_token& stop) {
                gate.wait();
                return load()(stop);
            },
            {});
        QCOMPARE(loop.state(), EmbedderLoop::State::Loading);
        std::string order;
        const auto note = [&](char name, Priority priority) {
            loop.post([&order, name](Embedder*, const Error*, const std::stop_token&) { order += name; },
                      priority);
        };
        note('d', Priority::Background);
        note('b', Priority::Chat);
        note('a', Priority::Reading);
        note('e', Priority::Background);
        note('c', Priority::Chat);
        QCOMPARE(loop.waiting(), size_t(5));
        auto last = ask(loop, Priority::Background);
        go.set_value();
        QCOMPARE(last.get(), std::string("embedder"));
        QCOMPARE(order, std::string("abcde"));
        QCOMPARE(loop.state(), EmbedderLoop::State::Ready);
        QTRY_VERIFY(!loop.isRunning() && loop.waiting() == 0);
    }
    void aThrowConcernsItsTaskAlone() {
        EmbedderLoop loop(load(), {});
        const auto held = std::make_shared<int>(1);
        loop.post(
            [held](Embedder*, const Error*, const std::stop_token&) { throw std::runtime_error("broken"); },
            Priority::Chat);
        QCOMPARE(ask(loop).get(), std::string("embedder"));
        QCOMPARE(held.use_count(), 1L);
        QCOMPARE(m_script->loads.load(), 1);
    }
    void oneThatCannotBeLoadedSaysWhy() {
        m_script->failure = "It is damaged.";
        std::promise<void> changed;
        EmbedderLoop loop(load(), {.changed = [&changed] { changed.set_value(); }});
        changed.get_future().wait();
        QCOMPARE(loop.state(), EmbedderLoop::State::Failed);
        QCOMPARE(loop.problem()->what(), "It is damaged.");
        QCOMPARE(ask(loop).get(), std::string("It is damaged."));
        EmbedderLoop none([](const std::stop_token&) { return std::unique_ptr<Embedder>(); }, {});
        QVERIFY(ask(none).get() != std::string("embedder"));
    }
    void theEndStopsWhatRuns() {
        auto loop = std::make_unique<EmbedderLoop>(load(), EmbedderLoop::Hooks());
        std::promise<void> begun;
        std::atomic<bool> stopped = false;
        loop->post(
            [&](Embedder*, const Error*, const std::stop_token& stop) {
                begun.set_value();
                while (!stop.stop_requested()) std::this_thread::yield();
                stopped = true;
            },
            Priority::Reading);
        begun.get_future().wait();
        QVERIFY(loop->isRunning());
        auto waits = ask(*loop);
        loop.reset();
        QVERIFY(stopped);
        QCOMPARE(waits.get(), std::string(Error(errors::serverStopped).what()));
    }
    void tasksTakeTurns() {
        EmbedderLoop loop(load(), {.turns = &m_turns});
        QCOMPARE(ask(loop).get(), std::string("embedder"));
        ProcessorTurns::Seat reply(m_turns, [] {});
        // Nobody has the turn while nothing is to be done.
        QTRY_VERIFY(reply.begin(Priority::Reading));
        auto waits = ask(loop, Priority::Background);
        QVERIFY(!isReady(waits, 50ms));
        // Beside a reply it has a twentieth of the time.
        for (int i = 0; i < 18; ++i) {
            QVERIFY(reply.begin(Priority::Reading));
            m_now += 1ms;
            reply.end();
        }
        QVERIFY(!isReady(waits, 50ms));
        QVERIFY(reply.begin(Priority::Reading));
        m_now += 1ms;
        reply.end();
        QCOMPARE(waits.get(), std::string("embedder"));
        QTRY_VERIFY(reply.begin(Priority::Reading));
        // The more urgent of two decides.
        auto index = ask(loop, Priority::Background);
        auto question = ask(loop, Priority::Reading);
        QVERIFY(!isReady(question, 50ms));
        m_now += 50ms;
        reply.end();
        QCOMPARE(question.get(), std::string("embedder"));
        QCOMPARE(index.get(), std::string("embedder"));
    }
    void aGraphicsCardIsNotWaitedFor() {
        EmbedderLoop loop(load(true), {.turns = &m_turns});
        ProcessorTurns::Seat reply(m_turns, [] {});
        QVERIFY(reply.begin(Priority::Reading));
        QCOMPARE(ask(loop).get(), std::string("embedder"));
    }
    void othersComeBetweenTwoLayers() {
        std::vector<std::string> order;
        std::mutex mutex;
        const auto note = [&](const char* what) {
            const std::scoped_lock lock(mutex);
            order.emplace_back(what);
        };
        std::promise<void> reading, asked, granted;
        std::atomic<int> texts = 0;
        m_script->beforeText = [&] {
            if (++texts == 1) {
                reading.set_value();
                asked.get_future().wait();
            }
            note("text");
        };
        EmbedderLoop loop(load(), {.turns = &m_turns});
        std::promise<void> done;
        loop.post(
            [&](Embedder* embedder, const Error*, const std::stop_token& stop) {
                (void)embedder->embed(std::vector<std::string>{"ship", "boat"}, EmbeddingKind::Passage, stop,
                                      {});
                done.set_value();
            },
            Priority::Background);
        reading.get_future().wait();
        ProcessorTurns::Seat reply(m_turns, [&granted] { granted.set_value(); });
        QVERIFY(!reply.begin(Priority::Reading));
        asked.set_value();
        granted.get_future().wait();
        QVERIFY(reply.begin(Priority::Reading));
        note("reply");
        reply.leave();
        done.get_future().wait();
        QCOMPARE(order, (std::vector<std::string>{"text", "reply", "text"}));
    }
};

QTEST_GUILESS_MAIN(TestEmbedderLoop)
#include "tst_embedder_loop.moc"
