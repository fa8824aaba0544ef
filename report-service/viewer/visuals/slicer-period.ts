// Period slicer for dates: the last days, months or years, the present month or year, or the days between two dates. A panel holds the
// choices; its button says what is chosen. Next: slicer-filter.ts (the filters), ../../contract/relative-dates.ts (the range of days).
import { relativeDates } from '../../contract/relative-dates.ts'
import type { FilterTarget, RelativeDateFilter, ReportFilter } from '../../report/definition.ts'
import type { Value } from '../../model/model.ts'
import { formatDate } from '../format/date-format.ts'
import { filterSummary } from '../page/filter-summary.ts'
import { h } from '../page/element.ts'
import type { Phrases } from '../phrases/speech.ts'
import { toWire } from '../state/filters.ts'
import type { Actions, Drawing, MakeRenderer } from './renderer.ts'
import { slicerDropdown } from './slicer-dropdown.ts'
import { rangeFilter, rangeOf, slicerColumn } from './slicer-filter.ts'

type Relative = Pick<RelativeDateFilter, 'operator' | 'timeUnitsCount' | 'timeUnitType'>

/** Whole months and years, which a person asks for by name. */
const PRESETS: readonly Relative[] = [
  { operator: 0, timeUnitsCount: 1, timeUnitType: 4 },
  { operator: 0, timeUnitsCount: 3, timeUnitType: 4 },
  { operator: 0, timeUnitsCount: 12, timeUnitType: 4 },
  { operator: 1, timeUnitsCount: 1, timeUnitType: 4 },
  { operator: 1, timeUnitsCount: 1, timeUnitType: 6 },
  { operator: 0, timeUnitsCount: 1, timeUnitType: 6 },
]
/** The units of a number that a person writes, each up to today. */
const UNITS = [
  [0, 'unitDays'],
  [1, 'unitWeeks'],
  [3, 'unitMonths'],
  [5, 'unitYears'],
] as const satisfies readonly (readonly [RelativeDateFilter['timeUnitType'], keyof Phrases])[]
const MAX_COUNT = 999
const DAY_MS = 86_400_000

export const makeSlicerPeriod: MakeRenderer = (host, actions) => {
  let drawn: { today: string | undefined; slicer: string } | null = null
  return {
    draw: (drawing) => {
      const target = slicerColumn(drawing.visual)
      if (!drawing.values || !target) return
      const now = { today: drawing.values.today, slicer: JSON.stringify(drawing.slicer) }
      if (drawn?.today === now.today && drawn.slicer === now.slicer) return
      const isOwnChange = drawn !== null && host.contains(document.activeElement) && host.querySelector('.period')
      drawn = now
      // The panel keeps its fields and the focus while a person chooses in it.
      if (isOwnChange) return say(host, drawing)
      host.replaceChildren(
        ...slicerDropdown({
          title: drawing.visual.title ?? target.column,
          close: drawing.speech.phrases.closeSheet,
          label: '',
          text: '',
          content: choices(drawing, target, actions),
          minWidth: 290,
          maxHeight: 520,
        }),
      )
      say(host, drawing)
    },
    dispose: () => host.replaceChildren(),
  }
}

