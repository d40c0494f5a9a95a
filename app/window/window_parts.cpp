#include "window/window_parts.h"

#include <QDir>

#include "inference/engine_provider.h"
#include "window/window_links.h"

namespace hearth::app {

namespace {

/// A file or folder that Hearth keeps its own things in.
QString kept(const WindowSurroundings& around, const char* name) {
    return around.dataFolder + u'/' + QLatin1String(name);
}

QString keptFolder(const WindowSurroundings& around, const char* name) {
    QDir().mkpath(kept(around, name));
    return kept(around, name);
}

/// A file beside the chats; empty where these are not kept.
QString keptWithChats(const WindowSurroundings& around, const char* name) {
    return around.storeProblem.isEmpty() ? kept(around, name) : QString();
}

}  // namespace

WindowParts::WindowParts(const WindowSurroundings& around)
    : store(around.store),
      settings(store, around.engine.backends()),
      models({.store = store,
              .settings = settings.app,
              .keyRing = keyRing,
              .engine = around.engine,
              .ownFolder = keptFolder(around, "models"),
              .cacheFolder = kept(around, "prefixes"),
              .isReplying = [this] { return chats.conversations.busy->count() > 0; }}),
      cacheFolder(settings.app, keyRing, models.inference, kept(around, "prefixes")),
      machine(around.engine, models, keyRing),
      inspector(store, settings.app, around.engine, models),
      documents(store, settings.app, models, keptWithChats(around, "documents.db")),
      tools(store, documents, keyRing, kept(around, "mcp.json")),
      chats({.store = store,
             .file = keptWithChats(around, "hearth.db"),
             .desktop = desktop,
             .settings = settings,
             .models = models,
             .tools = tools}),
      session(around, settings, models, machine, keyRing) {
    linkModels(*this);
    linkChats(*this);
    linkPrograms(*this);
    linkDocuments(*this);
    linkEarlierAnswers(*this);
    linkFailures(*this, around.errors);
    linkTools(*this);
}

void WindowParts::give(QQmlEngine& engine) {
    for (QObject* area : std::initializer_list<QObject*>{&desktop, &settings, &models, &machine, &inspector,
                                                         &documents, &tools, &chats, &session})
        giveArea(engine, *area);
}

}  // namespace hearth::app
