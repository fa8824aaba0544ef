import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './list-tools.module.css'

type ListToolsProps = {
  search: ReactNode
  /** Chips, or any element that marks itself with `data-active` while it narrows the list. */
  filters?: ReactNode
  /** Number of active filters: a phone shows only these until the person asks for the rest. */
  active?: number
  /** Whether a filter is active without a choice, such as a period: a phone always shows it. */
  isNarrowed?: boolean
  /** Actions on the whole list: views, columns, export. */
  own?: ReactNode
}

/** The row above a list: search first, then filters. On a phone everything except the search is behind one button. */
export function ListTools({ search, filters, active = 0, isNarrowed = false, own }: ListToolsProps) {
  const [folded, setFolded] = useState(true)
  const id = useId()
  const isMore = Boolean(filters ?? own)
  return (
    <div className={classes.place}>
      <div className={classes.tools} data-folded={folded || undefined} data-unsearched={search === null || undefined}>
        <div className={classes.search}>
          {search}
          {isMore ? <More active={active} folded={folded} controls={id} onToggle={() => setFolded(!folded)} /> : null}
        </div>
        <div id={id} className={classes.more}>
          {filters ? (
            <div className={classes.filters} data-empty={(active === 0 && !isNarrowed) || undefined}>
              {filters}
            </div>
          ) : null}
          {own ? <div className={classes.own}>{own}</div> : null}
        </div>
      </div>
    </div>
  )
}

type ToolLabelProps = { text: string }

/** The label of a tool of a list. Where the tools have no room in one row, the icon alone is seen. */
export const ToolLabel = ({ text }: ToolLabelProps) => <span className={classes.label}>{text}</span>

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
