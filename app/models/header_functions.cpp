#include "models/header_functions.h"

#include <utility>

#include "models/process_choice.h"

namespace hearth::app {

namespace {

template <class Result, class Argument>
std::function<Result(Argument)> chosen(std::function<Result(Argument)> here,
                                       std::function<Result(Argument)> own, const ProcessChoice& choice) {
    if (!here || !own) return here;
    return [here = std::move(here), own = std::move(own), &choice](Argument argument) {
        return choice.isOwn() ? own(argument) : here(argument);
    };
}

}  // namespace

ModelHeader headerHere(const QString& path) {
    return readModelHeader(path.toStdString());
}

HeaderFunctions inChosenProcess(const HeaderFunctions& here, const HeaderFunctions& own,
                                const ProcessChoice& choice) {
    return {.plan = chosen(here.plan, own.plan, choice),
            .checkDraft = chosen(here.checkDraft, own.checkDraft, choice),
            .makesEmbeddings = chosen(here.makesEmbeddings, own.makesEmbeddings, choice),
            .reranks = chosen(here.reranks, own.reranks, choice),
            .work = chosen(here.work, own.work, choice),
            .open = chosen(here.open, own.open, choice)};
}

}  // namespace hearth::app
