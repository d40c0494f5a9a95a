import Hearth.Mock

RowsModel {
    property int refreshed: 0
    defaults: ({ number: 0, name: "", totalBytes: 0, freeBytes: -1 })
    rows: []
    function refresh() { refreshed++ }
}
