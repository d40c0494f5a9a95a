import QtQuick

QtObject {
    property var drafts: ({})
    function setDraftModel(model, draft) { drafts[model] = draft }
}
