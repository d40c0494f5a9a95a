pragma Singleton
import QtQml

// The keys written beside actions, by action; the window fills them in.
QtObject {
    property var captions: ({})
}
