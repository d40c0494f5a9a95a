#pragma once

#include <QSignalSpy>
#include <QtTest>
#include <memory>

#include "chat/chat_controller.h"
#include "chat/conversation_list_model.h"
#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "notices/toast_queue.h"
#include "settings/app_settings.h"
#include "settings/preset_list_model.h"
#include "settings/sampling_settings.h"
#include "support/scripted_engine.h"
#include "tools/tool_box.h"
#include "tools/tool_settings.h"

namespace hearth::test {

/// The whole app below the window, on a scripted engine.
struct ChatFixture {
    std::shared_ptr<EngineScript> script = std::make_shared<EngineScript>();
    std::unique_ptr<app::store::Store> store;
    app::ToastQueue toasts;
    app::AppSettings settings;
    app::SamplingSettings sampling;
    app::InferenceThread inference;
    app::EngineStatus engine;
    app::ConversationListModel conversations;
    app::PresetListModel presets;
    app::ToolBox tools;
    app::ToolSettings toolSettings;
    app::ChatController chat;

    /// `engines` makes the engine in place of the script.
    explicit ChatFixture(std::unique_ptr<app::store::Store> opened = app::store::Store::inMemory(),
                         app::EngineFactory engines = {})
        : store(std::move(opened)),
          settings(*store),
          sampling(*store),
          inference(engines ? std::move(engines) : app::EngineFactory(scripted(script))),
          engine(inference, settings),
          conversations(*store, toasts),
          presets(*store, sampling),
          toolSettings(*store),
          chat({*store, inference, engine, conversations, sampling, toasts, presets, tools, toolSettings}) {}

    void load(const QString& path = QStringLiteral("model.gguf")) {
        QSignalSpy ready(&engine, &app::EngineStatus::becameReady);
        engine.load(path);
        if (!engine.isReady() && !ready.wait()) qFatal("the script did not load");
    }
    /// Engines that say the name of the model's file.
    static app::EngineFactory engineOfEachModel() {
        return [](const EngineOptions& options, const auto& progress, std::stop_token stop) {
            const auto played = std::make_shared<EngineScript>();
            played->pieces = {options.model.stem().string()};
            return ScriptedEngine::load(played, progress, stop);
        };
    }
    /// Sends and waits for the reply.
    void talk(const QString& text) {
        if (!chat.send(text)) qFatal("it was not sent");
        waitForReply();
    }
    void waitForReply() {
        while (chat.canStop()) QTest::qWait(1);
    }
    /// Texts of the shown messages, along the visible branch.
    QStringList shown() const {
        QStringList texts;
        const auto conversation = store->conversations().find(chat.conversationId());
        if (!conversation) return texts;
        for (const auto& message : app::store::activePath(store->messages().ofConversation(conversation->id),
                                                          conversation->activeRoot))
            texts += message.text;
        return texts;
    }
    qint64 idAt(int place) const {
        const auto conversation = store->conversations().find(chat.conversationId());
        return app::store::activePath(store->messages().ofConversation(conversation->id),
                                      conversation->activeRoot)
            .at(static_cast<size_t>(place))
            .id;
    }
    const app::MessageBlockModel& rows() { return *chat.messages(); }
    QVariant row(int row, int role) { return rows().data(rows().index(row), role); }
    QVariant lastRow(int role) { return row(rows().count() - 1, role); }
};

}  // namespace hearth::test
