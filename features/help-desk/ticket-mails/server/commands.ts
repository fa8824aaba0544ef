// What other parts of the portal use: the addresses in mails about tickets, the receiver and the reading of the mailbox.
import type { Language } from '#catalogue/languages.ts'
import type { MailIn } from '#platform/server/config.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import type { CopyReply, RepliesOf } from '#features/messaging/notifications/server/commands.ts'
import { addressOf, markOf, messageIdOf, newCode, tokenOf } from './reply-address.ts'
import { replyLineIn } from './reply-lines.ts'
import * as store from './store.ts'

export { startBoxReader } from './read-box.ts'
export { startReceiver } from './receiver.ts'
export type { Receiving } from './receive.ts'

const answered: ReadonlySet<string> = new Set(['ticket_opened', 'ticket_answered', 'ticket_resolved', 'ticket_merged'])
const ticketPath = /^\/help_desk\/([0-9a-f-]{36})$/
const handedPath = /^\/help_desk\/handed\/([0-9a-f-]{36})$/

/** Gives each addressee of a mail about a ticket a signed address of their own. Null: the operator receives no mails. */
export function createReplies({ mailIn, secrets }: { mailIn: MailIn | null; secrets: Secrets }): RepliesOf {
  if (mailIn === null) return null
  const replyOf = (code: string, language: Language): CopyReply => {
    const token = tokenOf(code, secrets)
    const [to, messageId, mark] = [addressOf(token, mailIn), messageIdOf(token, mailIn), markOf(token)]
    return { to, messageId, mark, line: replyLineIn[language] }
  }
  return async ({ db, tenantId }, { type, path }, people) => {
    const isStaff = tenantId === null
    const ticketId = (isStaff ? handedPath : ticketPath).exec(path ?? '')?.[1]
    if (!(isStaff ? type === 'ticket_handed' : answered.has(type)) || ticketId === undefined) return new Map()
    const codes = await store.codesOf(
      db,
      isStaff ? 'staff' : 'member',
      ticketId,
      people.map(({ userId }) => ({ userId, code: newCode() })),
    )
    const replies = people.flatMap(({ userId, language }) => {
      const code = codes.get(userId)
      return code === undefined ? [] : [[userId, replyOf(code, language)] as const]
    })
    return new Map(replies)
  }
}
