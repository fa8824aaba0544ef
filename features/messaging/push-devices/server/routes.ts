import { fail } from '#platform/contract/failure.ts'
import { browserOf } from '#platform/server/http/browser-name.ts'
import { type Route, handle, outside, rowsThenOutside } from '#platform/server/http/route.ts'
import { addPushDevice, choosePushes, readPush, removePushDevice, renewPushDevice } from '../contract.ts'
import type { PushService } from './push-service.ts'
import * as store from './store.ts'

const done = { status: true as const }

export const routes = ({ push }: { push: PushService }): Route[] => [
  rowsThenOutside(readPush, store.ownQuery, async ({ actor }, [own]) => {
    if (!own) {
      const choices = { muted: [], quiet_from: null, quiet_to: null, timezone: null }
      return { public_key: null, devices: [], choices }
    }
    const { devices, ...choices } = own
    return {
      public_key: await push.publicKey(),
      devices: devices.map(({ session_id, created_at, used_at, ...device }) => ({
        ...device,
        created_at: new Date(created_at),
        used_at: new Date(used_at),
        current: session_id === actor.sessionId,
      })),
      choices,
    }
  }),

  outside(addPushDevice, async ({ actor, caller, transaction }, { endpoint, p256dh, auth }) => {
    if (!push.allows(endpoint)) fail('call.invalid', { fields: { endpoint: 'invalid' } })
    if ((await push.publicKey()) === null) fail('call.not_found')
    const browser = browserOf(caller.userAgent)
    const device = {
      sessionId: actor.sessionId,
      host: actor.host,
      endpoint,
      p256dh,
      authSealed: push.sealAuth(auth),
      browser,
    }
    return transaction(async ({ db, audit }) => {
      const id = await store.addDevice(db, device)
      await audit({ target: { type: 'push_device', id, name: browser } })
      return done
    })
  }),

  handle(renewPushDevice, async ({ db, actor }, { endpoint }) => ({
    known: await store.renewDevice(db, endpoint, actor.sessionId),
  })),

  handle(removePushDevice, async ({ db, audit }, { id }) => {
    const removed = (await store.removeOwnDevice(db, id)) ?? fail('call.not_found')
    await audit({ target: { type: 'push_device', id, name: removed.browser } })
    return done
  }),

  handle(choosePushes, async ({ db, audit, unchanged }, choices) => {
    const muted = [...new Set(choices.muted)].toSorted()
    if (!(await store.choose(db, { ...choices, muted }))) return unchanged(done)
    await audit({ target: { type: 'push_device', id: null, name: null }, after: { ...choices, muted } })
    return done
  }),
]
