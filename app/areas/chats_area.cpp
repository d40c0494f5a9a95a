#include "areas/chats_area.h"

#include "areas/desktop_area.h"
#include "areas/models_area.h"
#include "areas/settings_area.h"
#include "areas/tools_area.h"

namespace hearth::app {

ChatsArea::ChatsArea(const Surroundings& around)
    : conversations(around.store, around.desktop.toasts),
      search(around.store),
      trash(around.store, conversations),
      exchange(around.store, conversations, around.desktop.toasts),
      chat({around.store, around.models.inference, around.models.engine, conversations,
            around.settings.sampling, around.desktop.toasts, around.settings.presets, around.tools.box,
            around.tools.settings}),
      find(*chat.messages()),
      backup(around.store, around.file, around.desktop.toasts) {
}

}  // namespace hearth::app
