import QtQuick

QtObject {
    property string text: ""
    property DraftPictures pictures: DraftPictures {}
    property var calls: []
    function quote(quoted) { calls.push(["quote", quoted]) }
}
