pragma Singleton
import QtQuick

// The invented application whose objects the areas have. Each test begins with a new one.
QtObject {
    id: invented
    property InventedApp app: InventedApp {}
    readonly property Component apps: Component { InventedApp {} }

    function begin() { app = apps.createObject(null) }
    function show(other) { app = other; return other }
}
