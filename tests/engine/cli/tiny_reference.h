#pragma once

#include <QString>
#include <nlohmann/json.hpp>
#include <string>

#include "support/reference_pack.h"

namespace hearth::test {

/// The file of a model of tests/reference/tiny, as a command takes it.
inline QString tinyModel(const char* name = "llama-f32") {
    return QString::fromStdString((tinyModelsFolder() / (std::string(name) + ".gguf")).string());
}

/// Results that llama.cpp computes with it.
inline nlohmann::json tinyReference(const char* name = "llama-f32") {
    return readJson(tinyModelsFolder() / (std::string(name) + ".json"));
}

/// "1,2,3", as --tokens takes it.
inline QString joinedIds(const nlohmann::json& ids) {
    QStringList words;
    for (const auto& id : ids) words << QString::number(id.get<int>());
    return words.join(',');
}

}  // namespace hearth::test
