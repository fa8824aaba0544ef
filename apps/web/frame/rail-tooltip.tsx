import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

/** The name of a screen beside its icon in the collapsed navigation. */
export function RailTooltip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Tooltip label={label} position="right" events={{ hover: true, focus: true, touch: false }}>
      {children}
    </Tooltip>
  )
}
