#pragma once

#include <QDateTime>
#include <QJsonObject>
#include <QString>
#include <optional>
#include <vector>

#include "hearth/machine_check.h"
#include "hearth/picture_decoder.h"

namespace hearth::app {

/// Findings of a check of the machine, as figures and not as words, so that they can be kept over restarts
/// and shown in any language.
struct MachineFindings {
    struct Disk {
        QString folder;        ///< as it is shown
        double bytesPerS = 0;  ///< 0: there was no model to measure with
    };
    struct Keyring {
        bool reached = false;
        int keys = 0;
    };
    /// A backend without a device here, with the reason.
    struct Missing {
        QString title;  ///< "GPU"
        DeviceType type = DeviceType::GraphicsCard;
        Message reason;
    };
    QDateTime at;  ///< when the check ended; invalid: it did not
    double seconds = 0;
    QString processor;                  ///< its name; empty: not known
    std::vector<DeviceCheck> devices;   ///< that were measured, without their operations
    std::vector<DeviceCheck> failed;    ///< that could not be opened or measured
    std::vector<OperationCheck> wrong;  ///< operations
    int operations = 0;                 ///< that were checked
    std::vector<Missing> missing;
    std::optional<Disk> disk;
    std::optional<Keyring> keyring;
    std::optional<PictureSandbox> pictures;  ///< around the process that decodes them

    QJsonObject toJson() const;
    /// nullopt if it is not that of a finished check.
    static std::optional<MachineFindings> fromJson(const QJsonObject& json);
};

}  // namespace hearth::app
