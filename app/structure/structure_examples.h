#pragma once

#include <QString>
#include <vector>

#include "structure/chat_structure.h"

namespace hearth::app {

/// Something to begin with, in the language of the window; keys and rules are English, as models know them.
struct StructureExample {
    QString name;
    QString source;
};

/// Those of a kind; a JSON object as such has none.
std::vector<StructureExample> structureExamples(ChatStructure::Kind kind);

}  // namespace hearth::app
