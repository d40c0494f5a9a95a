#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>

#include "chat/chat_controller.h"
#include "chat/conversation_list_model.h"
#include "chat/conversation_search.h"
#include "chat/find_in_chat.h"
#include "chat/trash_model.h"
#include "documents/document_library.h"
#include "documents/document_search.h"
#include "documents/document_vectors.h"
#include "documents/reranker_choice.h"
#include "exchange/chat_backup.h"
#include "exchange/conversation_exchange.h"
#include "inference/cache_keeper.h"
#include "inference/engine_status.h"
#include "inspector/cache_overview.h"
#include "inspector/reply_inspector.h"
#include "inspector/token_costs.h"
#include "machine/card_list.h"
#include "machine/machine_checker.h"
#include "machine/machine_watch.h"
#include "mcp/mcp_directory.h"
#include "mcp/mcp_prompts.h"
#include "models/downloads.h"
#include "models/draft_choices.h"
#include "models/endpoints.h"
#include "models/hub_page.h"
#include "models/hub_search.h"
#include "models/installed_models.h"
#include "models/kv_costs.h"
#include "models/load_options.h"
#include "models/model_card.h"
#include "models/model_quantizer.h"
#include "models/model_route.h"
#include "models/models_folder.h"
#include "models/precision_table.h"
#include "models/speed_view.h"
#include "notices/toast_queue.h"
#include "serving/program_access.h"
#include "settings/app_settings.h"
#include "settings/key_bindings.h"
#include "settings/preset_list_model.h"
#include "settings/prompt_list_model.h"
#include "settings/sampling_settings.h"
#include "tools/tool_list.h"
#include "tools/tool_settings.h"
#include "window/about.h"
#include "window/start_choice.h"
#include "window/start_guard.h"

