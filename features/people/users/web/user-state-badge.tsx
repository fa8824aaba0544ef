import { useTranslation } from 'react-i18next'
import type { UserState } from '../contract.ts'
import classes from './user-state-badge.module.css'

type UserStateBadgeProps = { state: UserState; isInvited: boolean }

/**
 * The state of a person: a word names it, and a coloured dot makes a column easy to scan. An active person who has not entered yet is
 * called invited.
 */
export function UserStateBadge({ state, isInvited }: UserStateBadgeProps) {
  const { t } = useTranslation()
  const waits = state === 'A' && isInvited
  return (
    <span className={classes.state} data-state={waits ? 'invited' : state}>
      {t(waits ? 'people.users.stateInvited' : `people.users.state.${state}`)}
    </span>
  )
}
