#pragma once

#include <QProcess>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <future>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "hearth/cache_admin.h"
#include "hearth/prompt_service.h"
#include "hosted.h"
#include "session/loaded_engine.h"

/// Histories with pictures that are answered by a process of their own, which can be killed. A request is a
/// JSON object: "messages", each with "role", "content", "tokens" of a reply and "pictures", pairs of a place
/// in the content and a number; "count" of the reply's tokens at most, and "reuse" of a kept reply.
namespace hearth::test {

using Json = nlohmann::json;

/// Small bitmaps of a few sizes; those of the same size, every third, differ in their pixels alone.
class NumberedPictures {
public:
    std::shared_ptr<const PictureFile> at(unsigned number) {
        if (number >= m_files.size()) m_files.resize(number + 1);
        if (m_files[number] == nullptr) m_files[number] = make(number);
        return m_files[number];
    }
    static constexpr unsigned sizes = 3;

private:
    static std::shared_ptr<const PictureFile> make(unsigned number) {
        static constexpr std::array<std::array<unsigned, 2>, sizes> all{{{20, 20}, {44, 28}, {28, 60}}};
        const auto [width, height] = all[number % sizes];
        std::vector<std::byte> file;
        const auto put = [&](unsigned value, unsigned bytes) {
            for (unsigned i = 0; i < bytes; ++i) file.push_back(static_cast<std::byte>(value >> 8 * i));
        };
        // Widths are such that lines end at a multiple of four bytes.
        const unsigned pixels = 3 * width * height;
        put(0x4d42, 2), put(54 + pixels, 4), put(0, 4), put(54, 4);
        put(40, 4), put(width, 4), put(height, 4), put(1, 2), put(24, 2), put(0, 4), put(pixels, 4);
        put(2835, 4), put(2835, 4), put(0, 4), put(0, 4);
        std::mt19937 random(number);
        for (unsigned i = 0; i < pixels; ++i) put(random() % 256, 1);
        return std::make_shared<const PictureFile>(std::move(file));
    }
    std::vector<std::shared_ptr<const PictureFile>> m_files;
};

inline GenerationRequest requestOf(const Json& asked, NumberedPictures& pictures, int vocabulary) {
    GenerationRequest request;
    for (const Json& message : asked["messages"]) {
        ChatMessage& next = request.messages.emplace_back();
        next.role = message["role"];
        next.content = message["content"];
        next.tokens = message.value("tokens", std::vector<TokenId>());
        for (const Json& picture : message.value("pictures", Json::array()))
            next.pictures.push_back({.at = picture[0], .file = pictures.at(picture[1])});
    }
    request.sampling.temperature = 0;
    request.sampling.maxTokens = asked["count"];
    request.candidates = vocabulary;
    request.rawReply = true;
    request.replyReuse = asked["reuse"] ? ReplyReuse::Use : ReplyReuse::Off;
    return request;
}

inline EngineOptions historyOptions(const std::string& model, const std::string& backend) {
    EngineOptions options;
    options.model = model;
    options.backend = backend;
    options.threads = 1;
    options.contextLength = 1024;
    return options;
}

/// Logarithms of the probabilities, which are the logits but for a number that is the same in all of a row.
inline std::vector<std::vector<float>> rowsOf(const GenerationResult& result, int vocabulary) {
    std::vector<std::vector<float>> rows;
    for (const GeneratedToken& token : result.tokens) {
        std::vector<float>& row = rows.emplace_back(static_cast<size_t>(vocabulary));
        for (const TokenCandidate& candidate : token.candidates)
            row.at(static_cast<size_t>(candidate.token)) =
                std::log(std::max(candidate.plainProbability, 1e-30F));
    }
    return rows;
}

inline std::vector<TokenId> tokensOf(const GenerationResult& result) {
    std::vector<TokenId> tokens;
    for (const GeneratedToken& token : result.tokens) tokens.push_back(token.token);
    return tokens;
}

/// Answers lines of standard input by lines on standard output, with a host as the programs have one, until
/// the input ends: {"asks": [request, …]}, all at the same time, and {"flush": true}.
class HistoryServer {
    template <class Work>
    auto onEngine(Work work) {
        return waitFor(m_model->port,
                       [&](Engine& engine) { return work(dynamic_cast<LoadedEngine&>(engine)); });
    }

public:
    HistoryServer(const std::string& model, const std::string& backend, const std::string& folder)
        : m_host(hosted("model",
                        [=](const std::stop_token&) {
                            EngineOptions options = historyOptions(model, backend);
                            options.prefixFolder = folder;
                            options.cacheBytes = 1;
                            return Engine::load(options);
                        })),
          m_model(m_host->find("model")) {
        m_vocabulary =
            onEngine([](LoadedEngine& engine) { return promptsOf(engine).tokenizer().vocabSize(); });
    }

