#include <atomic>
#include <cstdio>
#include <iostream>
#include <optional>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/interrupt.h"
#include "cli/keep_options.h"
#include "cli/other_place.h"
#include "cli/picture_input.h"
#include "hearth/cache_admin.h"
#include "hearth/device_fault.h"
#include "hearth/error.h"
#include "hearth/model_loop.h"
#include "hearth/platform/terminal.h"
#include "hearth/readable_text.h"
#include "hearth/request_queue.h"
#include "runtime/reply_wait.h"

namespace hearth::cli {

namespace {

constexpr std::array chatOwnOptions = {Option{"--system", "", "TEXT", "the system message"},
                                       Option{detailOption.name, "", detailOption.value,
                                              "of pictures that /image FILE adds without a detail of their "
                                              "own (/image FILE --detail low)"},
                                       keepOption,
                                       keepKeyOption,
                                       overflowOption,
                                       speculateOption,
                                       draftOption};
constexpr auto chatOptions =
    joinOptions(engineOptionList, std::array{ownProcessOption}, chatOwnOptions, samplingOptionList);

class StreamingListener final : public GenerationListener {
public:
    void replied(const ReplyDelta& delta) override {
        if (!delta.shown.empty()) std::cout << delta.shown << std::flush;
    }
};

bool nextLine(bool terminal, std::string& line) {
    if (terminal) std::fputs("> ", stderr);
    return std::getline(std::cin, line) && !line.empty();
}

/// Reads a picture for the next message; says what is wrong with one that cannot be had.
void addPicture(std::string_view words, PictureDetail detail, std::vector<MessagePicture>& pictures) {
    try {
        const NamedPicture named = readNamedPicture(words, detail);
        pictures.push_back({0, readPicture(named.path), named.detail});
        const PictureSize size = pictures.back().file->size();
        std::fprintf(stderr, "[picture %zu: %u x %u%s]\n", pictures.size(), size.width, size.height,
                     named.detail == PictureDetail::Low    ? ", low detail"
                     : named.detail == PictureDetail::High ? ", high detail"
                                                           : "");
    } catch (const UsageError& error) {
        std::fprintf(stderr, "%s\n", error.what());
    } catch (const Error& error) {
        tellError(error);
    }
}

/// The model of a chat, which is loaded again elsewhere when its device is lost.
class ChatModel {
public:
    ChatModel(EngineOptions options, ModelPlace place)
        : m_options(std::move(options)),
          m_loop([this, place](const std::stop_token&) { return loadEngine(m_options, {}, place); },
                 {.loadElsewhere =
                      [this, place](const DeviceFault& fault, const std::stop_token& stop) {
                          ++m_losses;
                          return resumeElsewhere(m_options, fault, stop, place);
                      },
                  .told = tellError}) {
        m_loop.waitUntilReady();
    }

    EngineInfo info() {
        return waitFor(m_loop, [](Engine& engine) { return engine.info(); });
    }
    void save() {
        waitFor(m_loop, [](Engine& engine) { engine.cache()->flush(); });
    }
    /// The reply to a request; when the device is lost, again from its beginning, elsewhere.
    GenerationResult reply(const GenerationRequest& request, const Policy& policy) {
        while (true) {
            StreamingListener listener;
            const Interrupt interrupt;
            std::optional<GenerationResult> result;
            try {
                result = waitForReply(m_requests, request, listener, interrupt.token(), policy);
            } catch (const Error&) {
                const int before = m_answeredLosses;
                // Answered by the next engine, if there is one.
                (void)info();
                m_answeredLosses = m_losses;
                if (m_answeredLosses == before || m_answeredLosses > mostLosses) throw;
            }
            std::cout << '\n' << std::flush;
            if (result) return *std::move(result);
        }
    }

private:
    static constexpr int mostLosses = 8;

