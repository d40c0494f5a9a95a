pragma Singleton
import QtQuick

QtObject {
    readonly property EngineStatus engine: Invented.app.engine
    readonly property CacheKeeper cache: Invented.app.cache
    readonly property InstalledModels installed: Invented.app.models
    readonly property ModelsFolder folder: Invented.app.modelsFolder
    readonly property HubSearch hub: Invented.app.hub
    readonly property HubPage hubPage: Invented.app.hubPage
    readonly property Downloads downloads: Invented.app.downloads
    readonly property ModelCard card: Invented.app.card
    readonly property ModelQuantizer quantizer: Invented.app.quantizer
    readonly property Endpoints endpoints: Invented.app.endpoints
    readonly property DraftChoices drafts: Invented.app.drafts
    readonly property ModelRoute route: Invented.app.route
    readonly property LoadOptions loadOptions: Invented.app.loadOptions
    readonly property KvCosts kvCosts: Invented.app.kvCosts
    readonly property VisionDownload visionDownload: Invented.app.visionDownload
}
