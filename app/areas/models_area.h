#pragma once

#include <QString>
#include <functional>

#include "areas/area.h"
#include "endpoints/endpoint_directory.h"
#include "hub/hub_client.h"
#include "inference/cache_keeper.h"
#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "models/downloads.h"
#include "models/draft_choices.h"
#include "models/endpoints.h"
#include "models/foreign_models.h"
#include "models/hub_page.h"
#include "models/hub_search.h"
#include "models/installed_models.h"
#include "models/kv_costs.h"
#include "models/load_options.h"
#include "models/model_card.h"
#include "models/model_quantizer.h"
#include "models/model_route.h"
#include "models/models_folder.h"
#include "models/process_choice.h"
#include "models/speed_book.h"
#include "models/vision_download.h"

namespace hearth::app {

class EngineProvider;
class KeyRing;

/// The models: those that are open, those that are installed or could be, and those of other computers.
class ModelsArea : public QObject {
    Q_OBJECT
    QML_NAMED_ELEMENT(Models)
    QML_SINGLETON

public:
    struct Surroundings {
        store::Store& store;
        AppSettings& settings;
        KeyRing& keyRing;
        const EngineProvider& engine;
        QString ownFolder;                 ///< of models, the one that Hearth comes with; it is there
        QString cacheFolder;               ///< of the caches that are kept on disk
        std::function<bool()> isReplying;  ///< in any chat
    };
    /// All arguments outlive it.
    explicit ModelsArea(const Surroundings& around);
    static ModelsArea* create(QQmlEngine* engine, QJSEngine*) { return givenArea<ModelsArea>(engine); }

    /// Bytes that a model may take: those that are free, and those of the models that are open.
    quint64 roomForModel() const;
    /// Folders of downloads that are under way, and of those that are complete.
    static DownloadJob::Folders downloadFolders(const QString& modelsFolder);

    ProcessChoice processChoice;
    const ChosenModels local;  ///< models of this computer, by their files
    EndpointDirectory directory;
    InferenceThread inference;
    HEARTH_PART(EngineStatus, engine);
    HEARTH_PART(CacheKeeper, cache);
    const QString firstFolder;  ///< of models, the one that counts at the start
    const ForeignFolders foreign;
    HEARTH_PART(InstalledModels, installed);
    HEARTH_PART(Endpoints, endpoints);
    HubClient hubClient;
    HEARTH_PART(Downloads, downloads);
    HEARTH_PART(VisionDownload, visionDownload);
    HEARTH_PART(HubSearch, hub);
    HEARTH_PART(ModelCard, card);
    HEARTH_PART(ModelQuantizer, quantizer);
    HEARTH_PART(LoadOptions, loadOptions);
    HEARTH_PART(KvCosts, kvCosts);
    SpeedBook speeds;
    HEARTH_PART(DraftChoices, drafts);
    HEARTH_PART(ModelRoute, route);
    HEARTH_PART(HubPage, hubPage);
    HEARTH_PART(ModelsFolder, folder);
};

}  // namespace hearth::app
