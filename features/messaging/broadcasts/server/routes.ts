import { fail } from '#platform/contract/failure.ts'
import { dayIn } from '#platform/contract/local-time.ts'
import { textOf } from '#platform/server/html/clean.ts'
import { cleanText, type HtmlForm, withCleanBodies } from '#platform/server/html/cleaning.ts'
import { type Route, type WriteContext, handle, handlePrepared, outside } from '#platform/server/http/route.ts'
import { resource } from '#platform/server/resource.ts'
import { inLanguage, type Texts } from '#catalogue/languages.ts'
import { broadcast, broadcastCalls, checkBroadcastHtml, dismissBroadcast, longestBroadcast } from '../contract.ts'
import { type Days, faultsOfDays } from './rules.ts'
import * as store from './store.ts'

const {
  list,
  export: file,
  select,
  read,
  remove,
  records,
} = resource(broadcast, broadcastCalls, {
  table: 'broadcasts',
  computed: { dismissed: store.dismissed },
  sorts: { ends_on: store.endsOn },
  written: { message: (message: Texts, { language }) => textOf(inLanguage(message, language)) },
})

const form: HtmlForm = { pictures: false, max: longestBroadcast }

const prepare = withCleanBodies('message', form)

const add = handlePrepared(broadcastCalls.add, prepare, async (context, fields) => {
  checkDays(context, fields, null)
  return { status: true as const, id: await records.add(context, fields) }
})

const update = handlePrepared(broadcastCalls.update, prepare, async (context, changed) => {
  const { starts_on, ends_on } = changed
  if (starts_on !== undefined || ends_on !== undefined) {
    const { id: _, ...stored } = await store.daysOf(context.db, changed.id)
    const days = { starts_on: starts_on ?? stored.starts_on, ends_on: ends_on === undefined ? stored.ends_on : ends_on }
    checkDays(context, days, stored)
  }
  await records.change(context, changed)
  return { status: true as const }
})

function checkDays({ actor, clock }: WriteContext, days: Days, stored: Days | null): void {
  const fields = faultsOfDays(days, stored, dayIn(actor.timezone, clock.now()))
  const [fault] = Object.values(fields)
  if (fault) fail(fault, { fields })
}

const check = outside(checkBroadcastHtml, async (context, { html }) => ({
  html: await cleanText(context, html, 'html', form),
}))

const dismiss = handle(dismissBroadcast, async ({ db, audit, unchanged }, { id }) => {
  const found = (await store.presentOne(db, id)) ?? fail('call.not_found')
  if (found.is_dismissed) return unchanged({ status: true as const })
  await store.dismiss(db, id)
  await audit({ target: { type: 'broadcast', id, name: found.name } })
  return { status: true as const }
})

export const routes: Route[] = [list, file, select, read, add, update, remove, check, dismiss]
