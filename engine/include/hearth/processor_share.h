#pragma once

namespace hearth {

/// Lets long work share the processor with work that may be more urgent. For one thread at a time.
class ProcessorShare {
public:
    virtual ~ProcessorShare() = default;
    /// Waits until the work may compute. To be called before it does, and often while it does.
    virtual void giveWay() = 0;
    /// Lets others compute until giveWay() is called again. To be called before long reads or writes of
    /// files.
    virtual void leave() = 0;
};

}  // namespace hearth
