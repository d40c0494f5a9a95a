import QtQuick

QtObject {
    property string theme: "system"
    property bool dark: false
    property var languageNames: ["System default", "English", "Deutsch"]
    property int languageIndex: 0
    property real scale: 1
    property var scaleCalls: []
    property bool reduceMotion: false
    property bool barFigures: true
    property bool notifications: true
    property bool keepCache: true
    property bool encryptCache: false
    property bool reuseReplies: true
    property int cacheGigabytes: 10
    property int cacheGigabytesADay: 10
    property bool startLastModel: true
    property bool openLastChat: true
    property bool foldPastes: true
    property int threads: 0
    property int maxThreads: 16
    property int contextLength: 8192
    property string kvType: "f16"
    property string overflow: "stop"
    property bool promptLookup: true
    property bool ownGuesses: true
    property bool ownProcess: false
    property var drafts: ({})
    function setDraftModel(model, draft) { drafts[model] = draft }
    property var backendNames: ["Automatic", "Graphics card", "CPU"]
    property int backendIndex: 0
    property var cards: []
    property int cardSplit: 0
    function useCard(number, use) { cards = use ? cards.concat([number]) : cards.filter(one => one !== number) }
    property bool sidebarVisible: true
    property int sidebarWidth: 256
    property bool panelVisible: false
    property int panelWidth: 320
    property int panelTab: 0
    property rect windowGeometry: Qt.rect(0, 0, 0, 0)
    property bool windowMaximized: false
    property var fileFolders: ({})
    function fileFolder(purpose) { return fileFolders[purpose] ?? "" }
    function keepFileFolder(purpose, folder) { fileFolders[purpose] = folder }
    function recentFolders() { return [] }
}
