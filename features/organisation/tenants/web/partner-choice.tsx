// The partner of a record, for people who see records of several partners.
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import type { FieldInput } from '#platform/web/pages/field.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { readTenantOptions } from '../contract.ts'

/** Only the platform's staff see records of several partners. */
export const useSeesPartners = () => useSession().user.partnerId === null

const usePartners = (enabled = true) =>
  useCallQuery(readTenantOptions, {}, { enabled, freshFor: 60_000 }).data?.partners

type PartnerFilterProps = { value: string | undefined; onChange: (id: string | undefined) => void }

/** The filter of a list by one partner, for people who see several. */
export function PartnerFilter({ value, onChange }: PartnerFilterProps) {
  const { t } = useTranslation()
  const seesPartners = useSeesPartners()
  const partners = usePartners(seesPartners)
  if (!seesPartners || !partners) return null
  return (
    <FilterChip
      label={t('organisation.tenants.field.parceiro_id')}
      value={value}
      options={partners}
      onChange={onChange}
    />
  )
}

/** Only the platform's staff choose the partner. Example: `<Field name="parceiro_id">{(field) => <PartnerField {...field} />}</Field>`. */
export const PartnerField = ({ value, ...field }: FieldInput) => (
  <Select {...field} searchable data={usePartners() ?? []} value={value as string | null} />
)
