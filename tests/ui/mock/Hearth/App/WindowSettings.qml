import QtQuick

QtObject {
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
