// Roles that the grantee has elsewhere. A person sees them and chooses: none is chosen for them, because a role may show more rows.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ModelRoles, unknownRole } from '#features/reports/library/contract.ts'
import { useRoleNames } from './role-sentence.ts'
import classes from './grant-fields.module.css'

/** `report`: a report for which they are granted; null: not known. `group`: the user group of that grant; null: an own grant. */
export type RoleSuggestion = { roles: string[]; report: string | null; group: string | null }

type RoleSuggestionsProps = {
  suggestions: readonly RoleSuggestion[]
  /** The roles of the data model; null: not known. */
  roles: ModelRoles
  value: readonly string[]
  onChoose: (roles: string[]) => void
}

export function RoleSuggestions({ suggestions, roles, value, onChoose }: RoleSuggestionsProps) {
  const { t } = useTranslation()
  const list = useRoleNames()
  const isChosen = (suggested: readonly string[]) =>
    suggested.length === value.length && suggested.every((role) => value.includes(role))
  const useful = suggestions.filter((each) => unknownRole(roles, each.roles) === null && !isChosen(each.roles))
  if (useful.length === 0) return null
  return (
    <ul className={classes.suggestions}>
      {useful.map((suggestion) => {
        const names = { ...suggestion, count: suggestion.roles.length, roles: list(suggestion.roles) }
        return (
          <li key={JSON.stringify(suggestion)}>
            <span>{t(`reports.access.suggestion.${sourceOf(suggestion)}`, names)}</span>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('reports.access.suggestion.useRoles', names)}
              onClick={() => onChoose([...suggestion.roles])}
            >
              {t('reports.access.suggestion.use')}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

const sourceOf = ({ report, group }: RoleSuggestion) =>
  group === null ? 'own' : report === null ? 'groupElsewhere' : 'group'
