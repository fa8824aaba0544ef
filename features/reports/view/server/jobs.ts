// Follows the news of grants and sessions that end: living embed tokens of whoever lost a report are ended, remembered ones forgotten.
import type { News } from '#platform/server/http/route.ts'
import type { Hub } from '#platform/server/live/hub.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import type { Embedding } from '#features/embedding/server/service.ts'
import { type EmbedTokens, endStrayTokens } from './service.ts'
import type { Concerned } from './store.ts'

type Needs = {
  hub: Hub
  gate: Gate
  embedding: Embedding
  tokens: EmbedTokens
  log: { warn(fields: object, message: string): void }
}

/** Starts following; the answer ends it. Each process follows: ending a token twice does no harm. */
export function followEndedGrants({ hub, gate, embedding, tokens, log }: Needs): () => void {
  return hub.subscribe((news) => {
    const concerned = news === 'missed' ? null : concernedBy(news)
    if (!concerned) return
    tokens.forget(concerned.tenantId)
    endStrayTokens(gate, embedding, concerned).catch((error: unknown) =>
      log.warn({ err: error }, 'an embed token could not be ended'),
    )
  })
}

function concernedBy(news: News): Concerned | null {
  if (news.tenantId === null) return null
  switch (news.kind) {
    case 'access_changed':
      return { tenantId: news.tenantId, reportIds: news.reportIds, userId: null }
    case 'session_ended':
      return { tenantId: news.tenantId, reportIds: [], userId: news.userId }
  }
}