    void serve() {
        tell({{"ready", true}});
        for (std::string line; std::getline(std::cin, line);) {
            const Json asked = Json::parse(line);
            if (asked.contains("asks")) {
                tell(answer(asked["asks"]));
            } else {
                onEngine([](LoadedEngine& engine) { return engine.cache()->flush(), true; });
                tell({{"flushed", true}});
            }
        }
    }

private:
    static void tell(const Json& said) { std::cout << said.dump() << '\n' << std::flush; }
    /// The numbers of the pictures whose rows are kept, in memory or on disk.
    std::vector<unsigned> kept(const Json& asks) {
        return onEngine([&](LoadedEngine& engine) {
            std::vector<unsigned> numbers;
            for (const Json& asked : asks)
                for (const Json& message : asked["messages"])
                    for (const Json& picture : message.value("pictures", Json::array()))
                        if (engine.vision()->isKept(*m_pictures.at(picture[1])))
                            numbers.push_back(picture[1]);
            return numbers;
        });
    }
    Json answer(const Json& asks) {
        const auto made = [&] {
            return onEngine([](LoadedEngine& engine) { return engine.vision()->made(); });
        };
        const uint64_t before = made();
        Json told{{"before", kept(asks)}};
        std::vector<std::future<GenerationResult>> replies;
        for (const Json& asked : asks)
            replies.push_back(std::async(
                std::launch::async, [this, request = requestOf(asked, m_pictures, m_vocabulary)]() mutable {
                    GenerationListener nobody;
                    return waitForReply(m_model->requests, std::move(request), nobody);
                }));
        for (auto& reply : replies) {
            const GenerationResult result = reply.get();
            told["replies"].push_back({{"tokens", tokensOf(result)},
                                       {"rows", rowsOf(result, m_vocabulary)},
                                       {"isKept", result.metrics.keptReply},
                                       {"reused", result.metrics.reusedTokens},
                                       {"fromDisk", result.metrics.reusedFromDisk},
                                       {"prompt", result.metrics.promptTokens}});
        }
        told["after"] = kept(asks);
        told["made"] = made() - before;
        return told;
    }

    std::unique_ptr<ModelHost> m_host;
    std::shared_ptr<HostedModel> m_model;
    NumberedPictures m_pictures;
    int m_vocabulary = 0;
};

/// The process, from the other side.
class HistoryProcess {
public:
    HistoryProcess(const std::string& model, const std::string& backend, const std::string& folder) {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start("/proc/self/exe", {"--histories", QString::fromStdString(model),
                                           QString::fromStdString(backend), QString::fromStdString(folder)});
        if (!answer()) qFatal("the process did not start");
    }
    ~HistoryProcess() { kill(); }
    void ask(const Json& asked) {
        m_process.write(QByteArray::fromStdString(asked.dump() + '\n'));
        while (m_process.bytesToWrite() > 0 && m_process.waitForBytesWritten(60000)) {
        }
    }
    /// nullopt: the process has ended.
    std::optional<Json> answer() {
        while (!m_process.canReadLine())
            if (!m_process.waitForReadyRead(60000)) return std::nullopt;
        return Json::parse(m_process.readLine().toStdString());
    }
    /// Without a word, with SIGKILL.
    void kill() {
        m_process.kill();
        m_process.waitForFinished(60000);
    }
    /// Has it write what it keeps. True: it ended well.
    bool end() {
        ask({{"flush", true}});
        if (!answer()) return false;
        m_process.closeWriteChannel();
        return m_process.waitForFinished(60000) && m_process.exitStatus() == QProcess::NormalExit &&
               m_process.exitCode() == 0;
    }

private:
    QProcess m_process;
};

/// The part of the test's main() for a process that HistoryProcess started; nullopt: it was not started by
/// it.
inline std::optional<int> serveHistories(int count, char** arguments) {
    if (count != 5 || std::string_view(arguments[1]) != "--histories") return std::nullopt;
    HistoryServer(arguments[2], arguments[3], arguments[4]).serve();
    return 0;
}

}  // namespace hearth::test
