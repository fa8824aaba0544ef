import {
  IconBuilding,
  IconFileAnalytics,
  IconFileText,
  IconFolder,
  IconAdjustmentsHorizontal,
  IconBolt,
  IconFolders,
  IconLayoutGrid,
  IconLayoutSidebar,
  IconPlayerPlay,
  IconPlus,
  IconTag,
  IconUser,
  IconUsersGroup,
  IconWorldWww,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import classes from './search-palette.module.css'
import type { Result } from './search-results.ts'

const icons = {
  report: IconFileAnalytics,
  page: IconFileText,
  external_report: IconWorldWww,
  app: IconLayoutGrid,
  playlist: IconPlayerPlay,
  report_subgroup: IconFolder,
  report_group: IconFolders,
  tag: IconTag,
  task: IconBolt,
  user: IconUser,
  user_group: IconUsersGroup,
  tenant: IconBuilding,
  screen: IconLayoutSidebar,
  setting: IconAdjustmentsHorizontal,
  action: IconPlus,
}

type SearchOptionProps = { id: string; result: Result; active: boolean; onPoint: () => void; onChoose: () => void }

/** One line of the palette. Only a moving pointer selects it, not a pointer that rests where the list opens. */
export function SearchOption({
  id,
  result: { kind, name, detail, icon },
  active,
  onPoint,
  onChoose,
}: SearchOptionProps) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) line.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const Icon = icon ?? icons[kind]
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field holds the focus and hears the keys
    <div
      ref={line}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the tag belongs to a select
      role="option"
      aria-selected={active}
      className={classes.option}
      onPointerMove={active ? undefined : onPoint}
      onClick={onChoose}
    >
      <Icon size={18} stroke={1.7} />
      <span className={classes.name}>{name}</span>
      {detail === null || detail === '' ? null : <span className={classes.detail}>{detail}</span>}
    </div>
  )
}
