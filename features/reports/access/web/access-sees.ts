import { useTranslation } from 'react-i18next'
import { type SecuredReport, type ShownGrant, useRoleNames } from '#features/reports/grant-fields/web/exports.tsx'

/** Describes in a plain sentence what the people of a grant see. */
export function useSees(): (grant: ShownGrant, report: SecuredReport) => string {
  const { t } = useTranslation()
  const list = useRoleNames()
  return (grant, report) => {
    if (!report.row_security) return t('reports.access.sees.everything')
    if (report.ignore_row_security) return t('reports.access.sees.ignored', { role: report.ignore_role ?? '' })
    if (grant.roles.length === 0) return t('reports.access.sees.nothing')
    const values = { roles: list(grant.roles), count: grant.roles.length }
    const rows =
      grant.identity === 'value'
        ? t('reports.access.sees.as', { ...values, username: grant.identity_value ?? '—' })
        : grant.identity === 'field'
          ? t('reports.access.sees.field', { ...values, field: fieldNameOf(grant.identity_field, report) })
          : t(grant.group_id === null ? 'reports.access.sees.own' : 'reports.access.sees.ownEach', values)
    if (grant.custom_data_from === 'email') return `${rows} ${t('reports.access.sees.dataEmail')}`
    if (grant.custom_data_from === 'field') {
      const field = fieldNameOf(grant.custom_data_field, report)
      return `${rows} ${t('reports.access.sees.dataField', { field })}`
    }
    return grant.custom_data ? `${rows} ${t('reports.access.sees.data', { data: grant.custom_data })}` : rows
  }
}

const fieldNameOf = (field: string | null, { identity_fields }: SecuredReport): string =>
  identity_fields.find(({ id }) => id === field)?.name ?? '—'
