// The notifications ahead of a maintenance, for routes and jobs.
import { inEachLanguage } from '#catalogue/languages.ts'
import { makeLocalTime } from '#platform/contract/local-time.ts'
import { type NotificationContext, notify } from '#features/messaging/notifications/server/commands.ts'
import enUS from '../phrases/en-US.ts'
import es from '../phrases/es.ts'
import ptBR from '../phrases/pt-BR.ts'
import ptPT from '../phrases/pt-PT.ts'
import * as store from './store.ts'

const phrases = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT }

/**
 * Notifies the people who may open the reports of the occurrences whose announcement is due: of one window, or of the business unit (null).
 * Each occurrence is announced once, also if its window is saved again. With other times it is another occurrence.
 */
export async function notifyReaders(context: NotificationContext, windowId: string | null): Promise<void> {
  for (const due of await store.takeDue(context.db, context.tenantId, windowId)) {
    const { window_id, starts_at, ends_at, message: text, timezone } = due
    const people = await store.readersOf(context.db, window_id)
    const inZone = (instant: Date) => inEachLanguage((language) => makeLocalTime(language, timezone).dateTime(instant))
    const values = {
      // The notification names the report only if the window has one. Readers may not open all reports of a window, and must not learn the
      // names of the others.
      report: due.report ?? inEachLanguage((language) => phrases[language].severalReports),
      from: inZone(starts_at),
      to: inZone(ends_at),
      text,
    }
    const cause = `maintenance ${window_id} ${starts_at.toISOString()} ${ends_at.toISOString()}`
    await notify(context, { people }, 'maintenance_announced', values, { path: '/notifications/maintenance', cause })
  }
}
