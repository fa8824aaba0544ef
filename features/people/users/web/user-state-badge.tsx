import { useTranslation } from 'react-i18next'
import type { UserState } from '../contract.ts'
import classes from './user-state-badge.module.css'

/** A person's state: the word says it, and the dot helps to scan a column. */
export function UserStateBadge({ state }: { state: UserState }) {
  const { t } = useTranslation()
  return (
    <span className={classes.state} data-state={state}>
      {t(`people.users.state.${state}`)}
    </span>
  )
}
