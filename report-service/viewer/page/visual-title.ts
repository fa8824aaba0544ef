// The name of a visual: its title, or a name made of its fields as in Power BI ("Vendas por Mês"). Pure.
import type { Visual } from '../../report/definition.ts'
import type { Speech } from '../phrases/speech.ts'
import { isSlicer } from '../state/view-state.ts'

/** The title of a visual for display and screen readers. Empty for a visual without title and fields. */
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

/** Slicers always show their title, other visuals only if the report says so. */
export const showsTitle = (visual: Visual): boolean => visual.showTitle || isSlicer(visual)
