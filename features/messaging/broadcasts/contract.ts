// Broadcast messages: a text that people see once after each sign-in, until they dismiss it. The platform's staff write for everybody,
// masters for the business units of their partner. Next: server/queries.ts (the present message), apps/web/after-login (when it is shown).
import { z } from 'zod'
import { day, id, longTexts, text } from '#catalogue/fields.ts'
import { call } from '#platform/contract/call.ts'
import { checkHtmlCall } from '#platform/contract/check-html.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'
import { done } from '#platform/contract/list.ts'

/** The maximum length of a message in one language, in characters of HTML. */
export const longestBroadcast = 13_000

export const broadcast = entity({
  noun: 'broadcast',
  title: ['broadcast message', 'broadcast messages'],
  fields: {
    /** The name of the message, for its authors. Readers see only the text. */
    name: text(120),
    /**
     * The text as HTML of the allow-list (platform/contract/html.ts), without pictures, because private files belong to a business unit.
     */
    message: longTexts(longestBroadcast),
    starts_on: day(),
    /** The last day on which the message is shown; null: it is shown until it is removed. */
    ends_on: day().nullable(),
  },
  computed: { dismissed: z.number().int() },
  sorts: ['starts_on', 'name', 'ends_on'],
  filters: { order: z.enum(['asc', 'desc']).default('desc') },
})

export const broadcastCalls = crudCalls('auth/broadcasts', broadcast)

export const checkBroadcastHtml = checkHtmlCall('auth/broadcasts/html/check', 'broadcast.update', longestBroadcast)

export const dismissBroadcast = call({
  method: 'POST',
  path: 'auth/broadcasts/dismiss',
  summary: 'The caller does not want to see this message after further sign-ins.',
  access: 'portal.use',
  does: 'write',
  audit: 'broadcast.dismissed',
  personal: true,
  input: z.object({ id: id() }),
  answers: done,
})
