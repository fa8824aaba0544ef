import { useTranslation } from 'react-i18next'
import type { ShownState } from '../contract.ts'
import classes from './user-state-badge.module.css'

/** The state of a person: a word names it, and a coloured dot makes a column easy to scan. */
export function UserStateBadge({ state }: { state: ShownState }) {
  const { t } = useTranslation()
  return (
    <span className={classes.state} data-state={state}>
      {t(`people.users.state.${state}`)}
    </span>
  )
}
