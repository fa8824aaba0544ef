// Sign-in of screens, and what a session may play.
import { playlists as limits } from '#catalogue/limits.ts'
import { fail } from '#platform/contract/failure.ts'
import type { Database } from '#platform/server/database/kysely.ts'
import type { Hosts } from '#platform/server/hosts.ts'
import { createLimiter } from '#platform/server/http/limiter.ts'
import { networkOf } from '#platform/server/http/network.ts'
import type { OpenContext, WriteContext } from '#platform/server/http/route.ts'
import type { Actor } from '#platform/server/session/actor.ts'
import { hashToken, makeToken } from '#platform/server/session/token.ts'
import { type Attempt, beginSession, enter } from '#features/identity/entry/server/commands.ts'
import { makePairingCode, displayedCode } from './rules.ts'
import * as store from './store.ts'

const playerPath = '/playlist/view'

/** The calls of a screen without a session, limited per client network. */
export function createScreenEntry(hosts: Hosts) {
  const limiter = createLimiter(limits.calls)
  const admit = ({ caller, clock }: OpenContext) => {
    if (!limiter.admits(networkOf(caller.address), clock.now())) fail('call.throttled', { retryAfter: 30 })
  }

  /**
   * Begins the session of the screen with this token. An unknown token, a removed screen and a playlist without an owner get the same
   * answer.
   */
  async function logIn(context: OpenContext, token: string) {
    admit(context)
    const { caller } = context
    const tokenHash = hashToken(token)
    const found = await context.acrossTenants('playlist: find the screen', async (db) => {
      const hostOwner = await hosts.ownerOf(db, caller.host)
      const screen = await store.findByToken(db, tokenHash)
      return hostOwner && screen && hostOwner.tenantId === screen.tenant_id ? { hostOwner, screen } : null
    })
    if (!found) fail('session.unauthorized')
    const attempt: Attempt = { context, hostOwner: found.hostOwner, email: found.screen.email, authMethod: 'playlist' }
    return enter(attempt, 'playlist: begin the session', async (db) => {
      // The screen is read again in this transaction, because it may have been removed meanwhile.
      const screen = await store.findByToken(db, tokenHash)
      if (!screen?.owner_id) fail('session.unauthorized')
      const begun = await beginSession(db, hosts, attempt, {
        userId: screen.owner_id,
        authType: 'playlist',
        intended: playerPath,
      })
      await store.bindSession(db, { tenantId: screen.tenant_id, screenId: screen.id, sessionId: begun.sessionId })
      return { ...begun, playlist_id: screen.playlist_id }
    })
  }

  const atHost = async <T>(context: OpenContext, work: (tenantId: string) => Promise<T | undefined>): Promise<T> => {
    admit(context)
    const hostOwner = await context.acrossTenants('playlist: find the owner of the host', (db) =>
      hosts.ownerOf(db, context.caller.host),
    )
    if (!hostOwner?.tenantId) fail('host.unknown')
    return (await work(hostOwner.tenantId)) ?? fail('host.unknown')
  }

  const pair = (context: OpenContext) =>
    atHost(context, (id) =>
      context.inTenant(id, async (db, tenantId) => {
        const network = networkOf(context.caller.address, 48)
        const waiting = await store.waitingCodes(db, network)
        if (waiting.all >= limits.pairing.waiting || waiting.ofNetwork >= limits.pairing.waitingOfNetwork)
          fail('call.throttled', { retryAfter: 60 })
        const { token, hash } = makeToken()
        const code = makePairingCode()
        if (!(await store.addPairing(db, tenantId, { code, tokenHash: hash, network }))) fail('call.unavailable')
        return { code: displayedCode(code), token, ends_in_ms: limits.pairing.minutes * 60_000 }
      }),
    )

  const checkPairing = (context: OpenContext, token: string) =>
    atHost(context, (id) =>
      context.inTenant(id, async (db) => ({ status: await store.pairingState(db, hashToken(token)) })),
    )

  return { logIn, pair, checkPairing }
}

/**
 * The playlist of the session. A screen has its own playlist and no other (E5); a person has those that were granted to them. Every other
 * id answers 404.
 */
export async function playingOf(db: Database, actor: Actor, playlistId: string | undefined): Promise<store.Playing> {
  if (actor.authType === 'playlist') {
    const own = (await store.playedByScreen(db, actor.sessionId)) ?? fail('session.unauthorized')
    return playlistId === undefined || playlistId === own.playlistId ? own : fail('call.not_found')
  }
  if (playlistId === undefined || !(await store.mayPlay(db, playlistId))) fail('call.not_found')
  return { playlistId, screenId: null, screen: null }
}

/** Refuses everybody but the owner. Only the owner connects screens, because they show the owner's data. */
export async function mustOwn({ db, actor }: WriteContext, playlistId: string) {
  const playlist = (await store.findForUpdate(db, playlistId)) ?? fail('call.not_found')
  if (playlist.owner_id !== actor.userId) fail('playlist.not_owner')
  return playlist
}
