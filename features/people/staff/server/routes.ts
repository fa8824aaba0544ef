import { fail } from '#platform/contract/failure.ts'
import { typedName } from '#platform/contract/typed-name.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { exported } from '#platform/server/export/export.ts'
import { type Route, handle, rows } from '#platform/server/http/route.ts'
import { abilities } from '#platform/server/session/abilities.ts'
import type { Actor } from '#platform/server/session/actor.ts'
import { type Inviting, inviteStaff, sendStaffInvitation } from '#features/identity/passwords/server/commands.ts'
import {
  addStaff,
  changeSeller,
  changeSupportAgent,
  exportStaff,
  listStaff,
  removeStaff,
  sendStaffLink,
} from '../contract.ts'
import * as store from './store.ts'

const status = true as const

const list = rows(listStaff, store.pageQuery, (found, { actor }, options) =>
  pageOf(found, options, ({ total: _, ...member }) => ({ ...member, can: abilitiesOver(actor, member.id) })),
)

/** The verbs of `can` for one of the staff. Nobody invites or removes themselves. */
const abilitiesOver = (actor: Actor, id: string) => [
  ...abilities(actor, { change_seller: 'staff.update', change_agent: 'staff.update' }),
  ...(id === actor.userId ? [] : abilities(actor, { send_link: 'staff.update', remove: 'staff.remove' })),
]

const file = exported(exportStaff, {
  target: 'user',
  query: store.pageQuery,
  columns: ({ word, yesNo }) => [
    { key: 'name', title: word('field.name'), value: ({ name }) => name },
    { key: 'email', title: word('field.email'), value: ({ email }) => email },
    { key: 'name', title: word('field.seller'), value: ({ seller }) => yesNo(seller) },
    { key: 'last_sign_in_at', title: word('lastSignIn'), value: ({ last_sign_in_at: lastSignInAt }) => lastSignInAt },
    { key: 'created_at', title: word('createdAt'), value: ({ created_at }) => created_at },
  ],
})

const remove = handle(removeStaff, async ({ db, actor, audit, announce }, { id, name }) => {
  const found = (await store.find(db, id)) ?? fail('call.not_found')
  if (id === actor.userId) fail('user.not_yourself')
  if (name !== typedName(found.name)) fail('tenant.name_mistyped', { fields: { name: 'tenant.name_mistyped' } })
  if (!(await store.remove(db, id))) fail('call.not_found')
  await announce({ kind: 'session_ended', tenantId: null, userId: id, sessionId: null, reason: 'user_removed' })
  await audit({ target: { type: 'user', id, name: found.name }, before: { name: found.name, email: found.email } })
  return { status }
})

const markSeller = handle(changeSeller, async ({ db, audit, unchanged }, { id, seller }) => {
  const found = (await store.find(db, id)) ?? fail('call.not_found')
  if (found.seller === seller) return unchanged({ status })
  await store.setSeller(db, id, seller)
  await audit({ target: { type: 'user', id, name: found.name }, before: { seller: found.seller }, after: { seller } })
  return { status }
})

const markSupportAgent = handle(changeSupportAgent, async ({ db, audit, unchanged }, { id, support_agent }) => {
  const found = (await store.find(db, id)) ?? fail('call.not_found')
  if (found.support_agent === support_agent) return unchanged({ status })
  await store.setSupportAgent(db, id, support_agent)
  const before = { support_agent: found.support_agent }
  await audit({ target: { type: 'user', id, name: found.name }, before, after: { support_agent } })
  return { status }
})

export const routes = ({ hosts, mailing, showsMails }: Inviting): Route[] => {
  const inviting = { hosts, mailing, showsMails }
  return [
    list,
    file,
    handle(addStaff, async (context, person) => {
      const { id, mail: _, ...access } = await inviteStaff(context, inviting, person)
      await context.audit({ target: { type: 'user', id, name: person.name }, after: person })
      return { status, id, ...access }
    }),
    handle(sendStaffLink, async (context, { id }) => {
      const person = (await store.find(context.db, id)) ?? fail('call.not_found')
      if (id === context.actor.userId) fail('user.not_yourself')
      const { mail, ...access } = await sendStaffInvitation(context, inviting, person)
      await context.audit({ target: { type: 'user', id, name: person.name }, after: { mail } })
      return { status, ...access }
    }),
    markSeller,
    markSupportAgent,
    remove,
  ]
}
