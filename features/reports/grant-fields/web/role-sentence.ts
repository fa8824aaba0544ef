// Says what a role shows: in plain words, and as the rule of the data model for people who know the model.
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#platform/web/language/language.ts'
import type { IdentityKind } from '#features/reports/access/contract.ts'
import { type ModelRoles, type RoleFilters, unknownRole } from '#features/reports/library/contract.ts'
import { roleOfAllRows, roleReachOf, rolePartsOf } from './role-parts.ts'

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

/** The data model, as far as its service tells. `isRuleBeside`: the screen shows the rule of a role beside its sentence. */
export type ModelFacts = { roles: ModelRoles; filters: RoleFilters; isRuleBeside: boolean }

/** What people with a role see, and whether it depends on the person. Null: the service does not tell, or does not know the role. */
export function useRoleSentence(model: ModelFacts, recognition: Recognition): (role: string) => string | null {
  const { t } = useTranslation()
  const list = useRoleNames()
  const { roles, filters, isRuleBeside } = model
  const ownRows = (kind: 'username' | 'customData') => {
    const { from, field, value } = recognition[kind]
    if (from === 'email') return t('reports.access.roleShows.byEmail')
    if (from === 'field') return t('reports.access.roleShows.byField', { field: field ?? '—' })
    return value === null ? t('reports.access.roleShows.byNothing') : t('reports.access.roleShows.byValue', { value })
  }
  return (role) => {
    if (filters === null || unknownRole(roles, [role]) !== null) return null
    const { hidden, rows } = roleReachOf(role, filters)
    if (rows === 'all' && hidden.length === 0) return t('reports.access.roleShows.all')
    const sentences = rows === 'username' || rows === 'customData' ? [ownRows(rows)] : []
    if (rows === 'ruled') sentences.push(t('reports.access.roleShows.ruled'))
    if (rows === 'ruled' && !isRuleBeside) sentences.push(t('reports.access.roleShows.ruledPlace'))
    if (hidden.length > 0) sentences.push(t('reports.access.roleShows.hidden', { tables: list(hidden) }))
    return sentences.join(' ')
  }
}

/**
 * What the chosen roles show: a sentence about all of them (`role` null) if there are several, and one about each. The service shows what any
 * of the roles shows, so a role that shows all rows makes the others void: they get no sentence.
 */
export function useChosenRoles(
  model: ModelFacts,
  recognition: Recognition,
): (chosen: readonly string[]) => { role: string | null; sentence: string }[] {
  const { t } = useTranslation()
  const sentenceOf = useRoleSentence(model, recognition)
  return (chosen) => {
    const each = chosen.flatMap((role) => {
      const sentence = sentenceOf(role)
      return sentence === null ? [] : { role, sentence }
    })
    if (each.length < 2) return each
    const known = each.map(({ role }) => role)
    const allRows = roleOfAllRows(known, model.filters)
    if (allRows === null) return [{ role: null, sentence: t('reports.access.roleShows.several') }, ...each]
    return [{ role: null, sentence: t('reports.access.roleShows.severalAll', { role: allRows }) }]
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
