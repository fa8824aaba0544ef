// What a visual is called: by its author, or after its fields as Power BI does ("Vendas por Mês"). Pure.
import type { Visual } from '../../report/definition.ts'
import type { Speech } from '../phrases/speech.ts'
import { isSlicer } from '../state/view-state.ts'

/** The name spoken and written everywhere; empty for visuals without title and fields. */
export function titleOf(visual: Visual, speech: Speech): string {
  if (visual.title !== null) return visual.title
  const fields = Object.entries(visual.wells).flatMap(([role, well]) => (role === 'Tooltips' ? [] : well))
  const names = (isGroup: boolean) => [
    ...new Set(
      fields.filter(({ field }) => (field.kind === 'column') === isGroup).map(({ displayName }) => displayName),
    ),
  ]
  const [values, groups] = [names(false), names(true)]
  if (values.length === 0 || groups.length === 0) return [...values, ...groups].slice(0, 3).join(', ')
  return speech.say('titleOf', { values: values.join(', '), groups: groups.join(', ') })
}

/** Slicers always say what they slice; other visuals when the author wants a title. */
export const showsTitle = (visual: Visual): boolean => visual.showTitle || isSlicer(visual)
