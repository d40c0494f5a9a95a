pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App

// The files that will go with the message that is being written.
Flow {
    id: row

    required property DraftAttachments attachments

    spacing: 6
    visible: attachments.count > 0
    Repeater {
        model: row.attachments
        AttachmentChip {
            required property int index
            required name
            required figures
            removable: true
            onRemoved: row.attachments.remove(index)
        }
    }
}
