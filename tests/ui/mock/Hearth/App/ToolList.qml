import QtQuick
import Hearth.Mock

RowsModel {
    defaults: ({ key: "", name: "", about: "", source: "Hearth", on: true, allowed: false })
    rows: [{ key: "hearth/calculate", name: "calculate", about: "Calculates an arithmetic expression exactly.", allowed: true },
           { key: "hearth/current_time", name: "current_time", about: "The current date, weekday and time, here or in another time zone." },
           { key: "", name: "broken", about: "The description of its arguments cannot be used.", source: "A server", on: false }]
}
