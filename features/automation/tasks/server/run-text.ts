// The texts of a run: its message in each language, and what its webhook gets. Pure functions, no I/O.
import { inEachLanguage, inLanguage, type Language } from '#catalogue/languages.ts'
import { taskRows } from '#catalogue/limits.ts'
import { makeLocalTime } from '#platform/contract/local-time.ts'
import enUS from '../phrases/en-US.ts'
import es from '../phrases/es.ts'
import ptBR from '../phrases/pt-BR.ts'
import ptPT from '../phrases/pt-PT.ts'
import { maxMessageLength } from './digest.ts'
import { filledMessage, type Row } from './rules.ts'
import type { Recovered, StateEvaluation } from './states.ts'
import type { NotificationSettings, TaskToRun } from './store.ts'

export const words = { 'pt-BR': ptBR, 'en-US': enUS, es, 'pt-PT': ptPT }

export type Found = Extract<StateEvaluation, { problem: null }>

/** The message in each language, with the rows that fire, and with those that recovered where the author wants it. */
export function messageOf(
  task: TaskToRun,
  { message }: Pick<NotificationSettings, 'message'>,
  { matched, column, cell, recovered, states: [whole] }: Found,
  isFired: boolean,
): Record<Language, string> {
  const { variables, today } = task
  return inEachLanguage((language) => {
    const note = missedNote(task, language)
    const more = (rowCount: number) => `… (+${rowCount})`
    const values = { matched, column, cell, variables, today }
    const fired =
      whole?.state === 'no_data'
        ? words[language].say.noData
        : filledMessage(inLanguage(message, language), language, values, more)
    const back = task.tells_recovery ? recoveredText(recovered, language, more) : ''
    const text = [isFired ? fired : '', back].filter((part) => part !== '').join('\n')
    return `${text.slice(0, maxMessageLength - note.length)}${note}`.toWellFormed()
  })
}

/** The line of a message about the rows that are ok again. A task without a key of rows has no names for them. */
function recoveredText(
  recovered: readonly Recovered[],
  language: Language,
  more: (rowCount: number) => string,
): string {
  if (recovered.length === 0) return ''
  const named = recovered.map(({ label }) => label).filter((label) => label !== '')
  if (named.length === 0) return words[language].say.recovered
  const shown = named.slice(0, taskRows.told)
  const rest = named.length - shown.length
  const list = [...shown, ...(rest > 0 ? [more(rest)] : [])].join(' · ')
  return words[language].say.recoveredRows.replace('{{rows}}', () => list)
}

/** The line of a message about the planned instants for which its run stands. */
function missedNote({ missed, missed_from, missed_until, timezone }: TaskToRun, language: Language): string {
  if (missed === null || missed_from === null || missed_until === null) return ''
  const { dateTime } = makeLocalTime(language, timezone)
  const { missed_one, missed_other } = words[language].runs
  const filled = (missed === 1 ? missed_one : missed_other)
    .replace('{{shown}}', String(missed))
    .replace('{{from}}', dateTime(missed_from))
    .replace('{{until}}', dateTime(missed_until))
  return `\n(${filled})`
}

/** As it is compared, without regard to a language. */
export const rawText = (cell: unknown): string | null =>
  cell === null || cell === undefined
    ? null
    : (typeof cell === 'string' ? cell : JSON.stringify(cell)).slice(0, 500).toWellFormed()

const maxWebhookBytes = 500_000

type Fired = { row_count: number; matched: number; value: string | null; text: string; rows: Row[]; at: Date }

/** What a webhook gets. `rows` ends before the limit of rows or of bytes. */
export function webhookBody(task: TaskToRun, { rows, at, ...fired }: Fired): object {
  const sent: Row[] = []
  let bytes = 0
  for (const row of rows.slice(0, taskRows.sent)) {
    bytes += Buffer.byteLength(JSON.stringify(row))
    if (bytes > maxWebhookBytes) break
    sent.push(row)
  }
  return {
    event: 'task.fired',
    run_id: task.run_id,
    task: { id: task.task_id, name: task.name },
    at,
    planned_at: task.planned_at,
    missed: task.missed === null ? null : { count: task.missed, from: task.missed_from, until: task.missed_until },
    ...fired,
    rows: sent,
  }
}
