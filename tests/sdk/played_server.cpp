// A server whose model plays a script, for what no small model does reliably: thinking, calls of tools,
// failures in the middle. One request waits at most, beside one that runs. It ends with its standard input.
#include <cstdio>
#include <string>

#include "played_engine.h"
#include "server/api_server.h"
#include "server/single_model_shelf.h"

int main(int count, char** arguments) {
    using namespace hearth;
    if (count != 2) return 2;
    EngineOptions choice;
    choice.model = arguments[1];
    choice.threads = 1;
    server::EngineThread thread([&](const std::stop_token&) -> std::unique_ptr<Engine> {
        return std::make_unique<test::PlayedEngine>(Engine::load(choice));
    });
    thread.waitUntilReady();
    const auto model =
        std::make_shared<server::ServedModel>("played", std::vector<std::string>(), thread, 1, size_t{1});
    server::SingleModelShelf shelf(model, thread);
    server::ApiOptions options;
    options.http.port = 0;
    server::ApiServer server(std::move(options), shelf);
    std::printf("listening on %s\n", server.url().c_str());
    std::fflush(stdout);
    while (std::getchar() != EOF) {
    }
    return 0;
}