    EngineOptions m_options;
    std::atomic<int> m_losses = 0;  ///< of devices
    int m_answeredLosses = 0;       ///< that reply() knows of
    ModelLoop m_loop;
    RequestQueue m_requests{m_loop, {}};
};

void runChat(const Arguments& arguments) {
    refuseWords(arguments);
    const SamplingParams sampling = samplingParams(arguments);
    const ContextOverflow overflow = contextOverflow(arguments);
    const PictureDetail detail = readDetail(arguments.text(detailOption.name).value_or("auto"));
    EngineOptions engineOptionsGiven = engineOptions(arguments);
    readKeep(arguments, engineOptionsGiven);
    ChatModel model(engineOptionsGiven, modelPlace(arguments));
    const EngineInfo info = model.info();
    const bool terminal = platform::isTerminal(platform::StandardStream::Input);
    std::fprintf(
        stderr, "%s on %s (%s%s%s). An empty line ends the chat, /clear starts a new one%s.\n",
        readableText(info.modelName).c_str(), info.backend.c_str(), info.device.text().c_str(),
        info.backendReason.empty() ? "" : "; ", textOf(info.backendReason).c_str(),
        info.seesPictures ? ", /image FILE [--detail low|high] adds a picture to the next message" : "");
    if (!info.visionProblem.isEmpty())
        std::fprintf(stderr, "%s\n", readableText(info.visionProblem.text(), 1000).c_str());
    if (!info.templateNote.isEmpty())
        std::fprintf(stderr, "%s\n", readableText(info.templateNote.text(), 1000).c_str());
    const Policy policy{.speculation = speculation(arguments)};
    GenerationRequest request;
    request.sampling = sampling;
    request.overflow = overflow;
    const auto start = [&] {
        request.messages.clear();
        request.cuts.clear();
        if (const auto system = arguments.text("--system"))
            request.messages.push_back({.role = "system", .content = *system, .reasoning = {}, .tokens = {}});
    };
    start();
    std::string line;
    std::vector<MessagePicture> pictures;  // of the next message
    constexpr std::string_view imageWord = "/image ";
    while (nextLine(terminal, line)) {
        if (line == "/clear") {
            start();
            continue;
        }
        if (line.starts_with(imageWord)) {
            addPicture(std::string_view(line).substr(imageWord.size()), detail, pictures);
            continue;
        }
        request.messages.push_back({.role = "user", .content = line, .reasoning = {}, .tokens = {}});
        request.messages.back().pictures = std::exchange(pictures, {});
        const GenerationResult result = model.reply(request, policy);
        ChatMessage said{.role = "assistant", .content = result.text, .reasoning = {}, .tokens = {}};
        for (const GeneratedToken& token : result.tokens) said.tokens.push_back(token.token);
        request.messages.push_back(std::move(said));
        const bool dropped = result.cuts != request.cuts;
        request.cuts = result.cuts;
        const GenerationMetrics& metrics = result.metrics;
        std::fprintf(stderr,
                     "[%d tokens, %.1f tokens/s, first after %.0f ms; prompt: reused %d, processed %d",
                     metrics.generatedTokens, metrics.decodeTokensPerS, metrics.timeToFirstTokenMs,
                     metrics.reusedTokens, metrics.processedTokens);
        if (metrics.draftedTokens > 0)
            std::fprintf(stderr, "; drafted %d, accepted %d", metrics.draftedTokens, metrics.acceptedTokens);
        if (dropped && !result.cuts.empty())
            std::fprintf(stderr, "; dropped %zu tokens so far, moved %d", droppedTokens(result.cuts),
                         metrics.movedTokens);
        std::fputs("]\n", stderr);
    }
    model.save();
}

}  // namespace

const Command chatCommand{.name = "chat",
                          .usage = "-m MODEL [OPTIONS]",
                          .summary = "Chat in the terminal.",
                          .options = chatOptions,
                          .run = runChat};

}  // namespace hearth::cli
