import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './list-tools.module.css'

type ListToolsProps = {
  search: ReactNode
  /** Chips, or whatever says of itself by `data-active` that it narrows the list. */
  filters?: ReactNode
  /** How many of them do: on a phone only these are shown before one asks for the rest. */
  active?: number
  /** What one does with the list at large: views, columns, the list as a file. */
  own?: ReactNode
}

/** The row above a list: search first, filters after it. On a phone all but the search waits behind one button. */
export function ListTools({ search, filters, active = 0, own }: ListToolsProps) {
  const [folded, setFolded] = useState(true)
  const id = useId()
  const isMore = Boolean(filters ?? own)
  return (
    <div className={classes.tools} data-folded={folded || undefined}>
      <div className={classes.search}>
        {search}
        {isMore ? <More active={active} folded={folded} controls={id} onToggle={() => setFolded(!folded)} /> : null}
      </div>
      <div id={id} className={classes.more}>
        {filters ? (
          <div className={classes.filters} data-empty={active === 0 || undefined}>
            {filters}
          </div>
        ) : null}
        {own ? <div className={classes.own}>{own}</div> : null}
      </div>
    </div>
  )
}

type MoreProps = { active: number; folded: boolean; controls: string; onToggle: () => void }

function More({ active, folded, controls, onToggle }: MoreProps) {
  const { t } = useTranslation()
  return (
    <Button
      className={classes.button ?? ''}
      variant="default"
      aria-label={active === 0 ? t('general.list.more') : t('general.list.moreActive', { count: active })}
      aria-expanded={!folded}
      aria-controls={controls}
      onClick={onToggle}
    >
      <IconAdjustmentsHorizontal size={18} stroke={1.6} aria-hidden />
      {active === 0 ? null : <span className={classes.count}>{active}</span>}
    </Button>
  )
}
