#include "areas/tools_area.h"

#include "areas/documents_area.h"
#include "endpoints/key_ring.h"
#include "hearth/platform/process.h"

namespace hearth::app {

ToolsArea::ToolsArea(store::Store& store, DocumentsArea& areaOfDocuments, KeyRing& keyRing,
                     const QString& serverFile)
    : settings(store),
      builtIn(settings),
      list(box, settings),
      servers(serverFile, keyRing, box, McpDirectory::connectKept(QString::fromUtf8(platform::ownProgram()))),
      prompts(servers),
      documents(areaOfDocuments.library, areaOfDocuments.search) {
}

}  // namespace hearth::app