namespace hearth::app {

/// Everything the window needs, handed to Main.qml as its one required property. Owns nothing: main() does.
class Application : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by main()")
    Q_PROPERTY(hearth::app::ConversationListModel* conversations READ conversations CONSTANT)
    Q_PROPERTY(hearth::app::ChatController* chat READ chat CONSTANT)
    Q_PROPERTY(hearth::app::EngineStatus* engine READ engine CONSTANT)
    Q_PROPERTY(hearth::app::CacheKeeper* cache READ cache CONSTANT)
    Q_PROPERTY(hearth::app::CacheOverview* cacheOverview READ cacheOverview CONSTANT)
    Q_PROPERTY(hearth::app::InstalledModels* models READ models CONSTANT)
    Q_PROPERTY(hearth::app::SamplingSettings* sampling READ sampling CONSTANT)
    Q_PROPERTY(hearth::app::PresetListModel* presets READ presets CONSTANT)
    Q_PROPERTY(hearth::app::AppSettings* settings READ settings CONSTANT)
    Q_PROPERTY(hearth::app::KeyBindings* keys READ keys CONSTANT)
    Q_PROPERTY(hearth::app::ToastQueue* toasts READ toasts CONSTANT)
    Q_PROPERTY(hearth::app::ConversationSearch* search READ search CONSTANT)
    Q_PROPERTY(hearth::app::ReplyInspector* inspector READ inspector CONSTANT)
    Q_PROPERTY(hearth::app::ConversationExchange* exchange READ exchange CONSTANT)
    Q_PROPERTY(hearth::app::TrashModel* trash READ trash CONSTANT)
    Q_PROPERTY(hearth::app::MachineChecker* machine READ machine CONSTANT)
    Q_PROPERTY(hearth::app::CardList* cards READ cards CONSTANT)
    Q_PROPERTY(hearth::app::MachineWatch* machineWatch READ machineWatch CONSTANT)
    Q_PROPERTY(hearth::app::PromptListModel* prompts READ prompts CONSTANT)
    Q_PROPERTY(hearth::app::FindInChat* find READ find CONSTANT)
    Q_PROPERTY(hearth::app::NextTokenModel* nextToken READ nextToken CONSTANT)
    Q_PROPERTY(hearth::app::HubSearch* hub READ hub CONSTANT)
    Q_PROPERTY(hearth::app::HubPage* hubPage READ hubPage CONSTANT)
    Q_PROPERTY(hearth::app::Downloads* downloads READ downloads CONSTANT)
    Q_PROPERTY(hearth::app::ModelCard* card READ card CONSTANT)
    Q_PROPERTY(hearth::app::ModelQuantizer* quantizer READ quantizer CONSTANT)
    Q_PROPERTY(hearth::app::Endpoints* endpoints READ endpoints CONSTANT)
    Q_PROPERTY(hearth::app::DraftChoices* drafts READ drafts CONSTANT)
    Q_PROPERTY(hearth::app::ModelRoute* route READ route CONSTANT)
    Q_PROPERTY(hearth::app::LoadOptions* loadOptions READ loadOptions CONSTANT)
    Q_PROPERTY(hearth::app::KvCosts* kvCosts READ kvCosts CONSTANT)
    Q_PROPERTY(hearth::app::PrecisionTable* precisions READ precisions CONSTANT)
    Q_PROPERTY(hearth::app::SpeedView* speed READ speed CONSTANT)
    Q_PROPERTY(hearth::app::TokenCosts* costs READ costs CONSTANT)
    Q_PROPERTY(hearth::app::ModelsFolder* modelsFolder READ modelsFolder CONSTANT)
    Q_PROPERTY(hearth::app::StartChoice* start READ start CONSTANT)
    Q_PROPERTY(hearth::app::ChatBackup* backup READ backup CONSTANT)
    Q_PROPERTY(hearth::app::StartGuard* guard READ guard CONSTANT)
    Q_PROPERTY(hearth::app::ProgramAccess* programs READ programs CONSTANT)
    Q_PROPERTY(hearth::app::ToolSettings* toolSettings READ toolSettings CONSTANT)
    Q_PROPERTY(hearth::app::ToolList* tools READ tools CONSTANT)
    Q_PROPERTY(hearth::app::McpDirectory* toolServers READ toolServers CONSTANT)
    Q_PROPERTY(hearth::app::McpPrompts* serverPrompts READ serverPrompts CONSTANT)
    Q_PROPERTY(hearth::app::DocumentLibrary* documents READ documents CONSTANT)
    Q_PROPERTY(hearth::app::DocumentVectors* documentVectors READ documentVectors CONSTANT)
    Q_PROPERTY(hearth::app::RerankerChoice* rerankerChoice READ rerankerChoice CONSTANT)
    Q_PROPERTY(hearth::app::DocumentSearch* documentSearch READ documentSearch CONSTANT)
    Q_PROPERTY(hearth::app::About* about READ about CONSTANT)
    /// Why the chats of this run are not kept (the database could not be opened); empty when all is well.
    Q_PROPERTY(QString storeProblem READ storeProblem CONSTANT)
    Q_PROPERTY(QString version READ version CONSTANT)

public:
    struct Parts {
        ConversationListModel& conversations;
        ChatController& chat;
        EngineStatus& engine;
        CacheKeeper& cache;
        CacheOverview& cacheOverview;
        InstalledModels& models;
        SamplingSettings& sampling;
        PresetListModel& presets;
        AppSettings& settings;
        KeyBindings& keys;
        ToastQueue& toasts;
        ConversationSearch& search;
        ReplyInspector& inspector;
        ConversationExchange& exchange;
        TrashModel& trash;
        MachineChecker& machine;
        CardList& cards;
        MachineWatch& machineWatch;
        NextTokenModel& nextToken;
        FindInChat& find;
        PromptListModel& prompts;
        HubSearch& hub;
        HubPage& hubPage;
        Downloads& downloads;
        Endpoints& endpoints;
        ModelCard& card;
        ModelQuantizer& quantizer;
        ModelsFolder& modelsFolder;
        StartChoice& start;
        DraftChoices& drafts;
        ModelRoute& route;
        ChatBackup& backup;
        StartGuard& guard;
        LoadOptions& loadOptions;
        ProgramAccess& programs;
        ToolSettings& toolSettings;
        ToolList& tools;
        McpDirectory& toolServers;
        McpPrompts& serverPrompts;
        About& about;
        KvCosts& kvCosts;
        PrecisionTable& precisions;
        SpeedView& speed;
        TokenCosts& costs;
        DocumentLibrary& documents;
        DocumentVectors& documentVectors;
        RerankerChoice& rerankerChoice;
        DocumentSearch& documentSearch;
        QString storeProblem;
    };
    explicit Application(const Parts& parts, QObject* parent = nullptr);

