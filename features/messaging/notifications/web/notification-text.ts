// The title and text of a notification: as its author wrote them, or the sentence of its type with its values.
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useLanguage } from '#platform/web/language/language.ts'
import { factsIn, type listNotifications, notificationTypeOf } from '../contract.ts'

export type Notification = ReceivedOf<typeof listNotifications>['data'][number]

/** The maximum length of a text that the list shows completely, so that a page of its own adds nothing. */
const shortText = 200

/** Returns the path to which a row of the list leads: the target of the notification, or its own page when there is more to read. */
export const rowPathOf = (
  { id, type, path }: Pick<Notification, 'id' | 'type' | 'path'>,
  text: string | null,
): string =>
  path !== null && notificationTypeOf(type) !== 'message' && (text ?? '').length <= shortText
    ? `/notifications/${id}/open`
    : `/notifications/${id}`

export function useNotificationText(): (notification: Pick<Notification, 'type' | 'facts' | 'title'>) => {
  title: string
  text: string | null
} {
  const { i18n } = useTranslation()
  const language = useLanguage()
  return ({ type, facts, title }) => {
    const known = notificationTypeOf(type)
    if (known === 'message') return { title: title ?? '', text: null }
    const values = factsIn(facts, language)
    // The compiler cannot know which values the sentence of each type has; the contract of notify() does.
    const translate = (part: 'title' | 'text'): string => {
      const phrase: unknown = i18n.getFixedT(language)(
        `messaging.notifications.type.${known}.${part}` as never,
        values as never,
      )
      return typeof phrase === 'string' ? phrase : ''
    }
    return { title: translate('title'), text: translate('text') }
  }
}
