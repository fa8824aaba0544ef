import { type Route, type WriteContext, handle, rows } from '#platform/server/http/route.ts'
import { pageOf } from '#platform/server/database/list.ts'
import { resource } from '#platform/server/resource.ts'
import { inLanguage, type Texts } from '#catalogue/languages.ts'
import { changelogEntry, changelogEntryCalls, readChangelog } from '../contract.ts'
import { notifyKind } from './jobs.ts'
import { timelineQuery } from './store.ts'

const {
  list,
  export: file,
  select,
  read,
  remove,
  records,
} = resource(changelogEntry, changelogEntryCalls, {
  table: 'changelog_entries',
  written: { title: (title: Texts, { language }) => inLanguage(title, language) },
})

const add = handle(changelogEntryCalls.add, async (context, entry) => {
  const id = await records.add(context, entry)
  if (entry.sent) await enqueueNotification(context, id)
  return { status: true as const, id }
})

const update = handle(changelogEntryCalls.update, async (context, change) => {
  await records.change(context, change)
  if (change.sent !== undefined || change.day !== undefined) await enqueueNotification(context, change.id)
  return { status: true as const }
})

/** Enqueues the notification of an entry. Each business unit gets it once, however often the entry is sent. */
const enqueueNotification = ({ enqueue }: WriteContext, entry_id: string) => enqueue(notifyKind, { entry_id })

const timeline = rows(readChangelog, timelineQuery, (found, _, options) =>
  pageOf(found, options, ({ total: _total, ...entry }) => entry),
)

export const routes: Route[] = [list, file, select, read, add, update, remove, timeline]
