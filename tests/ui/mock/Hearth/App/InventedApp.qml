import QtQuick

QtObject {
    id: app
    property ConversationListModel conversations: ConversationListModel {}
    property ChatController chat: ChatController {}
    property EngineStatus engine: EngineStatus {}
    property CacheKeeper cache: CacheKeeper {}
    property CacheOverview cacheOverview: CacheOverview {}
    property InstalledModels models: InstalledModels {}
    property MachineChecker machine: MachineChecker {}
    property SandboxNote sandbox: SandboxNote {}
    property GpuList cards: GpuList {}
    property MachineWatch machineWatch: MachineWatch {}
    property SamplingSettings sampling: SamplingSettings {}
    property PresetListModel presets: PresetListModel {}
    property AppSettings settings: AppSettings {}
    property KeyBindings keys: KeyBindings {}
    property ToastQueue toasts: ToastQueue {}
    property ReplyInspector inspector: ReplyInspector {}
    property ConversationSearch search: ConversationSearch {}
    property PromptListModel prompts: PromptListModel {}
    property FindInChat find: FindInChat {}
    property NextTokenModel nextToken: NextTokenModel {}
    property TrashModel trash: TrashModel {}
    property ConversationExchange exchange: ConversationExchange {}
    property HubSearch hub: HubSearch {}
    property HubPage hubPage: HubPage {}
    property Downloads downloads: Downloads {}
    property ModelCard card: ModelCard {}
    property ModelQuantizer quantizer: ModelQuantizer {}
    property Endpoints endpoints: Endpoints {}
    property DraftChoices drafts: DraftChoices {}
    property ModelRoute route: ModelRoute {}
    property LoadOptions loadOptions: LoadOptions {}
    property KvCosts kvCosts: KvCosts {}
    property VisionDownload visionDownload: VisionDownload {}
    property PrecisionTable precisions: PrecisionTable {}
    property SpeedView speed: SpeedView {}
    property TokenCosts costs: TokenCosts {}
    property ModelsFolder modelsFolder: ModelsFolder {}
    property StartChoice start: StartChoice {}
    property ChatBackup backup: ChatBackup {}
    property ProgramAccess programs: ProgramAccess {}
    property ToolSettings toolSettings: ToolSettings {}
    property ToolList tools: ToolList {}
    property McpDirectory toolServers: McpDirectory {}
    property McpPrompts serverPrompts: McpPrompts {}
    property DocumentLibrary documents: DocumentLibrary {}
    property DocumentVectors documentVectors: DocumentVectors {}
    property RerankerChoice rerankerChoice: RerankerChoice {}
    property DocumentSearch documentSearch: DocumentSearch {}
    property StartGuard guard: StartGuard {}
    property About about: About {}
    property string storeProblem: ""
    property string version: "0.1.0"
    property var calls: []
    signal errorRaised(string title, string body)
    function copyText(text) { calls.push(["copyText", text]) }
    function offerSelection(text) { calls.push(["offerSelection", text]) }
    function linkHost(address) { return address.split("/")[2] ?? "" }
    function openLink(address) { calls.push(["openLink", address]); return true }
}
