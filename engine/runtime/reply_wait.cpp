#include "runtime/reply_wait.h"

#include <functional>
#include <utility>

namespace hearth {

namespace {

class Waiting final : public ReplySink {
public:
    explicit Waiting(GenerationListener& heard) : m_heard(heard) {}
    std::future<GenerationResult> result() { return m_promise->get_future(); }

    void prefillProgress(int done, int total, int reused, double tokensPerS) override {
        m_heard.prefillProgress(done, total, reused, tokensPerS);
    }
    void readingPicture(double done, double seconds) override { m_heard.readingPicture(done, seconds); }
    void replied(const ReplyDelta& delta) override { m_heard.replied(delta); }
    // This is gone as soon as the result is taken.
    void finished(GenerationResult reply) override {
        std::shared_ptr(m_promise)->set_value(std::move(reply));
    }
    void failed(const Error& error) override {
        std::shared_ptr(m_promise)->set_exception(std::make_exception_ptr(Error(error)));
    }

private:
    GenerationListener& m_heard;
    const std::shared_ptr<std::promise<GenerationResult>> m_promise =
        std::make_shared<std::promise<GenerationResult>>();
};

}  // namespace

GenerationResult waitForReply(Generator& model, GenerationRequest request, GenerationListener& heard,
                              const std::stop_token& stop, const Policy& policy) {
    Waiting waiting(heard);
    std::future<GenerationResult> result = waiting.result();
    const RequestId id = model.submit(std::move(request), waiting, Priority::Reading, policy);
    const std::stop_callback<std::function<void()>> cancels(stop, [&] { model.cancel(id); });
    return result.get();
}

}  // namespace hearth
