#pragma once

#include <QString>
#include <functional>
#include <vector>

#include "documents/document_vectors.h"
#include "documents/embedding_device.h"
#include "documents/question_vectors.h"
#include "documents/reranker_choice.h"
#include "endpoints/endpoint_directory.h"
#include "endpoints/key_ring.h"
#include "hearth/devices.h"
#include "hub/hub_client.h"
#include "inference/inference_thread.h"
#include "log/error_log.h"
#include "mcp/mcp_directory.h"
#include "mcp/mcp_prompts.h"
#include "models/foreign_models.h"
#include "models/process_choice.h"
#include "models/speed_book.h"
#include "serving/program_access.h"
#include "settings/language.h"
#include "store/store.h"
#include "tools/built_in_tools.h"
#include "tools/document_tools.h"
#include "tools/tool_box.h"
#include "tools/tool_list.h"
#include "tools/tool_schema_check.h"
#include "tools/tool_settings.h"
#include "window/application.h"
#include "window/cache_folder.h"

namespace hearth::app {

/// What the engine does for the window, as functions: the parts are made and tested without it.
struct EngineFunctions {
    EngineFactory load;  ///< of a model on this computer
    LoadPlanner plan;
    std::function<DraftCheck(const EngineOptions&)> checkDraft;
    ModelComparer compare;
    MachineCheckFunction checkMachine;
    std::vector<BackendLabel> backends = {};  ///< what models may run on, to choose from
    ServerMaker serve = {};                   ///< for other programs
    KvTypeMeasurer measureKvTypes = {};
    EmbedderLoader loadEmbedder = {};                               ///< of a model on this computer
    std::function<bool(const QString& path)> makesEmbeddings = {};  ///< isEmbeddingModel()
    std::function<bool(const QString& path)> reranks = {};          ///< isReranker(), of such a one
    CardLister listCards = {};
    DeviceReaderMaker readDevices = {};
    SpeedMeasurer measureSpeed = {};
    WorkReader readWork = {};
    ModelCalibrator calibrate = {};
    /// The same as `load` in a process of its own, which may write in this folder; empty: there is no way.
    std::function<EngineFactory(const QString& cacheFolder)> loadApart = {};
    /// What is read of models before they are loaded, in such a process; empty: there is no way.
    HeaderFunctions readApart = {.open = {}};
    EmbedderLoader loadEmbedderApart = {};  ///< the same as `loadEmbedder`; empty: there is no way
};

/// What the parts of a window are made for.
struct WindowSurroundings {
    store::Store& store;
    QString storeProblem;  ///< why chats are not kept; empty: they are
    QString dataFolder;
    ErrorLog& errors;
    EngineFunctions engine;
    bool hasGpuEngine = false;
};

/// All that the window is given, each made after what it uses. What follows what among them is in
/// window_links.h. GUI thread.
struct WindowParts {
    explicit WindowParts(const WindowSurroundings& around);

    /// Bytes that a model may take: those that are free, and those of the models that are open.
    static quint64 roomForModel(const EngineStatus& engine);

    store::Store& store;
    const QString ownModelsFolder;  ///< the folder of models that Hearth comes with; it is made
    ToastQueue toasts;
    AppSettings settings;
    ProcessChoice processChoice;
    HeaderFunctions headers;
    KeyBindings keys;
    SpokenLanguage language;
    SamplingSettings sampling;
    PresetListModel presets;
    EndpointDirectory directory;
    InferenceThread inference;
    EngineStatus engine;
    CacheKeeper cache;
    CacheOverview cacheOverview;
    const QString modelsFolder;  ///< the one that counts at the start
    const ForeignFolders foreign;
    InstalledModels models;
    SystemKeyRing keyRing;
    CacheFolder cacheFolder;
    Endpoints endpoints;
    HubClient hubClient;
    Downloads downloads;
    HubSearch hub;
    ModelCard card;
    ModelQuantizer quantizer;
    LoadOptions loadOptions;
    KvCosts kvCosts;
    PrecisionTable precisions;
    SpeedBook speeds;
    SpeedView speed;
    TokenCosts costs;
    DraftChoices drafts;
    ModelRoute route;
    HubPage hubPage;
    ConversationListModel conversations;
    ConversationSearch search;
    TrashModel trash;
    ConversationExchange exchange;
    ReplyInspector inspector;
    NextTokenModel nextToken;
    ToolSettings toolSettings;
    BuiltInTools builtInTools;
    ToolBox tools;
    ToolSchemaCheck toolSchemas{tools};
    ToolList toolList;
    McpDirectory toolServers;
    McpPrompts serverPrompts;
    EmbeddingDevice embeddingDevice;
    const std::shared_ptr<SharedEmbedder> embedder;
    const std::shared_ptr<PassageReranker> reranker;
    QuestionVectors questionVectors;
    DocumentLibrary documents;
    DocumentVectors documentVectors;
    RerankerChoice rerankerChoice;
    DocumentSearch documentSearch;
    DocumentTools documentTools;
    ChatController chat;
    PromptListModel prompts;
    FindInChat find;
    ModelsFolder folder;
    StartChoice start;
    MachineChecker machine;
    CardList cards;
    MachineWatch machineWatch;
    ChatBackup backup;
    StartGuard guard;
    ProgramAccess programs;
    About about;
    Application application;
};

}  // namespace hearth::app
