import { Button, Checkbox, Select, SimpleGrid } from '@mantine/core'
import { IconWorldWww } from '@tabler/icons-react'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { type Hideable, hideable } from '#catalogue/screens.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import type { FieldInput } from '#platform/web/pages/field.tsx'
import { PathLink } from '#platform/web/routing/path.tsx'
import { MenuTitlesContext } from '#platform/web/routing/menu-titles.ts'
import { useCan, useSession } from '#platform/web/session/use-session.ts'
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

type HiddenScreensProps = {
  name: string
  error?: string | undefined
  value: Hideable[]
  onChange: (screens: Hideable[]) => void
}

/**
 * The hidden screens of a partner or business unit, by their menu titles. A screen without a menu entry is not offered and stays as it is.
 * Example: `<HiddenScreens name="hidden_menu" value={hidden} onChange={set} />`.
 */
export function HiddenScreens({ name, error, value, onChange }: HiddenScreensProps) {
  const { t, i18n } = useTranslation()
  const titles = useContext(MenuTitlesContext)
  const shown = hideable.filter((screen) => titles.has(screen))
  // Staff and readers may have menu entries of one name.
  const titleOf = (screen: Hideable) =>
    new Intl.ListFormat(i18n.language).format(new Set((titles.get(screen) ?? []).map((title) => t(title))))
  return (
    <Checkbox.Group
      id={name}
      aria-label={t('organisation.tenants.field.hidden_menu')}
      error={error}
      value={value}
      onChange={onChange}
    >
      {/* Rows have enough distance that a row under the save bar does not overlap the next target. */}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="md">
        {shown.map((screen) => (
          <Checkbox key={screen} value={screen} label={titleOf(screen)} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}

/** The way from a business unit or a partner to its domains. Example: `<ToDomains filter="tenant_id=…" />`. */
export function ToDomains({ filter }: { filter: string }) {
  const { t } = useTranslation()
  if (!useCan('domain.read')) return null
  return (
    <Button
      variant="default"
      renderRoot={(link) => <PathLink to={`/domain?${filter}`} {...link} />}
      leftSection={<IconWorldWww size={16} stroke={1.8} aria-hidden />}
    >
      {t('business.domains.toDomains')}
    </Button>
  )
}

export function MainDomain({ host }: { host: string | null }) {
  const { t } = useTranslation()
  return host === null ? t('business.domains.noneYet') : t('business.domains.mainOf', { host })
}
