#include "models/model_quantizer.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStorageInfo>
#include <QtMath>
#include <exception>
#include <utility>

#include "files/regular_file.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/quantize_model.h"
#include "inference/message_translation.h"
#include "models/downloads.h"
#include "models/installed_models.h"

namespace hearth::app {

namespace {

QString nameOf(BlockType type) {
    const std::string_view name = blockTypeInfo(type).name;
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

int secondsLeft(const QElapsedTimer& clock, double share) {
    return share > 0 ? qCeil(clock.elapsed() / 1000.0 / share * (1 - share)) : 0;
}

/// The beginning of a text file, as much as calibration reads, up to the end of a line.
std::string beginningOf(const QString& path) {
    constexpr qint64 mostBytes = 1 << 20;
    QFile file(path);
    if (const QString why = openRegularFile(file); !why.isEmpty())
        throw Error(
            ErrorCode::Io,
            ModelQuantizer::tr("%1 cannot be read (%2); choose another text.").arg(path, why).toStdString());
    QByteArray text = file.read(mostBytes);
    if (!file.atEnd()) text.truncate(text.lastIndexOf('\n') + 1);
    return text.toStdString();
}

}  // namespace

std::vector<SmallerType> smallerTypes(const QString& path, const HeaderOpener& open) {
    std::vector<SmallerType> types;
    try {
        const ModelHeader header = open(path);
        for (const GgufTensor& tensor : header.tensors)
            if (blockTypeInfo(tensor.type).blockElements > 1) return {};
        const bool hasOutput = hasOutputMatrix(header.tensors);
        for (const BlockType type : {BlockType::Q8_0, BlockType::Q6_K, BlockType::Q5_K, BlockType::Q4_K,
                                     BlockType::Q4_0, BlockType::Q3_K, BlockType::Q2_K}) {
            // The worker that read them may claim any sizes, and sums of unsigned numbers are always defined.
            quint64 bytes = 0;
            for (const GgufTensor& tensor : header.tensors) {
                const BlockTypeInfo& info = blockTypeInfo(quantizedTypeOf(tensor, type, hasOutput));
                bytes += tensor.elements() / info.blockElements * info.blockBytes;
            }
            types.push_back({type, static_cast<qint64>(bytes)});
        }
    } catch (const std::exception&) {
        return {};  // the details of the model say what is wrong with it
    }
    return types;
}

QString smallerCopyName(const QString& path, BlockType type) {
    const QFileInfo file(path);
    QString base = file.isDir() ? file.fileName() : file.completeBaseName();
    static const QRegularExpression part(QStringLiteral("-\\d{5}-of-\\d{5}$"));
    static const QRegularExpression precision(QStringLiteral("[-._](f32|f16|bf16|fp32|fp16)$"),
                                              QRegularExpression::CaseInsensitiveOption);
    base.remove(part).remove(precision);
    return base + QLatin1Char('.') + nameOf(type) + QStringLiteral(".gguf");
}

ModelQuantizer::ModelQuantizer(QString folder, QuantizerJobs jobs, std::shared_ptr<ProcessorTurns> turns,
                               QObject* parent)
    : QObject(parent), m_folder(std::move(folder)), m_jobs(std::move(jobs)), m_turns(std::move(turns)) {
    m_headers.setMaxThreadCount(1);
}

ModelQuantizer::~ModelQuantizer() {
    m_headers.clear();
    m_headers.waitForDone();
}

void ModelQuantizer::setPath(const QString& path) {
    if (m_path == path) return;
    m_path = path;
    m_types.clear();
    emit changed();
    if (!QFileInfo::exists(path)) return;
    m_headers.start([this, path] {
        auto types = smallerTypes(path, m_jobs.header);
        QMetaObject::invokeMethod(
            this,
            [this, path, types = std::move(types)] {
                if (path != m_path) return;
                m_types = types;
                emit changed();
            },
            Qt::QueuedConnection);
    });
}

QStringList ModelQuantizer::choices() const {
    QStringList choices;
    for (const SmallerType& one : m_types)
        choices += nameOf(one.type) + QStringLiteral(", ") + fileSizeText(one.sizeBytes);
    return choices;
}

QString ModelQuantizer::calibrationName() const {
    return QFileInfo(m_calibration).fileName();
}

void ModelQuantizer::calibrateWith(const QUrl& text) {
    m_calibration = text.toLocalFile();
    emit changed();
}

template <class Task>
void ModelQuantizer::post(int number, Task task) {
    QMetaObject::invokeMethod(
        this,
        [this, number, task = std::move(task)] {
            if (number == m_number && m_running) task();
        },
        Qt::QueuedConnection);
}

void ModelQuantizer::start(int choice) {
    if (m_running || choice < 0 || choice >= static_cast<int>(m_types.size())) return;
    const SmallerType wanted = m_types[static_cast<size_t>(choice)];
    const QString name = smallerCopyName(m_path, wanted.type);
    m_source = m_path;
    m_running = true;
    m_failed = false;
    m_sizes.clear();
    const int number = ++m_number;
    show(tr("Reading the model…"), 0);
    QDir().mkpath(m_folder);
    const QString out = QDir(m_folder).filePath(name);
    if (QFileInfo::exists(out))
        return finish(tr("%1 already exists. Remove it first to make it again.").arg(name), true);
    const qint64 room = QStorageInfo(m_folder).bytesAvailable();
    if (room >= 0 && room < wanted.sizeBytes)
        return finish(tr("The copy takes %1, and only %2 are free in %3. Free some space and try again.")
                          .arg(fileSizeText(wanted.sizeBytes), fileSizeText(room), m_folder),
                      true);
    // Assigning joins the last copy's thread, which has ended or is about to.
    m_thread =
        std::jthread([this, number, path = out.toStdString(), type = wanted.type, text = m_calibration](
                         const std::stop_token& stop) { work(number, path, type, text, stop); });
}

WeightImportance ModelQuantizer::importance(int number, const QString& text, JobTurn& turn,
                                            const std::stop_token& stop) {
    if (text.isEmpty()) return {};
    const std::string words = beginningOf(text);
    QElapsedTimer clock;
    clock.start();
    return m_jobs.calibrate(
        m_source.toStdString(), {.text = words, .processor = &turn},
        [&](double share) {
            post(number, [this, share, left = secondsLeft(clock, share)] {
                show(tr("Running the text through the model: about %1 s left").arg(left), share);
            });
        },
        stop);
}

void ModelQuantizer::work(int number, const std::filesystem::path& out, BlockType type, const QString& text,
                          const std::stop_token& stop) {
    // m_source does not change while this runs.
    const std::filesystem::path in = m_source.toStdString();
    JobTurn turn(m_turns, stop);
    QString sizes;
    QElapsedTimer clock;
    clock.start();
    try {
        const WeightImportance columns = importance(number, text, turn, stop);
        clock.restart();
        turn.giveWay();
        const QuantizeReport report = m_jobs.quantize(
            in, out, type,
            [&](uint64_t done, uint64_t all) {
                const double rate =
                    static_cast<double>(done) * 1000 / static_cast<double>(clock.elapsed() + 1);
                post(number, [this, done, all, rate] {
                    show(tr("Writing the copy: %1")
                             .arg(Downloads::progressText(static_cast<qint64>(done), static_cast<qint64>(all),
                                                          rate)),
                         static_cast<double>(done) / static_cast<double>(all));
                });
                // After the last part only writing is left, which needs no turn.
                if (done < all)
                    turn.giveWay();
                else
                    turn.leave();
            },
            stop, columns, Existing::Refuse);
        if (stop.stop_requested()) {
            std::filesystem::remove(out);  // cancelled behind the last check
            return;
        }
        sizes = tr("%1 instead of %2.")
                    .arg(fileSizeText(static_cast<qint64>(report.outputBytes)),
                         fileSizeText(static_cast<qint64>(report.inputBytes)));
    } catch (const std::exception& error) {
        post(number, [this, why = translated(error)] { finish(why, true); });
        return;
    }
    post(number, [this, out, sizes] {
        m_sizes = sizes;
        emit made(QString::fromStdString(out.string()));
    });
    try {
        clock.restart();
        const ModelComparison found = m_jobs.compare(
            in, out, {.text = {}, .processor = &turn},
            [&](double share) {
                post(number, [this, share, left = secondsLeft(clock, share)] {
                    show(tr("The copy is ready. Comparing both on a short text: about %1 s left").arg(left),
                         share);
                });
            },
            stop);
        const QString cost = tr("On %1 tokens: perplexity %2 instead of %3, KL divergence %4, the same first "
                                "choice for %5 % of tokens.")
                                 .arg(found.tokens)
                                 .arg(found.perplexityAfter, 0, 'f', 2)
                                 .arg(found.perplexityBefore, 0, 'f', 2)
                                 .arg(found.meanKl, 0, 'g', 2)
                                 .arg(100 * found.sameTopToken, 0, 'f', 0);
        post(number, [this, text = sizes + QLatin1Char(' ') + cost] { finish(text, false); });
    } catch (const std::exception& error) {
        const QString why = tr("Its cost is not known: %1").arg(translated(error));
        post(number, [this, text = sizes + QLatin1Char(' ') + why] { finish(text, false); });
    }
}

void ModelQuantizer::cancel() {
    if (!m_running) return;
    m_thread.request_stop();
    finish(m_sizes.isEmpty() ? tr("Cancelled. Nothing was kept.") : m_sizes, false);
}

void ModelQuantizer::show(const QString& status, double fraction) {
    m_status = status;
    m_fraction = fraction;
    emit changed();
}

void ModelQuantizer::finish(const QString& status, bool failed) {
    m_running = false;
    m_failed = failed;
    show(status, 0);
}

}  // namespace hearth::app
