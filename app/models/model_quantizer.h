#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QUrl>
#include <QVariantList>
#include <functional>
#include <memory>
#include <stop_token>
#include <thread>
#include <vector>

#include "hearth/block_type.h"
#include "hearth/calibration.h"
#include "hearth/job_turn.h"
#include "hearth/model_comparison.h"
#include "hearth/quantize_model.h"
#include "models/header_opener.h"

namespace hearth::app {

/// hearth::compareModels() with its own text if the options have none, or a scripted one in tests.
using ModelComparer = std::function<ModelComparison(
    const std::filesystem::path& before, const std::filesystem::path& after, const ComparisonOptions& options,
    const std::function<void(double)>& progress, const std::stop_token& stop)>;

/// hearth::calibrate, or a scripted one in tests.
using ModelCalibrator =
    std::function<WeightImportance(const std::filesystem::path& model, const CalibrationOptions& options,
                                   const std::function<void(double)>& progress, const std::stop_token& stop)>;

/// hearth::quantizeModel, in this process or another.
using ModelMaker = std::function<QuantizeReport(
    const std::filesystem::path& in, const std::filesystem::path& out, BlockType type,
    const std::function<void(uint64_t, uint64_t)>& progress, const std::stop_token& stop,
    const WeightImportance& importance, Existing existing)>;

/// The jobs that a smaller copy takes, and the header before it. Called on the quantizer's thread.
struct QuantizerJobs {
    ModelComparer compare;
    ModelCalibrator calibrate;
    ModelMaker quantize = &quantizeModel;
    HeaderOpener header = headerHere;  ///< called on another thread than the rest
};

/// One way to store a model in fewer bits.
struct SmallerType {
    BlockType type = BlockType::Q8_0;
    qint64 sizeBytes = 0;  ///< of the new file's weights
};

/// Smaller types that the model at `path` can be stored as, largest first; empty when its weights are in
/// fewer than 16 bits already, or it cannot be read. Reads the header only.
std::vector<SmallerType> smallerTypes(const QString& path, const HeaderOpener& open);

/// The name of the copy: the model's own, its precision and part number replaced by the type's name.
QString smallerCopyName(const QString& path, BlockType type);

/// Makes copies of 16- and 32-bit models in fewer bits, in a thread of its own, and then reports the loss:
/// both are compared on a short text. With a calibration text, errors are weighted by the inputs that they
/// are multiplied with, see hearth/calibration.h. One copy at a time, which gives way to replies. GUI thread.
class ModelQuantizer : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// The shown model.
    Q_PROPERTY(QString path READ path WRITE setPath NOTIFY changed)
    /// "Q4_K, 4.6 GB" for each type it can be stored as.
    Q_PROPERTY(QStringList choices READ choices NOTIFY changed)
    /// The name of the calibration text's file; empty: all errors weigh the same.
    Q_PROPERTY(QString calibrationName READ calibrationName NOTIFY changed)
    Q_PROPERTY(bool running READ isRunning NOTIFY changed)
    Q_PROPERTY(double fraction READ fraction NOTIFY changed)  ///< of the step under way, 0 to 1
    /// The step under way; after that, the result for the shown model.
    Q_PROPERTY(QString status READ status NOTIFY changed)
    Q_PROPERTY(bool failed READ hasFailed NOTIFY changed)

public:
    /// `turns`: as JobTurn has them.
    ModelQuantizer(QString folder, QuantizerJobs jobs, std::shared_ptr<ProcessorTurns> turns = nullptr,
                   QObject* parent = nullptr);
    ~ModelQuantizer() override;

    QString path() const { return m_path; }
    void setPath(const QString& path);
    /// Sets the folder for copies that are begun from now on.
    void setFolder(const QString& folder) { m_folder = folder; }
    QStringList choices() const;
    QString calibrationName() const;
    bool isRunning() const { return m_running; }
    double fraction() const { return m_fraction; }
    QString status() const { return m_running || m_source == m_path ? m_status : QString(); }
    bool hasFailed() const { return m_failed && !m_running && m_source == m_path; }

    /// Copies that are begun from now on are calibrated with this text; an empty address: without one.
    Q_INVOKABLE void calibrateWith(const QUrl& text);
    /// Makes the copy that choices()[choice] speaks of.
    Q_INVOKABLE void start(int choice);
    /// Before the copy is complete nothing is left of it; after that only the comparison ends.
    Q_INVOKABLE void cancel();

signals:
    void changed();
    /// A copy is complete.
    void made(const QString& path);

private:
    /// Body of the thread; `number` distinguishes this copy from later ones.
    void work(int number, const std::filesystem::path& out, BlockType type, const QString& text,
              const std::stop_token& stop);
    /// Importance of the weights of the model in work according to the text of that name; empty for no name.
    /// Throws Error.
    WeightImportance importance(int number, const QString& text, JobTurn& turn, const std::stop_token& stop);
    void show(const QString& status, double fraction);
    void finish(const QString& status, bool failed);
    /// Runs `task` in the GUI thread, unless another copy has begun since.
    template <class Task>
    void post(int number, Task task);

    QString m_folder;
    const QuantizerJobs m_jobs;
    const std::shared_ptr<ProcessorTurns> m_turns;
    QThreadPool m_headers;
    QString m_path, m_source, m_status, m_calibration;
    QString m_sizes;  ///< of a complete copy whose comparison is under way
    std::vector<SmallerType> m_types;
    double m_fraction = 0;
    bool m_running = false, m_failed = false;
    int m_number = 0;
    std::jthread m_thread;  ///< last: it ends before the objects that it reports to
};

}  // namespace hearth::app
