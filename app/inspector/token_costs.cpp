#include "inspector/token_costs.h"

#include <QDate>
#include <algorithm>

#include "chat/cost_text.h"
#include "endpoints/endpoint.h"
#include "look/figure_row.h"
#include "look/spoken_locale.h"
#include "store/database.h"

namespace hearth::app {

namespace {

QString tokensText(qint64 tokens) {
    return spokenLocale().toString(tokens);
}

}  // namespace

void TokenCosts::setShown(bool shown) {
    if (shown == m_shown) return;
    m_shown = shown;
    refresh();
}

void TokenCosts::setConversation(qint64 conversationId) {
    m_conversation = conversationId;
    refresh();
}

void TokenCosts::refresh() {
    m_rows.clear();
    m_note.clear();
    if (m_shown) {
        try {
            read();
        } catch (const store::StoreError& error) {
            m_note = error.message();
        }
    }
    emit changed();
}

void TokenCosts::addPaid(const QString& name, const store::TokenSums& sums) {
    if (sums.paidReplies == 0) return;
    m_rows.append(figureRow(
        name, costText(sums.cost),
        tr("%1 replies from servers, at the prices of the time: %2 tokens read, %3 written.")
            .arg(tokensText(sums.paidReplies), tokensText(sums.paidPrompt), tokensText(sums.paidWritten))));
}

void TokenCosts::addLocal(const QString& name, const store::TokenSums& sums, const TokenPrices& prices,
                          const QString& server) {
    if (sums.localReplies == 0) return;
    m_rows.append(figureRow(
        name,
        costText(prices.of(static_cast<double>(sums.localPrompt), static_cast<double>(sums.localWritten))),
        tr("%1 replies of this computer cost nothing; at the price of %2 their %3 tokens read and %4 written "
           "would have.")
            .arg(tokensText(sums.localReplies), server, tokensText(sums.localPrompt),
                 tokensText(sums.localWritten))));
    m_rows.append(figureRow(
        tr("Of that, saved by the cache"), costText(prices.of(static_cast<double>(sums.localReused), 0)),
        tr("%1 tokens were in the cache and were not read again.").arg(tokensText(sums.localReused))));
}

void TokenCosts::read() {
    const std::vector<Endpoint> endpoints =
        readEndpoints(m_store.settings().find(endpointsSetting).toArray());
    const auto priced =
        std::ranges::find_if(endpoints, [](const Endpoint& one) { return one.prices.known(); });
    const QDate today = QDate::currentDate();
    const qint64 month = QDate(today.year(), today.month(), 1).startOfDay().toMSecsSinceEpoch();
    const store::TokenSums chat = m_store.generations().sums({m_conversation, 0});
    const store::TokenSums ofMonth = m_store.generations().sums({0, month});
    if (priced == endpoints.end() && chat.paidReplies + ofMonth.paidReplies == 0) {
        m_note =
            tr("Enter a server's price for a million tokens under Models, Endpoints, to see what replies "
               "cost.");
        return;
    }
    if (m_conversation != 0) addPaid(tr("This chat"), chat);
    addPaid(tr("This month, all chats"), ofMonth);
    if (priced == endpoints.end()) return;
    if (m_conversation != 0)
        addLocal(tr("This chat, had a server written it"), chat, priced->prices, priced->name);
    addLocal(tr("This month, had a server written all of it"), ofMonth, priced->prices, priced->name);
    if (m_rows.isEmpty()) m_note = tr("There are no replies yet.");
}

}  // namespace hearth::app
