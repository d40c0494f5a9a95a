import QtQuick

QtObject {
    property int length: 8192
    property bool known: true
    property int trainedLength: 131072
    property string kvType: "f16"
    function noteAt(length) { return length > trainedLength ? "Trained on " + trainedLength + " tokens. Beyond that, no scaling is used and replies quickly lose their sense." : "" }
}
