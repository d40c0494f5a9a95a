#pragma once

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>

#include "support/reference_pack.h"

namespace hearth::test {

/// Returns true where tests take all the time that hostile pictures want: HEARTH_ALL_PICTURES is set.
inline bool wantsAllPictures() {
    return qEnvironmentVariableIsSet("HEARTH_ALL_PICTURES");
}

/// Pictures that strangers made to do harm (tests/fuzz/hostile-pictures), in a folder that goes with the
/// object. HEARTH_SEED gives other mutations.
class HostilePictures {
public:
    /// `only`: the names of a share of them, a regular expression of Python's; empty: all. Ends the program
    /// where they cannot be written.
    explicit HostilePictures(const QString& only = {}) {
        const auto script = tinyModelsFolder().parent_path().parent_path() / "fuzz/hostile-pictures";
        QProcess maker;
        maker.start(QString::fromStdString(script.string()),
                    {m_place.path(), "--seed", qEnvironmentVariable("HEARTH_SEED", "1"), "--only", only});
        if (!maker.waitForFinished(300'000) || maker.exitCode() != 0)
            qFatal("no pictures: %s", maker.readAllStandardError().constData());
    }
    QFileInfoList files() const { return QDir(m_place.path()).entryInfoList(QDir::Files); }

    /// Names of one picture for each way to do harm, none of which takes long, or of all where
    /// wantsAllPictures(). For tests that start a program for each picture.
    static QString shortShare() {
        if (wantsAllPictures()) return {};
        return QStringLiteral(
            "png-(size-65535-square|row-of-65535|bomb-profile|length-largest|no-pixels|also-a-jpeg)|"
            "jpeg-(size-height-later|inks-cut|page-in-front|also-an-archive|segments-without-end|"
            "exif-orientation-[0-9])|"
            "webp-(head-alone|size-of-lossy-6000|exif-65535-entries)|"
            "gif-(row-of-65535|codes-not-there-yet|extension-without-end)|"
            "bmp-(height-most-negative|run-lengths|cut)|other-(empty|noise|svg|heic)|"
            "heif-(heic|avif)-(cut-2|size-65535-square|size-6000-square|grid-of-itself|alphas-in-a-ring|"
            "nested-boxes|data-of-noise)|mutated-0[0-4]");
    }

private:
    QTemporaryDir m_place;
};

}  // namespace hearth::test
