// Revokes embed tokens when a person loses access: it listens to live events about grants and sessions, revokes the affected tokens
// at the report service, and removes them from the cache. After a missed event or a failure it checks all valid tokens in the database.
import { z } from 'zod'
import type { LiveEvent } from '#platform/server/live/live-event.ts'
import { job } from '#platform/server/jobs/job.ts'
import type { Hub } from '#platform/server/live/hub.ts'
import type { Gate } from '#platform/server/session/gate.ts'
import type { Embedding } from '#features/sources/accounts/server/commands.ts'
import { type EmbedTokens, endStrayTokens } from './commands.ts'
import { forgetOld } from './export-store.ts'
import { type Concerned, forgetEndedTokens } from './store.ts'

type ViewDependencies = {
  hub: Hub
  gate: Gate
  embedding: Embedding
  tokens: EmbedTokens
  log: { warn(fields: object, message: string): void }
}

const firstPauseMs = 1_000
const longestPauseMs = 60_000

const everybody: Concerned = { tenantId: null, reportIds: [], userId: null }

/** Starts listening; the returned function stops it. Every process listens, because revoking a token twice is harmless. */
export function followEndedGrants({ hub, gate, embedding, tokens, log }: ViewDependencies): () => void {
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
  // At the start, all tokens are checked, because access may have ended while no process ran.
  void end(everybody)
  return () => {
    isOver = true
    clearTimeout(timer)
    unsubscribe()
  }
}

function concernedBy(news: LiveEvent): Concerned | null {
  if (news.kind === 'remote_access' || news.tenantId === null) return null
  switch (news.kind) {
    case 'access_changed':
      return { tenantId: news.tenantId, reportIds: news.reportIds, userId: null }
    // Settings contain the allowed IP addresses and the time zone of scheduled days and shifts.
    case 'place_changed':
      return news.what === 'settings' ? { tenantId: news.tenantId, reportIds: [], userId: null } : null
    case 'progress':
    case 'notifications_changed':
    case 'registrations_changed':
    case 'ticket_changed':
    case 'refreshes_changed':
    // The event `access_changed` is sent as well, and revokes the tokens.
    case 'place_shut':
      return null
    case 'session_ended':
      return { tenantId: news.tenantId, reportIds: [], userId: news.userId }
  }
}

/** Deletes the rows of exports whose files are no longer available. */
export const forgetExports = job({
  name: 'report_export.forget',
  scope: 'platform',
  isolation: 'statement',
  input: z.object({}),
  everySeconds: 3_600,
  run: ({ db }) => forgetOld(db),
})

/** Deletes the rows of expired tokens every hour. */
export const forgetTokens = job({
  name: 'embed_token.forget',
  scope: 'platform',
  isolation: 'statement',
  input: z.object({}),
  everySeconds: 3_600,
  run: ({ db }) => forgetEndedTokens(db),
})
