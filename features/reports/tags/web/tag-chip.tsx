import { Group } from '@mantine/core'
import type { ShownTag } from '../contract.ts'
import classes from './tag-chip.module.css'

/** A tag wherever it is shown: its colour as a dot beside its name. */
export function TagChip({ tag: { name, color } }: { tag: Omit<ShownTag, 'id'> }) {
  return (
    <span className={classes.chip}>
      <span className={classes.dot} style={{ background: `var(--mantine-color-${color}-6)` }} aria-hidden />
      <span className={classes.name}>{name}</span>
    </span>
  )
}

export const TagChips = ({ tags }: { tags: readonly ShownTag[] }) => (
  <Group gap={4}>
    {tags.map((tag) => (
      <TagChip key={tag.id} tag={tag} />
    ))}
  </Group>
)
