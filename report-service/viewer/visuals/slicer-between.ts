// Range slicer for numbers or dates: two input fields, and a track with two handles.
import { h } from '../page/element.ts'
import { formatValue } from '../format/format-value.ts'
import type { ValuesAnswer } from '../../report/viewer-calls.ts'
import type { Value } from '../../model/model.ts'
import type { Drawing, MakeRenderer } from './renderer.ts'
import { rangeFilter, rangeOf, slicerColumn } from './slicer-filter.ts'

const DAY = 86_400_000

export const makeSlicerBetween: MakeRenderer = (host, actions) => {
  let drawn: { values: unknown; slicer: string } | null = null
  return {
    draw: (drawing) => {
      const slicer = JSON.stringify(drawing.slicer)
      if (drawn?.values === drawing.values && drawn.slicer === slicer) return
      drawn = { values: drawing.values, slicer }
      const target = slicerColumn(drawing.visual)
      if (!drawing.values || !target) return
      const scale = scaleOf(drawing.values)
      const onChange = (low: number, high: number) => {
        const isAll = low <= scale.min && high >= scale.max
        actions.slice(isAll ? [] : rangeFilter(target, { from: scale.value(low), to: scale.value(high) }))
      }
      host.replaceChildren(range(drawing, scale, onChange))
    },
    dispose: () => host.replaceChildren(),
  }
}

/** Maps values to positions on the track: numbers unchanged, dates as days. */
type Scale = {
  min: number
  max: number
  step: number
  isDate: boolean
  value: (place: number) => Value
  place: (value: Value) => number | null
}

function scaleOf({ values, dataType }: ValuesAnswer): Scale {
  const isDate = dataType === 'dateTime'
  const place = (value: Value) => {
    if (value === null) return null
    const number = isDate ? Date.parse(`${String(value).slice(0, 10)}T00:00:00Z`) / DAY : Number(value)
    return Number.isFinite(number) ? number : null
  }
  const places = values.map(place).filter((entry) => entry !== null)
  const isWhole = places.every(Number.isInteger)
  const [min, max] = [Math.min(...places), Math.max(...places)]
  return {
    min: places.length > 0 ? min : 0,
    max: places.length > 0 ? max : 0,
    step: isWhole ? 1 : Math.max(Number.EPSILON, (max - min) / 1_000),
    isDate,
    place,
    value: (at) => (isDate ? `${new Date(at * DAY).toISOString().slice(0, 10)}T00:00:00` : at),
  }
}

function range(drawing: Drawing, scale: Scale, onChange: (low: number, high: number) => void): HTMLElement {
  const { speech, visual } = drawing
  const present = rangeOf(drawing.slicer)
  let low = scale.place(present.from) ?? scale.min
  let high = scale.place(present.to) ?? scale.max
  const bar = h('span', { class: 'range-bar' })

  const ends = (['from', 'to'] as const).map((end) => {
    const label = `${visual.title ?? ''} – ${speech.phrases[end]}`
    const field = h('input', {
      type: scale.isDate ? 'date' : 'number',
      class: 'range-field',
      step: scale.isDate ? 1 : 'any',
      'aria-label': label,
    })
    const handle = h('input', {
      type: 'range',
      class: 'range-handle',
      min: scale.min,
      max: scale.max,
      step: scale.step,
      'aria-label': label,
    })
    const read = (text: string) => scale.place(scale.isDate || text !== '' ? text || null : null)
    field.addEventListener('change', () => move(end, read(field.value), true))
    handle.addEventListener('input', () => move(end, Number(handle.value), false))
    handle.addEventListener('change', () => onChange(low, high))
    return { end, field, handle }
  })

  function move(end: 'from' | 'to', place: number | null, isDone: boolean): void {
    if (end === 'from') low = Math.min(high, Math.max(scale.min, place ?? scale.min))
    else high = Math.max(low, Math.min(scale.max, place ?? scale.max))
    paint()
    if (isDone) onChange(low, high)
  }

  function paint(): void {
    for (const { end, field, handle } of ends) {
      const at = end === 'from' ? low : high
      const value = scale.value(at)
      field.value = scale.isDate ? String(value).slice(0, 10) : String(value)
      handle.value = String(at)
      handle.setAttribute(
        'aria-valuetext',
        drawing.values ? formatValue(value, drawing.values, speech.writing) : String(value),
      )
    }
    const span = scale.max - scale.min || 1
    bar.style.left = `${((low - scale.min) / span) * 100}%`
    bar.style.right = `${((scale.max - high) / span) * 100}%`
  }

  paint()
  return h(
    'div',
    { class: 'range', role: 'group', 'aria-label': visual.title ?? '' },
    h('div', { class: 'range-fields' }, ...ends.map(({ field }) => field)),
    h('div', { class: 'range-track' }, bar, ...ends.map(({ handle }) => handle)),
  )
}