    ConversationListModel* conversations() const { return &m_parts.conversations; }
    ChatController* chat() const { return &m_parts.chat; }
    EngineStatus* engine() const { return &m_parts.engine; }
    CacheKeeper* cache() const { return &m_parts.cache; }
    CacheOverview* cacheOverview() const { return &m_parts.cacheOverview; }
    InstalledModels* models() const { return &m_parts.models; }
    SamplingSettings* sampling() const { return &m_parts.sampling; }
    PresetListModel* presets() const { return &m_parts.presets; }
    AppSettings* settings() const { return &m_parts.settings; }
    KeyBindings* keys() const { return &m_parts.keys; }
    ToastQueue* toasts() const { return &m_parts.toasts; }
    ReplyInspector* inspector() const { return &m_parts.inspector; }
    ConversationSearch* search() const { return &m_parts.search; }
    ConversationExchange* exchange() const { return &m_parts.exchange; }
    TrashModel* trash() const { return &m_parts.trash; }
    MachineChecker* machine() const { return &m_parts.machine; }
    CardList* cards() const { return &m_parts.cards; }
    MachineWatch* machineWatch() const { return &m_parts.machineWatch; }
    PromptListModel* prompts() const { return &m_parts.prompts; }
    FindInChat* find() const { return &m_parts.find; }
    NextTokenModel* nextToken() const { return &m_parts.nextToken; }
    HubSearch* hub() const { return &m_parts.hub; }
    HubPage* hubPage() const { return &m_parts.hubPage; }
    Downloads* downloads() const { return &m_parts.downloads; }
    ModelCard* card() const { return &m_parts.card; }
    ModelQuantizer* quantizer() const { return &m_parts.quantizer; }
    DraftChoices* drafts() const { return &m_parts.drafts; }
    ModelRoute* route() const { return &m_parts.route; }
    LoadOptions* loadOptions() const { return &m_parts.loadOptions; }
    KvCosts* kvCosts() const { return &m_parts.kvCosts; }
    PrecisionTable* precisions() const { return &m_parts.precisions; }
    SpeedView* speed() const { return &m_parts.speed; }
    TokenCosts* costs() const { return &m_parts.costs; }
    Endpoints* endpoints() const { return &m_parts.endpoints; }
    ModelsFolder* modelsFolder() const { return &m_parts.modelsFolder; }
    StartChoice* start() const { return &m_parts.start; }
    ChatBackup* backup() const { return &m_parts.backup; }
    StartGuard* guard() const { return &m_parts.guard; }
    ProgramAccess* programs() const { return &m_parts.programs; }
    ToolSettings* toolSettings() const { return &m_parts.toolSettings; }
    ToolList* tools() const { return &m_parts.tools; }
    McpDirectory* toolServers() const { return &m_parts.toolServers; }
    McpPrompts* serverPrompts() const { return &m_parts.serverPrompts; }
    DocumentLibrary* documents() const { return &m_parts.documents; }
    DocumentVectors* documentVectors() const { return &m_parts.documentVectors; }
    RerankerChoice* rerankerChoice() const { return &m_parts.rerankerChoice; }
    DocumentSearch* documentSearch() const { return &m_parts.documentSearch; }
    About* about() const { return &m_parts.about; }
    QString storeProblem() const { return m_parts.storeProblem; }
    QString version() const;

    Q_INVOKABLE void copyText(const QString& text);
    /// Makes a text the selection that the middle mouse button pastes, where the desktop has one.
    Q_INVOKABLE void offerSelection(const QString& text);
    /// The host that a link leads to, for the question before it is opened; empty for links that are never
    /// opened.
    Q_INVOKABLE QString linkHost(const QString& address) const;
    /// Opens an http, https or mailto link outside Hearth. Call it only after the person saw linkHost().
    Q_INVOKABLE bool openLink(const QString& address);

signals:
    void errorRaised(const QString& title, const QString& body);

private:
    Parts m_parts;
};

}  // namespace hearth::app
