// The changes of an audit entry as rows of a table: one field each, and the parts of its old and new value that differ. Pure functions.
export type Change = { field: string; before?: unknown; after?: unknown }
/**
 * A change of one field. `name`: the name of a custom field, which the business unit chose. `within`: the fields that contain this one, the
 * outermost first.
 */
export type NamedChange = Change & { name?: string; within?: string[] }

/** Fields that contain fields: deeper ones are displayed as they are stored. */
const maxDepth = 3

/** Splits records, whose fields an entry stores together, into a row for each field that differs. */
export function fieldByField(change: NamedChange): NamedChange[] {
  const { field, before, after, name, within = [] } = change
  const isOpened = (isRecord(before) || isRecord(after)) && isRecordOrNone(before) && isRecordOrNone(after)
  if (!isOpened || within.length >= maxDepth) return [change]
  const [old, fresh] = [recordOf(before), recordOf(after)]
  const differing = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter(
    (key) => !isEqual(old[key], fresh[key]),
  )
  if (differing.length === 0) return [change]
  const isCustom = field === 'custom' && name === undefined
  return differing.flatMap((key) =>
    fieldByField({
      field: isCustom ? 'custom' : key,
      before: old[key],
      after: fresh[key],
      ...(isCustom ? { name: key } : { within: [...within, field] }),
    }),
  )
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isRecordOrNone = (value: unknown) => value === null || value === undefined || isRecord(value)
const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** A part of a displayed value. `isChanged`: the other value does not have it. */
export type Part = { text: string; isChanged: boolean }

/** The parts of two texts that differ: all between their common words at the beginning and at the end. */
export function textParts(before: string, after: string): [Part[], Part[]] {
  const [old, fresh] = [before, after].map((text) => text.split(/(?<=\s)/u)) as [string[], string[]]
  const shortest = Math.min(old.length, fresh.length)
  let start = 0
  while (start < shortest && old[start] === fresh[start]) start += 1
  let end = 0
  while (end < shortest - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1
  const partsOf = (words: string[]): Part[] =>
    [
      { text: words.slice(0, start).join(''), isChanged: false },
      { text: words.slice(start, words.length - end).join(''), isChanged: true },
      { text: words.slice(words.length - end).join(''), isChanged: false },
    ].filter(({ text }) => text !== '')
  return [partsOf(old), partsOf(fresh)]
}

/** The items of two lists, each marked if the other list does not have it. */
export function listParts(before: readonly string[], after: readonly string[]): [Part[], Part[]] {
  const marked = (items: readonly string[], others: readonly string[]): Part[] => {
    const known = new Set(others)
    return items.map((text) => ({ text, isChanged: !known.has(text) }))
  }
  return [marked(before, after), marked(after, before)]
}

type Titled = { id: string; title: string; items?: Titled[] }

const isTitled = (value: unknown): value is Titled =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  typeof value['title'] === 'string' &&
  (value['items'] === undefined || isTitledList(value['items']))
const isTitledList = (value: unknown): value is Titled[] => Array.isArray(value) && value.every(isTitled)

/** Each record of an outline as a path of titles; one that contains others is listed only when it has none. */
function pathsIn(list: readonly Titled[], within: string[] = []): { record: Titled; path: string }[] {
  return list.flatMap((record) => {
    const titles = [...within, record.title].filter((title) => title !== '')
    const items = record.items ?? []
    return items.length > 0 ? pathsIn(items, titles) : [{ record, path: titles.join(' › ') }]
  })
}

/**
 * Shows an outline, such as the sections of an app, by the titles of its records. `changed` names a record that has the titles of an earlier
 * one and another content. The ids are not compared: a client chooses them, and could hide an exchanged item. Another change is answered
 * as it is.
 */
export function outlineByTitle(change: NamedChange, changed: (title: string) => string): NamedChange {
  const [before, after] = [change.before ?? [], change.after ?? []]
  if (!isTitledList(before) || !isTitledList(after) || before.length + after.length === 0) return change
  const [old, fresh] = [pathsIn(before), pathsIn(after)]
  const isChanged = ({ record, path }: (typeof fresh)[number]) => {
    const same = old.filter((each) => each.path === path)
    return same.length > 0 && !same.some((each) => isEqual(each.record, record))
  }
  return {
    ...change,
    before: old.map(({ path }) => path),
    after: fresh.map((each) => (isChanged(each) ? changed(each.path) : each.path)),
  }
}
