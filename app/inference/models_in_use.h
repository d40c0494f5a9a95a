#pragma once

#include <QMap>
#include <functional>
#include <memory>
#include <vector>

#include "hearth/model_host.h"
#include "inference/model_in_use.h"

namespace hearth::app {

/// Work with the engine, or nullptr when there is none; where the engine runs, between two steps. Must not
/// throw.
using EngineTask = std::function<void(Engine*)>;

/// The models that the window has open, by their ids, and the way to their engines. One of them is the
/// current one. GUI thread but where said.
class ModelsInUse {
public:
    enum class Turn : uint8_t {
        Next,          ///< after what was asked for before
        Unread,        ///< while no reply is being read
        AfterStopped,  ///< when replies that were stopped have left the engine
    };
    using HostedModels = std::vector<std::shared_ptr<HostedModel>>;

    /// `host` outlives all that is asked of it, but may begin after it.
    explicit ModelsInUse(ModelHost& host) : m_host(host) {}

    /// A number that no model, reply or question has.
    quint64 newId() { return ++m_lastId; }
    void add(const std::shared_ptr<ModelInUse>& model) { m_models.insert(model->id(), model); }
    /// Removes an open model; it is no longer the current one.
    std::shared_ptr<ModelInUse> take(quint64 id);
    bool contains(quint64 id) const { return m_models.contains(id); }
    /// nullptr: there is none.
    std::shared_ptr<ModelInUse> find(quint64 id) const { return m_models.value(id); }
    const QMap<quint64, std::shared_ptr<ModelInUse>>& all() const { return m_models; }
    std::shared_ptr<ModelInUse> current() const { return find(m_current); }
    /// 0: none.
    quint64 currentId() const { return m_current; }
    void setCurrent(quint64 id) { m_current = id; }
    /// Parts of one model; of all.
    HostedModels partsOf(quint64 id) const;
    HostedModels parts() const;

    /// Runs work where the engine of a model runs, or on the host's thread, with nullptr, where there is
    /// none. From any thread.
    void at(const std::shared_ptr<HostedModel>& model, Turn turn, EngineTask work);
    /// The same with a part of the current model. GUI thread.
    void with(RouteTarget part, Turn turn, const EngineTask& work);
    /// Runs work on the host's thread. From any thread.
    void run(std::function<void()> work) { m_host.run(std::move(work)); }
    /// Reads something of each engine, one after the other, and has `done` called with all of it where the
    /// last one runs, or on the host's thread. Models that are not loaded are left out. From any thread.
    template <class Value>
    void readEach(const std::shared_ptr<const HostedModels>& models, Turn turn,
                  const std::function<Value(Engine&)>& read,
                  const std::function<void(std::vector<Value>)>& done, std::vector<Value> values = {},
                  size_t next = 0) {
        if (next == models->size()) return done(std::move(values));
        at((*models)[next], turn, [=, this](Engine* engine) {
            std::vector<Value> more = values;
            if (engine != nullptr) more.push_back(read(*engine));
            readEach(models, turn, read, done, std::move(more), next + 1);
        });
    }

private:
    ModelHost& m_host;
    QMap<quint64, std::shared_ptr<ModelInUse>> m_models;
    quint64 m_current = 0, m_lastId = 0;
};

}  // namespace hearth::app
