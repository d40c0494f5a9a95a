import QtQuick

QtObject {
    property string build: "GCC 12.2, Qt 6.4.2, with the GPU engine"
    property string dataFolder: "~/.local/share/hearth"
    property string logFolder: "~/.local/share/hearth/logs"
    property var licences: [{ name: "Hearth", licence: "Apache-2.0" }, { name: "Qt", licence: "LGPL-3.0" },
                            { name: "Noto Color Emoji", licence: "OFL-1.1 AND Apache-2.0" }]
    property var calls: []
    function openDataFolder() { calls.push(["openDataFolder"]); return true }
    function openLogFolder() { calls.push(["openLogFolder"]); return true }
    function licenceLines(index) {
        return [licences[index].name + " licence", "", "Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files, to deal in the Software without restriction.", "  1. Redistributions keep this notice."]
    }
    function report() { return "the report of About" }
}
