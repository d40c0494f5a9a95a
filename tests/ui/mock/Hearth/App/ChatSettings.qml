import QtQuick

QtObject {
    property bool notifications: true
    property bool startLastModel: true
    property bool openLastChat: true
    property bool foldPastes: true
    property string overflow: "stop"
}
