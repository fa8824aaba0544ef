// Follows the news of grants and sessions that end: living embed tokens of whoever lost a report are ended, remembered ones forgotten.
// What ended while nobody followed, or while the report service was away, is found in the database and ended later.
import { z } from 'zod'
import type { LiveEvent } from '#platform/server/http/route.ts'
import { job } from '#platform/server/jobs/job.ts'
import type { Hub } from '#platform/server/live/hub.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import type { Embedding } from '#features/embedding/server/service.ts'
import { type EmbedTokens, endStrayTokens } from './service.ts'
import { type Concerned, forgetEndedTokens } from './store.ts'

type Needs = {
  hub: Hub
  gate: Gate
  embedding: Embedding
  tokens: EmbedTokens
  log: { warn(fields: object, message: string): void }
}

const firstPauseMs = 1_000
const longestPauseMs = 60_000

const everybody: Concerned = { tenantId: null, reportIds: [], userId: null }

/** Starts following; the answer ends it. Each process follows: ending a token twice does no harm. */
export function followEndedGrants({ hub, gate, embedding, tokens, log }: Needs): () => void {
  let pause = firstPauseMs
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  const end = async (concerned: Concerned) => {
    try {
      await endStrayTokens(gate, embedding, concerned)
      if (concerned === everybody) pause = firstPauseMs
    } catch (error) {
      if (isOver) return
      log.warn({ err: error }, 'an embed token could not be ended; it is tried again')
      later()
    }
  }

  const later = () => {
    if (timer) return
    timer = setTimeout(() => {
      timer = undefined
      void end(everybody)
    }, pause).unref()
    pause = Math.min(pause * 2, longestPauseMs)
  }

  const unsubscribe = hub.subscribe((news) => {
    const concerned = news === 'missed' ? everybody : concernedBy(news)
    if (!concerned) return
    tokens.forget(concerned.tenantId)
    void end(concerned)
  })
  // What ended while no portal ran.
  void end(everybody)
  return () => {
    isOver = true
    clearTimeout(timer)
    unsubscribe()
  }
}

function concernedBy(news: LiveEvent): Concerned | null {
  if (news.tenantId === null) return null
  switch (news.kind) {
    case 'access_changed':
      return { tenantId: news.tenantId, reportIds: news.reportIds, userId: null }
    // The addresses that are let in, and the clock of scheduled days and shifts.
    case 'place_changed':
      return news.what === 'settings' ? { tenantId: news.tenantId, reportIds: [], userId: null } : null
    case 'progress':
    // Told besides that access has changed, which ends the tokens.
    case 'place_shut':
      return null
    case 'session_ended':
      return { tenantId: news.tenantId, reportIds: [], userId: news.userId }
  }
}

/** Tokens that ran out open nothing any more; remembering them would only make the list of running ones long. */
export const forgetTokens = job({
  name: 'embed_token.forget',
  scope: 'platform',
  input: z.object({}),
  everySeconds: 3_600,
  run: ({ db }) => forgetEndedTokens(db),
})
