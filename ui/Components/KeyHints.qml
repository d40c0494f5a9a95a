pragma Singleton
import QtQml

// The keys written next to actions, by action; the window fills them in.
QtObject {
    property var captions: ({})
}
