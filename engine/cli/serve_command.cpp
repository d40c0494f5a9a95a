#include <cstdio>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/interrupt.h"
#include "hearth/error.h"
#include "http/loopback.h"
#include "server/api_server.h"
#include "server/single_model_shelf.h"

namespace hearth::cli {

namespace {

constexpr std::array serveOwnOptions = {
    Option{"--host", "", "ADDRESS", "where to listen (default 127.0.0.1: this computer alone)"},
    Option{"--port", "", "N", "the port; 0: any that is free (default 8080)"},
    Option{"--parallel", "", "N", "replies at a time, 1 to 16; others wait (default 8)"},
    Option{"--api-key", "", "KEY", "a key that requests need; may be given several times"},
    Option{"--api-key-file", "", "FILE", "a file with such keys, one a line"},
    Option{"--alias", "", "NAME", "a further name of the model; may be given several times"},
    Option{"--allow-host", "", "NAME", "a further name that requests may call this computer"},
    Option{"--allow-origin", "", "ORIGIN", "a web page that may ask, as https://app.example"},
};
constexpr auto serveOptions = joinOptions(engineOptionList, serveOwnOptions, std::array{keepOption});

/// From the signal to the end.
constexpr auto drainTime = std::chrono::seconds(4);

std::vector<std::string> keysOf(const Arguments& arguments) {
    std::vector<std::string> keys = arguments.all("--api-key");
    if (const auto path = arguments.text("--api-key-file")) {
        std::ifstream file(*path);
        if (!file) throw Error(ErrorCode::Io, "The file " + *path + " with the API keys cannot be read.");
        for (std::string line; std::getline(file, line);) {
            while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
            if (!line.empty()) keys.push_back(line);
        }
        if (keys.empty()) throw Error(ErrorCode::BadInput, "The file " + *path + " holds no API key.");
    }
    for (const std::string& key : keys)
        if (key.empty()) throw UsageError("--api-key needs a key that is not empty");
    return keys;
}

std::string newKey() {
    static constexpr std::string_view letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
    std::random_device device;
    std::uniform_int_distribution<size_t> letter(0, letters.size() - 1);
    std::string key = "hearth-";
    for (int i = 0; i < 32; ++i) key += letters[letter(device)];
    return key;
}

server::ApiOptions apiOptions(const Arguments& arguments) {
    server::ApiOptions options;
    options.http.host = arguments.text("--host").value_or("127.0.0.1");
    const int port = arguments.integer("--port", 8080);
    if (port < 0 || port > 65535) throw UsageError("--port is a number from 0 to 65535");
    options.http.port = static_cast<uint16_t>(port);
    options.http.allowedHosts = arguments.all("--allow-host");
    options.http.allowedOrigins = arguments.all("--allow-origin");
    options.keys = keysOf(arguments);
    return options;
}

void runServe(const Arguments& arguments) {
    const int parallel = arguments.integer("--parallel", 8);
    if (parallel < 1 || parallel > 16) throw UsageError("--parallel is a number from 1 to 16");
    server::ApiOptions options = apiOptions(arguments);
    EngineOptions engineChoice = engineOptions(arguments);
    engineChoice.prefixFolder = arguments.text(keepOption.name).value_or("");
    const Interrupt interrupt(StopSignals::InterruptOrTerminate);
    server::EngineThread thread(
        [&](const std::stop_token&) { return loadEngine(engineChoice, interrupt.token()); });
    thread.waitUntilReady();
    const auto model = std::make_shared<server::ServedModel>(engineChoice.model.stem().string(),
                                                             arguments.all("--alias"), thread, parallel);
    server::SingleModelShelf shelf(model, thread);
    if (options.keys.empty() && !http::isLoopback(options.http.host)) {
        options.keys.push_back(newKey());
        std::printf("API key: %s\n", options.keys.front().c_str());
    }
    server::ApiServer api(std::move(options), shelf);
    std::printf("listening on %s\n", api.url().c_str());
    std::fflush(stdout);
    interrupt.wait();
    api.drain(drainTime);
}

}  // namespace

const Command serveCommand{
    .name = "serve",
    .usage = "-m MODEL [--host ADDRESS] [--port N] [OPTIONS]",
    .summary = "Let other programs use a model over HTTP, as OpenAI's and Anthropic's.",
    .options = serveOptions,
    .run = runServe};

}  // namespace hearth::cli
