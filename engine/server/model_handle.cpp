#include "server/model_handle.h"

#include <algorithm>
#include <ctime>
#include <utility>

#include "http/header_list.h"

namespace hearth::server {

ModelHandle::ModelHandle(std::string itsName, std::vector<std::string> otherNames, EngineExecutor& itsPort,
                         int parallel, size_t mostWaiting)
    : name(std::move(itsName)),
      aliases(std::move(otherNames)),
      created(std::time(nullptr)),
      model(std::make_shared<HostedModel>(
          name, itsPort, RequestQueue::Limits{.parallel = parallel, .mostWaiting = mostWaiting})),
      memory(std::make_shared<ReplyMemory>()),
      port(itsPort),
      requests(model->requests) {
}

ModelHandle::ModelHandle(std::string itsName, std::shared_ptr<HostedModel> itsModel,
                         std::shared_ptr<ReplyMemory> itsMemory, int64_t itsCreated)
    : name(std::move(itsName)),
      created(itsCreated),
      model(std::move(itsModel)),
      memory(std::move(itsMemory)),
      port(model->port),
      requests(model->requests) {
}

RequestId ModelHandle::submit(GenerationRequest request, ReplySink& sink, Priority priority,
                              const Policy& policy) {
    memory->recall(request.messages);
    return requests.submit(std::move(request), sink, priority, policy);
}

bool ModelHandle::isCalled(std::string_view wanted) const {
    return wanted.empty() || meansModel(wanted, name) ||
           std::ranges::any_of(aliases, [&](const std::string& alias) { return meansModel(wanted, alias); });
}

namespace {

/// A name in small letters without a file's ending and a version.
std::string plainName(std::string_view name) {
    for (const std::string_view ending : {std::string_view(":latest"), std::string_view(".gguf")})
        if (name.size() > ending.size() && http::sameName(name.substr(name.size() - ending.size()), ending))
            name.remove_suffix(ending.size());
    std::string plain(name);
    for (char& c : plain)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return plain;
}

}  // namespace

bool meansModel(std::string_view wanted, std::string_view name) {
    if (wanted == name) return true;
    const std::string plain = plainName(wanted), own = plainName(name);
    if (plain == own) return true;
    const size_t slash = plain.rfind('/');
    return slash != std::string::npos && std::string_view(plain).substr(slash + 1) == own;
}

const char* phaseName(ModelPhase phase) {
    switch (phase) {
        case ModelPhase::Loading:
            return "loading";
        case ModelPhase::Loaded:
            return "loaded";
        case ModelPhase::Failed:
            return "failed";
        case ModelPhase::NotLoaded:
            break;
    }
    return "not loaded";
}

}  // namespace hearth::server
