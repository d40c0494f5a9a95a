#include "hearth/one_at_a_time.h"

#include <QTest>
#include <string>
#include <vector>

#include "hearth/error.h"

using namespace hearth;

namespace {

/// Answers a request's raw text with itself.
class Echo final : public OneAtATime {
public:
    EngineInfo info() const override { return {}; }
    const Tokenizer& tokenizer() const override { throw Error(ErrorCode::Unsupported, "no"); }
    const ChatTemplate& chatTemplate() const override { throw Error(ErrorCode::Unsupported, "no"); }
    PromptPieces renderPrompt(const GenerationRequest&, std::stop_token) const override { return {}; }
    std::vector<TokenId> promptTokens(const GenerationRequest&, std::stop_token) const override { return {}; }
    PromptEstimate estimate(const GenerationRequest&, std::stop_token) const override { return {}; }
    GenerationResult generate(const GenerationRequest& request, GenerationListener&,
                              std::stop_token stop) override {
        if (request.rawText == "fail") throw Error(ErrorCode::Io, "It failed.");
        GenerationResult result;
        result.text = request.rawText.value_or("");
        result.reason = stop.stop_requested() ? FinishReason::Cancelled : FinishReason::EndOfText;
        return result;
    }
    std::vector<float> logits(std::span<const TokenId>, bool, std::stop_token) override { return {}; }
    void clearCache() override {}
    CacheStats cacheStats() const override { return {}; }
};

class Heard final : public GenerationListener {
public:
    void finished(GenerationResult result) override {
        texts.push_back(result.text + (result.reason == FinishReason::Cancelled ? ", cancelled" : ""));
    }
    void failed(const Error& error) override { texts.emplace_back(error.what()); }
    std::vector<std::string> texts;
};

}  // namespace

class TestOneAtATime : public QObject {
    Q_OBJECT

    static GenerationRequest requestOf(const std::string& text) {
        GenerationRequest request;
        request.rawText = text;
        return request;
    }

private slots:
    void repliesComeInOrder() {
        Echo engine;
        Heard heard;
        QVERIFY(!engine.step());
        const RequestId title = engine.submit(requestOf("title"), heard, Priority::Background);
        const RequestId chat = engine.submit(requestOf("chat"), heard, Priority::Chat);
        (void)engine.submit(requestOf("fail"), heard, Priority::Chat);
        const RequestId last = engine.submit(requestOf("last"), heard, Priority::Background);
        QVERIFY(title != chat);
        QCOMPARE(engine.status(title)->phase, RequestPhase::Waiting);
        engine.cancel(title);
        engine.setPriority(last, Priority::Reading);
        while (engine.step()) {
        }
        QCOMPARE(heard.texts, (std::vector<std::string>{"last", "chat", "It failed.", "title, cancelled"}));
        QVERIFY(!engine.status(title));
    }
};

QTEST_APPLESS_MAIN(TestOneAtATime)
#include "tst_one_at_a_time.moc"
