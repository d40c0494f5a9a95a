// A server whose model plays a script, for what no small model does reliably: thinking, calls of tools,
// failures in the middle. One request waits at most, beside one that runs. It ends with its standard input.
// With "agent" as second argument the model does what programs that work by themselves need (PlayedAgent),
// and more requests wait.
#include <cstdio>
#include <string>
#include <string_view>

#include "engine/runtime/hosted.h"
#include "played_engine.h"
#include "server/api_server.h"
#include "server/model_registry.h"

int main(int count, char** arguments) {
    using namespace hearth;
    const bool isAgent = count == 3 && arguments[2] == std::string_view("agent");
    if (count != 2 && !isAgent) return 2;
    EngineOptions choice;
    choice.model = arguments[1];
    choice.threads = 1;
    const auto host =
        test::hosted("played",
                     [&](const std::stop_token&) -> std::unique_ptr<Engine> {
                         return std::make_unique<test::PlayedEngine>(Engine::load(choice), isAgent);
                     },
                     {.parallel = isAgent ? 4 : 1, .mostWaiting = isAgent ? 64U : 1U});
    server::ModelRegistry registry;
    registry.setModels({{"played", host->find("played")}});
    server::ApiOptions options;
    options.http.port = 0;
    server::ApiServer server(std::move(options), registry);
    std::printf("listening on %s\n", server.url().c_str());
    std::fflush(stdout);
    while (std::getchar() != EOF) {
    }
    return 0;
}
