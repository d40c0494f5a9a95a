import QtQuick

QtObject {
    property string text: "GPU · 33/33 layers"
    property string reason: ""
    property string placeText: "In Hearth's own process, which a crash would end."
    property bool canCheckAgain: reason !== ""
    property string remoteHost: ""
    property string largeHost: ""
}
