#include "worker/worker_probe.h"

#include <QtTest>
#include <limits>
#include <optional>

#include "played_caller.h"
#include "worker/worker_errors.h"

using namespace hearth;
using wire::packed;

namespace {

struct Ear final : AttentionListener {
    void looked(TokenAttention attention) override { answer = std::move(attention); }
    void failed(const Error& error) override { problem = error; }
    std::optional<TokenAttention> answer;
    std::optional<Error> problem;
};

TokenAttention ofTwoTokens() {
    return {.tokens = {1, 2},
            .layers = {{.heads = 1, .window = 0, .first = 0, .shares = {0.25F, 0.75F}}},
            .pictures = {{.first = 0, .columns = 2, .lines = 1, .stride = 2}}};
}

}  // namespace

class TestWorkerProbe : public QObject {
    Q_OBJECT

    test::PlayedCaller m_caller;

private slots:
    void init() { m_caller = {}; }

    void answersGoToWhoAsked() {
        WorkerProbe probe(m_caller);
        Ear first, second;
        std::stop_source stop;
        probe.readAttention({.tokens = {1, 2}, .cuts = {}, .tenant = {}}, first);
        probe.readAttention({.tokens = {1, 2}, .cuts = {}, .tenant = {}, .stop = stop.get_token()}, second);
        QVERIFY(probe.isAsked());
        stop.request_stop();
        QCOMPARE(m_caller.stopped, std::vector<uint64_t>{2});
        probe.tell(2, {.looked = ofTwoTokens(), .failure = {}});
        QVERIFY(second.answer && !first.answer);
        QCOMPARE(second.answer->layers[0].shares[1], 0.75F);
        probe.tell(2, {.looked = ofTwoTokens(), .failure = {}});  // nobody waits for it
        probe.tell(1,
                   {.looked = {}, .failure = wire::SentError{ErrorCode::Cancelled, Message::verbatim("x")}});
        QVERIFY(first.problem && first.problem->code() == ErrorCode::Cancelled);
        QVERIFY(!probe.isAsked());
    }

    void whatMakesNoSenseIsRefused() {
        TokenAttention beyond = ofTwoTokens(), uneven = ofTwoTokens(), headless = ofTwoTokens();
        beyond.layers[0].first = 1;
        uneven.layers[0].heads = 3;
        headless.layers[0].heads = 0;
        std::vector<std::optional<TokenAttention>> all{beyond, uneven, headless, std::nullopt};
        const PictureGrid grid{.first = 0, .columns = 2, .lines = 1, .stride = 2};
        PictureGrid empty = grid, outside = grid, narrow = grid, endless = grid, flat = grid;
        empty.columns = empty.stride = 0;
        outside.first = 2;
        narrow.stride = 1;
        endless.lines = 1U << 31U;
        flat.area.height = std::numeric_limits<float>::quiet_NaN();
        for (const PictureGrid& bad : {empty, outside, narrow, endless, flat}) {
            all.emplace_back(ofTwoTokens());
            all.back()->pictures = {grid, bad};
        }
        for (const auto& looked : all) {
            WorkerProbe probe(m_caller);
            Ear ear;
            probe.readAttention({.tokens = {1, 2}, .cuts = {}, .tenant = {}}, ear);
            probe.tell(1, {.looked = looked, .failure = {}});
            QVERIFY(ear.problem && ear.problem->is(errors::workerNonsense));
        }
    }

    void aLostProcessIsToldToAll() {
        WorkerProbe probe(m_caller);
        Ear first, second;
        probe.readAttention({.tokens = {1}, .cuts = {}, .tenant = {}}, first);
        probe.readAttention({.tokens = {2}, .cuts = {}, .tenant = {}}, second);
        probe.tellLost(Error(ErrorCode::Device, "It is gone."));
        QVERIFY(first.problem && second.problem && !probe.isAsked());
    }

    void logitsComeInParts() {
        WorkerProbe probe(m_caller);
        m_caller.parts = {packed(uint64_t{0}, std::vector<float>{1, 2}),
                          packed(uint64_t{1}, std::vector<float>{3, 4})};
        const std::vector<TokenId> tokens{5, 6};
        QCOMPARE(probe.logits(tokens, true), (std::vector<float>{1, 2, 3, 4}));
        QVERIFY(m_caller.calls == std::vector{wire::Call::ReadLogits});
    }
};

QTEST_GUILESS_MAIN(TestWorkerProbe)
#include "tst_worker_probe.moc"
