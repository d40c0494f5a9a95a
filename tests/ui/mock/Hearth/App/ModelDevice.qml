import QtQuick

QtObject {
    property string text: "GPU · 33/33 layers"
    property string reason: ""
    property string placeText: "In Hearth's own process: a crash would end Hearth."
    property bool canCheckAgain: reason !== ""
    property string remoteHost: ""
    property string largeHost: ""
}
