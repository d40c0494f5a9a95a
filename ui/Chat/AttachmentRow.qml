pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App

// The files that will go with the message that is being written.
Flow {
    id: row

    required property DraftAttachments attachments
    property bool shown: true

    signal unfoldRequested(int index)

    spacing: 6
    visible: shown && attachments.count > 0
    Repeater {
        model: row.attachments
        AttachmentChip {
            required property int index
            required name
            required figures
            id: chip
            removable: true
            openable: true
            onRemoved: row.attachments.remove(index)
            onOpened: view.show(chip)
        }
    }
    AttachmentView {
        id: view
        onUnfoldRequested: index => row.unfoldRequested(index)
        onRemoveRequested: index => row.attachments.remove(index)
        function show(chip: var) {
            index = chip.index
            name = chip.name
            text = row.attachments.textAt(index)
            open()
        }
    }
}
