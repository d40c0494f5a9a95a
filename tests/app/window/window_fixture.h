#pragma once

#include <QTemporaryDir>
#include <memory>

#include "log/error_log.h"
#include "support/played_provider.h"
#include "window/window_parts.h"

namespace hearth::test {

/// The parts of a window on a data folder of their own and a scripted engine.
struct WindowFixture {
    QTemporaryDir data;
    std::shared_ptr<EngineScript> script = std::make_shared<EngineScript>();
    PlayedProvider engine{script};
    std::unique_ptr<app::store::Store> store;
    app::ErrorLog errors;
    app::WindowParts parts;

    explicit WindowFixture(std::unique_ptr<app::store::Store> opened = app::store::Store::inMemory())
        : store(std::move(opened)),
          errors(data.filePath("logs")),
          parts({*store, {}, data.path(), errors, engine}) {}

    void load() {
        QSignalSpy ready(&parts.models.engine, &app::EngineStatus::becameReady);
        parts.models.engine.load(QStringLiteral("model.gguf"));
        if (!ready.wait()) qFatal("the script did not load");
    }
    void talk(const QString& text) {
        if (!parts.chats.chat.send(text)) qFatal("it was not sent");
        while (parts.chats.chat.canStop()) QTest::qWait(1);
    }
};

}  // namespace hearth::test
