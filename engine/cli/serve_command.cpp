#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/embedder_options.h"
#include "cli/end_deadline.h"
#include "cli/input_file.h"
#include "cli/interrupt.h"
#include "cli/keep_options.h"
#include "cli/other_place.h"
#include "cli/route_option.h"
#include "cli/web_pictures.h"
#include "hearth/access_key.h"
#include "hearth/embedder.h"
#include "hearth/error.h"
#include "hearth/header_reader.h"
#include "hearth/host_resources.h"
#include "hearth/model_host.h"
#include "hearth/worker.h"
#include "http/loopback.h"
#include "runtime/reply_wait.h"
#include "server/api_server.h"
#include "server/embedder_registry.h"
#include "server/model_folder.h"
#include "server/model_registry.h"
#include "server/served_folder.h"
#include "server/server_errors.h"
#include "unicode/utf8.h"

namespace hearth::cli {

namespace {

constexpr std::array serveOwnOptions = {
    Option{"--host", "", "ADDRESS", "where to listen (default 127.0.0.1: this computer alone)"},
    Option{"--port", "", "N", "the port; 0: any that is free (default 8080)"},
    Option{"--parallel", "", "N", "replies at a time, 1 to 16; others wait (default 8)"},
    Option{"--api-key", "", "KEY", "a key that requests need; may be given several times"},
    Option{"--api-key-file", "", "FILE", "a file with such keys, one a line"},
    Option{"--models", "", "FOLDER", "instead of a model: all of a folder, each loaded when it is asked for"},
    Option{"--embedding-model", "", "MODEL",
           "a model for /v1/embeddings or /v1/rerank, loaded when it is asked for; may be given several "
           "times, also without -m and --models"},
    Option{"--route", "", "small=NAME,large=NAME[,rules=FILE]",
           "with --models: the model \"auto\" is these two, the large one for what is hard"},
    Option{"--idle-unload", "", "SECONDS",
           "unload such a model when nobody asked so long (default 900; 0: never)"},
    Option{"--alias", "", "NAME", "a further name of the model; may be given several times"},
    Option{"--responses", "", "FILE",
           "where /v1/responses keeps what can be gone on from (default: of your own)"},
    Option{"--allow-host", "", "NAME", "a further name that requests may call this computer"},
    Option{"--allow-origin", "", "ORIGIN",
           "a web page that may ask, as https://app.example, https://*.app.example or *"},
    Option{"--fetch-images", "", "",
           "fetch images that requests give as http and https URLs, from public addresses only"},
    Option{"--strict-fields", "", "",
           "refuse requests with fields that are not known, instead of ignoring these"},
};
constexpr auto serveOptions =
    joinOptions(engineOptionList, serveOwnOptions, std::array{ownProcessOption, keepOption, keepKeyOption});

/// From the signal to the end.
constexpr auto drainTime = std::chrono::milliseconds(2500);
constexpr auto endTime = std::chrono::milliseconds(4700);

/// More than any list of keys.
constexpr size_t mostKeyBytes = size_t{1} << 20U;

void tellSentence(const std::string& sentence) {
    std::fprintf(stderr, "%s\n", sentence.c_str());
}

/// True for the characters that a header cannot carry: no client could give a key with one.
bool isControl(char c) {
    return (c >= '\0' && c < ' ') || c == '\x7F';
}

std::vector<std::string> keysOf(const Arguments& arguments) {
    std::vector<std::string> keys = arguments.all("--api-key");
    if (const auto path = arguments.text("--api-key-file")) {
        constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
        std::string content = InputFile(*path).readAll(mostKeyBytes);
        if (content.starts_with(byteOrderMark)) content.erase(0, byteOrderMark.size());
        std::istringstream file(std::move(content));
        for (std::string line; std::getline(file, line);) {
            const auto [begin, end] = trimmedRange(line, true, true);
            if (begin < end) keys.push_back(line.substr(begin, end - begin));
        }
        if (keys.empty()) throw Error(ErrorCode::BadInput, "The file " + *path + " holds no API key.");
    }
    for (const std::string& key : keys) {
        if (key.empty()) throw UsageError("--api-key needs a key that is not empty");
        if (std::ranges::any_of(key, isControl))
            throw Error(ErrorCode::BadInput,
                        "An API key has a control character, which no header carries; choose another key.");
    }
    return keys;
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
    if (arguments.has("--strict-fields")) options.unknownFields = openai::UnknownFields::Refuse;
    if (arguments.has("--fetch-images")) options.fetchPicture = webPictures(webProgram());
    options.notice = tellSentence;
    return options;
}

/// Default path of the stored responses; empty: they are not stored.
std::filesystem::path ownResponseFile() {
    const auto folderOf = [](const char* variable) {
        const char* value = std::getenv(variable);
        return std::filesystem::path(value != nullptr ? value : "");
    };
    if (const auto state = folderOf("XDG_STATE_HOME"); state.is_absolute()) return state / "hearth/responses";
    if (const auto home = folderOf("HOME"); home.is_absolute()) return home / ".local/state/hearth/responses";
    return {};
}

std::shared_ptr<server::ResponseStore> responseStore(const Arguments& arguments) {
    constexpr uint64_t most = server::ResponseStore::defaultBytes;
    if (const auto file = arguments.text("--responses"))
        return std::make_shared<server::ResponseStore>(*file, most);
    const std::filesystem::path own = ownResponseFile();
    if (own.empty()) return std::make_shared<server::ResponseStore>(most);
    try {
        return std::make_shared<server::ResponseStore>(own, most);
    } catch (const Error& error) {
        std::fprintf(stderr, "%s Until then they are kept in memory alone.\n", error.what());
        return std::make_shared<server::ResponseStore>(most);
    }
}

/// Until a signal comes.
void serveRegistry(server::ApiOptions options, server::ModelRegistry& registry, const Interrupt& interrupt,
                   std::optional<EndDeadline>& deadline) {
    if (options.keys.empty() && !http::isLoopback(options.http.host)) {
        options.keys.push_back(newAccessKey());
        std::printf("API key: %s\n", options.keys.front().c_str());
    }
    server::ApiServer api(std::move(options), registry);
    std::printf("listening on %s\n", api.url().c_str());
    std::fflush(stdout);
    interrupt.wait();
    deadline.emplace(endTime);
    api.drain(drainTime);
}

/// The models that make embeddings: those that are named, and those of the folder. `embeds`: --model does.
std::vector<server::FoundModel> embeddingModels(const Arguments& arguments, bool embeds,
                                                const ModelLoader& loader) {
    std::vector<server::FoundModel> models;
    for (const std::string& path : arguments.all("--embedding-model")) {
        if (!loader.makesEmbeddings(path)) throw Error(errors::servedMakesNoEmbeddings, {path});
        models.push_back(server::modelNamed(path));
    }
    if (embeds) models.push_back(server::modelNamed(arguments.required("--model")));
    if (const auto folder = arguments.text("--models"))
        for (server::FoundModel& model : server::modelsIn(*folder))
            if (loader.makesEmbeddings(model.path)) models.push_back(std::move(model));
    for (server::FoundModel& model : models) model.reranks = loader.reranks(model.path);
    return models;
}

/// nullptr: there are none.
std::unique_ptr<server::EmbedderRegistry> embedderRegistry(const Arguments& arguments, ModelHost& host,
                                                           const std::vector<server::FoundModel>& models) {
    if (models.empty()) return nullptr;
    EngineOptions placement;
    readPlacement(arguments, placement);
    return std::make_unique<server::EmbedderRegistry>(
        host, models,
        [placement, place = modelPlace(arguments)](const std::filesystem::path& model,
                                                   const std::stop_token& stop) {
            const EmbedderOptions wanted{
                .model = model, .backend = placement.backend, .threads = placement.threads};
            return loadEmbedder(wanted, place, stop);
        });
}

/// Options of a host whose models stay loaded.
ModelHost::Options lastingHost(int parallel) {
    ModelHost::Options options;
    options.limits.parallel = parallel;
    options.idleUnload = std::chrono::milliseconds(0);
    options.longestWait = std::chrono::hours(24);
    options.told = tellError;
    return options;
}

/// Models for embeddings alone.
void serveEmbeddings(const Arguments& arguments, server::ApiOptions options,
                     const std::vector<server::FoundModel>& embedders, int parallel) {
    std::optional<EndDeadline> deadline;
    const Interrupt interrupt(platform::EndSignals::InterruptOrTerminate);
    ModelHost host(lastingHost(parallel));
    const auto embedding = embedderRegistry(arguments, host, embedders);
    options.embedders = embedding.get();
    server::ModelRegistry none;
    serveRegistry(std::move(options), none, interrupt, deadline);
}

void serveOne(const Arguments& arguments, server::ApiOptions options,
              const std::vector<server::FoundModel>& embedders, int parallel) {
    EngineOptions choice = engineOptions(arguments);
    readKeep(arguments, choice);
    std::optional<EndDeadline> deadline;  // ends last: it is there for what ends before it
    const Interrupt interrupt(platform::EndSignals::InterruptOrTerminate);
    ModelHost host(lastingHost(parallel));
    const std::string name = choice.model.stem().string();
    host.add(name, {.load =
                        [&](const std::stop_token&) {
                            return loadEngine(choice, interrupt.token(), modelPlace(arguments));
                        },
                    .loadElsewhere =
                        [&](const DeviceFault& fault, const std::stop_token&) {
                            return resumeElsewhere(choice, fault, interrupt.token(), modelPlace(arguments));
                        }});
    host.keepLoaded(name, true);
    waitFor(host.find(name)->port, [](Engine&) {});
    const auto embedding = embedderRegistry(arguments, host, embedders);
    options.embedders = embedding.get();
    server::ModelRegistry registry;
    registry.setModels({{name, host.find(name), arguments.all("--alias")}});
    serveRegistry(std::move(options), registry, interrupt, deadline);
}

/// The way to load a model of the folder.
ModelSource sourceOf(const std::filesystem::path& model, const std::shared_ptr<ServedPlace>& place,
                     const std::shared_ptr<const ModelLoader>& loader) {
    ModelSource source;
    source.load = [model, place, loader](const std::stop_token& stop) {
        return loader->load(place->optionsFor(model), {}, stop);
    };
    // A sandboxed model has no device that could be lost, whatever its process says.
    if (loader->place() != ModelPlace::Sandbox)
        source.loadElsewhere = [model, place](const DeviceFault& fault, const std::stop_token& stop) {
            return place->resume(model, fault, stop);
        };
    source.memory = [model, place, loader] { return memoryFor(loader->plan(place->optionsFor(model))); };
    return source;
}

void serveFolder(const Arguments& arguments, server::ApiOptions options,
                 const std::vector<server::FoundModel>& embedders, int parallel,
                 const std::shared_ptr<const ModelLoader>& loader) {
    for (const char* one : {"--model", "--alias", "--draft"})
        if (arguments.text(one)) throw UsageError(std::string(one) + " and --models exclude each other");
    EngineOptions choice;
    readPlacement(arguments, choice);
    readKeep(arguments, choice);
    server::ServedFolder::Options served;
    served.folder = arguments.required("--models");
    ModelHost::Options hostOptions;
    hostOptions.limits.parallel = parallel;
    hostOptions.idleUnload =
        std::chrono::seconds(integerInRange(arguments, "--idle-unload", 900, 0, 1 << 24));
    hostOptions.told = tellError;
    const auto place = std::make_shared<ServedPlace>(std::move(choice));
    served.source = [place, loader](const std::filesystem::path& model) {
        return sourceOf(model, place, loader);
    };
    for (const server::FoundModel& embedder : embedders) served.leftOut.push_back(embedder.name);
    if (server::modelsIn(served.folder).empty())
        throw Error(errors::noModelsInFolder, {served.folder.string()});
    if (const auto route = arguments.text("--route"))
        served.routing = std::make_shared<const server::Routing>(routingOf(*route));
    std::optional<EndDeadline> deadline;
    const Interrupt interrupt(platform::EndSignals::InterruptOrTerminate);
    ModelHost host(hostOptions);
    const auto embedding = embedderRegistry(arguments, host, embedders);
    options.embedders = embedding.get();
    server::ModelRegistry registry({.unnamed = server::ModelRegistry::Options::Unnamed::LastUsed});
    const server::ServedFolder folder(std::move(served), host, registry);
    serveRegistry(std::move(options), registry, interrupt, deadline);
}

void runServe(const Arguments& arguments) {
    const int parallel = arguments.integer("--parallel", 8);
    if (parallel < 1 || parallel > 16) throw UsageError("--parallel is a number from 1 to 16");
    server::ApiOptions options = apiOptions(arguments);
    const bool folder = arguments.has("--models");
    if (!folder && !arguments.has("--embedding-model")) (void)arguments.required("--model");
    if (!folder && arguments.text("--route")) throw UsageError("--route needs --models");
    EngineOptions kept;
    readKeep(arguments, kept);
    const auto loader = std::make_shared<const ModelLoader>(modelPlace(arguments),
                                                            WorkerProcess{.cacheFolder = kept.prefixFolder});
    options.responses = responseStore(arguments);
    const auto model = arguments.text("--model");
    const bool embeds = model && loader->makesEmbeddings(*model);
    const std::vector<server::FoundModel> embedders = embeddingModels(arguments, embeds, *loader);
    if (folder) return serveFolder(arguments, std::move(options), embedders, parallel, loader);
    if (!model || embeds) return serveEmbeddings(arguments, std::move(options), embedders, parallel);
    serveOne(arguments, std::move(options), embedders, parallel);
}

}  // namespace

const Command serveCommand{
    .name = "serve",
    .usage = "(-m MODEL | --models FOLDER) [--embedding-model MODEL] [--host ADDRESS] [--port N] [OPTIONS]",
    .summary = "Let other programs use a model over HTTP, as OpenAI's and Anthropic's.",
    .options = serveOptions,
    .run = runServe};

}  // namespace hearth::cli
