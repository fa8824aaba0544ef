// Says what a role shows: in plain words, and as the rule of the data model for people who know the model.
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#platform/web/language/language.ts'
import type { IdentityKind } from '#features/reports/access/contract.ts'
import type { RoleFilters } from '#features/reports/library/contract.ts'
import { roleReachOf, rolePartsOf } from './role-parts.ts'

/** The source of what tells readers apart. `field`: the name of the custom field. */
type Source = { from: IdentityKind; field: string | null; value: string | null }
/** How the data model recognises a reader: by a user name, or by custom data. */
export type Recognition = { username: Source; customData: Source }

/** The recognition of a new grant. */
export const usualRecognition: Recognition = {
  username: { from: 'email', field: null, value: null },
  customData: { from: 'value', field: null, value: null },
}

/** Joins names in the style of the language: “A, B e C”. */
export function useRoleNames(): (names: readonly string[]) => string {
  const language = useLanguage()
  return (names) => new Intl.ListFormat(language, { type: 'conjunction' }).format(names)
}

/** What people with a role see, and whether it depends on the person. Null: the service does not tell. */
export function useRoleSentence(filters: RoleFilters, recognition: Recognition): (role: string) => string | null {
  const { t } = useTranslation()
  const list = useRoleNames()
  return (role) => {
    if (filters === null) return null
    const { hidden, recognisedBy, isPart } = roleReachOf(role, filters)
    const sentences = recognisedBy.map((kind) => {
      const { from, field, value } = recognition[kind]
      if (from === 'email') return t('reports.access.roleShows.byEmail')
      if (from === 'field') return t('reports.access.roleShows.byField', { field: field ?? '—' })
      return value === null ? t('reports.access.roleShows.byNothing') : t('reports.access.roleShows.byValue', { value })
    })
    if (sentences.length === 0 && isPart) sentences.push(t('reports.access.roleShows.part'))
    if (hidden.length > 0) sentences.push(t('reports.access.roleShows.hidden', { tables: list(hidden) }))
    return sentences.length === 0 ? t('reports.access.roleShows.all') : [...new Set(sentences)].join(' ')
  }
}

/** The rule of a role in the data model, with its tables and conditions. Null: the service does not tell, or the role has none. */
export function useRoleRule(filters: RoleFilters): (role: string) => string | null {
  const { t } = useTranslation()
  const list = useRoleNames()
  return (role) => {
    const parts = filters === null ? [] : rolePartsOf(role, filters)
    if (parts.length === 0) return null
    const named = parts.map(({ kind, ...values }) => t(`reports.access.roleRule.${kind}`, values))
    return t('reports.access.roleRule.rule', { role, parts: list(named) })
  }
}