/** Writes what is chosen on the button, and the days that this means in the panel. */
function say(host: HTMLElement, drawing: Drawing): void {
  const { visual, speech } = drawing
  const chosen = drawing.slicer[0] ? sentence(filterSummary(drawing.slicer[0], speech)) : speech.phrases.allDates
  const button = host.querySelector('.dropdown')
  button?.setAttribute('aria-label', `${visual.title ?? slicerColumn(visual)?.column ?? ''}: ${chosen}`)
  const text = host.querySelector('.dropdown-text')
  if (text) text.textContent = chosen
  const days = host.querySelector('.period-days')
  if (days) days.textContent = daysOf(drawing)
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The first and the last day of a relative period, and the day from which it counts if that is not today. */
function daysOf({ slicer, values, speech }: Drawing): string {
  const [filter] = slicer
  if (filter?.filterType !== 4 || !values) return ''
  const { from, until } = relativeDates(filter, Date.parse(values.today))
  const last = new Date(Date.parse(until) - DAY_MS).toISOString().slice(0, 10)
  const write = (day: string) => formatDate(day, null, speech.writing.locale)
  const days = speech.say('between', { from: write(from), to: write(last) })
  const isPast = Date.parse(values.today) + DAY_MS < Date.now()
  return isPast ? `${sentence(days)}. ${speech.say('countedFrom', { day: write(values.today) })}` : sentence(days)
}

const sameRelative = (one: Relative, other: Relative): boolean =>
  one.operator === other.operator &&
  one.timeUnitType === other.timeUnitType &&
  (one.operator === 1 || one.timeUnitsCount === other.timeUnitsCount)

let groupCount = 0

function choices(drawing: Drawing, target: FilterTarget, actions: Actions): HTMLElement {
  const { speech, visual, slicer } = drawing
  const { phrases } = speech
  const name = `period-${(groupCount += 1)}`
  const [present] = slicer
  const relative = present?.filterType === 4 ? present : null
  const isPreset = relative !== null && PRESETS.some((preset) => sameRelative(preset, relative))
  const isCounted = relative?.operator === 0 && !isPreset
  const filterOf = (chosen: Relative): ReportFilter =>
    toWire({ filterType: 4, target, ...chosen, includeToday: relative?.includeToday ?? true })

  const option = (isChecked: boolean, onChoose: () => void, label: string, ...fields: HTMLElement[]) => {
    const radio = h('input', { type: 'radio', name, onchange: onChoose })
    radio.checked = isChecked
    if (fields.length === 0) return h('label', { class: 'value-item' }, radio, h('span', {}, label))
    radio.setAttribute('aria-label', label)
    for (const field of fields) field.addEventListener('focusin', () => (radio.checked = true))
    return h('div', { class: 'value-item period-fields' }, radio, ...fields)
  }

  const count = h('input', {
    type: 'number',
    min: 1,
    max: MAX_COUNT,
    class: 'range-field period-count',
    'aria-label': phrases.periodCount,
    value: isCounted ? relative.timeUnitsCount : 30,
  })
  const unit = h(
    'select',
    { class: 'range-field', 'aria-label': phrases.periodUnit },
    ...UNITS.map(([type, key]) => h('option', { value: type }, phrases[key])),
  )
  unit.value = String(isCounted ? relative.timeUnitType : 0)
  const chooseCounted = () => {
    const timeUnitsCount = Math.min(MAX_COUNT, Math.max(1, Math.round(Number(count.value)) || 1))
    const timeUnitType = UNITS.find(([type]) => String(type) === unit.value)?.[0] ?? 0
    count.value = String(timeUnitsCount)
    actions.slice([filterOf({ operator: 0, timeUnitsCount, timeUnitType })])
  }
  for (const field of [count, unit]) field.addEventListener('change', chooseCounted)

  const range = rangeOf(slicer)
  const dayField = (label: string, value: Value) =>
    h('input', {
      type: 'date',
      class: 'range-field',
      'aria-label': label,
      value: value === null ? '' : String(value).slice(0, 10),
    })
  const [from, to] = [dayField(phrases.from, range.from), dayField(phrases.to, range.to)]
  const chooseRange = () => {
    const instant = (day: string) => (day === '' ? null : `${day}T00:00:00`)
    actions.slice(rangeFilter(target, { from: instant(from.value), to: instant(to.value) }))
  }
  for (const field of [from, to]) field.addEventListener('change', chooseRange)

  return h(
    'div',
    { class: 'period', role: 'radiogroup', 'aria-label': visual.title ?? target.column ?? '' },
    option(!present, () => actions.slice([]), phrases.allDates),
    ...PRESETS.map((preset) =>
      option(
        relative !== null && sameRelative(preset, relative),
        () => actions.slice([filterOf(preset)]),
        sentence(filterSummary(filterOf(preset), speech)),
      ),
    ),
    option(isCounted, chooseCounted, phrases.periodLast, h('span', {}, phrases.periodLast), count, unit),
    option(present?.filterType === 0, chooseRange, phrases.periodBetween, from, h('span', {}, phrases.periodTo), to),
    h('p', { class: 'period-days', 'aria-live': 'polite' }),
  )
}
