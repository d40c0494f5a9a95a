#include "server/served_model.h"

#include <algorithm>
#include <ctime>
#include <utility>

namespace hearth::server {

ServedModel::ServedModel(std::string itsName, std::vector<std::string> otherNames, EnginePort& itsPort,
                         int parallel, size_t mostWaiting)
    : name(std::move(itsName)),
      aliases(std::move(otherNames)),
      created(std::time(nullptr)),
      port(itsPort),
      queue(parallel, mostWaiting) {
}

bool ServedModel::isCalled(std::string_view wanted) const {
    return wanted.empty() || wanted == name ||
           std::find(aliases.begin(), aliases.end(), wanted) != aliases.end();
}

}  // namespace hearth::server
