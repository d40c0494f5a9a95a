#pragma once

#include <QString>
#include <functional>

#include "hearth/memory_plan.h"
#include "hearth/token_work.h"
#include "models/model_purpose.h"

namespace hearth::app {

/// Contents of the header of a model file, or of those of a published model's folder.
struct ModelFacts {
    QString path;
    QString name, quantization, architecture;
    qint64 sizeBytes = 0;  ///< of all its files
    quint64 parameters = 0;
    MemoryPlan plan;
    TokenWork work;   ///< not known of those that do not chat, and of remote ones
    QString problem;  ///< why it cannot be used, one sentence; empty when it can
    QString owner;    ///< its owner if it is not ours: "Ollama", "LM Studio", a server's name
    QString licence;
    bool remote = false;    ///< a server has it; there is no file
    bool leaves = false;    ///< the server is another computer
    bool verified = false;  ///< its sha256 was that of the hub when it came
    QString visionFile;     ///< mmproj file next to a GGUF file; empty if there is none
    qint64 visionFileBytes = 0;
    bool lacksVision = false;  ///< models of its family see, but the vision file is missing
    ModelPurpose purpose = ModelPurpose::Chat;

    /// True if the vision file exists and can be used.
    bool sees() const { return plan.visionBytes > 0; }
    bool canChat() const { return problem.isEmpty() && purpose == ModelPurpose::Chat; }
};

/// Likely speed of a model, in words; empty: not known. GUI thread.
using SpeedTeller = std::function<QString(const ModelFacts& facts)>;

/// Reads the header of one file; called on a worker thread.
using ModelProbe = std::function<ModelFacts(const QString& path)>;

/// Room for a model on the device that it would run on; QML has it as a number.
struct ModelFit {
    enum Value { Fits, Partly, No, Unknown };
};
ModelFit::Value fitOf(const MemoryPlan& plan);
QString fitText(const MemoryPlan& plan);
/// Of a model that chats here.
QString speedText(const ModelFacts& facts, const SpeedTeller& teller);
/// "92 MB", "4.6 GB": file sizes use powers of 1,000, as in file managers.
QString fileSizeText(qint64 bytes);

}  // namespace hearth::app
