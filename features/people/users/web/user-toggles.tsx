import { Fieldset, Stack, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Toggle, toggleHolders, toggles } from '#catalogue/access.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import type { MemberProfile } from '../contract.ts'

/** The toggles that have an effect, in the order of the form. Add a toggle here when its feature is implemented. */
const orderedToggles = [
  'configure_saml',
  'configure_two_factor',
  'import_users',
  'remote_access',
  'create_notifications',
  'update_datasets',
  'edit_reports',
  'support_agent',
] as const satisfies Toggle[]

export type ToggleValues = Record<Toggle, boolean>

type ToggleFieldsProps = {
  profile: MemberProfile
  values: ToggleValues
  faults: Readonly<Record<string, string>>
  /** The server's `can` for this person; absent for a new one. */
  can: readonly string[] | undefined
  onChange: (part: Partial<ToggleValues>) => void
}

/** The switches for what a person may do beyond their profile. Only staff grant the toggles of an administrator; others see them. */
export function ToggleFields({ profile, values, faults, can, onChange }: ToggleFieldsProps) {
  const { t } = useTranslation()
  const mayGrantOf = useMayGrant(can)
  const mayGrant = mayGrantOf(profile)
  const visibleToggles = orderedToggles.filter((toggle) => toggleHolders[toggle] === profile)
  if (visibleToggles.length === 0) return null
  return (
    <Fieldset legend={t('people.users.toggles')}>
      <Stack gap="sm">
        {visibleToggles.map((toggle) => (
          <Switch
            key={toggle}
            name={toggle}
            label={t(`people.users.field.${toggle}`)}
            description={t(mayGrant ? `people.users.help.${toggle}` : 'people.users.help.staffToggle')}
            error={faults[toggle]}
            disabled={!mayGrant}
            checked={values[toggle]}
            onChange={({ currentTarget: { checked } }) => onChange({ [toggle]: checked })}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}

/**
 * Turns off the switches that a new profile hides, so that none of them is sent. A person who may not grant them cannot have turned them
 * on.
 */
export function useHiddenToggles(can: readonly string[] | undefined) {
  const mayGrant = useMayGrant(can)
  return (profile: MemberProfile): Partial<ToggleValues> => {
    const hidden = orderedToggles.filter(
      (toggle) => toggleHolders[toggle] !== profile && mayGrant(toggleHolders[toggle]),
    )
    return Object.fromEntries(hidden.map((toggle) => [toggle, false]))
  }
}

/**
 * Returns whether the person may grant the toggles of a profile: staff those of an administrator, a person who may change the user those of
 * a user.
 */
function useMayGrant(can: readonly string[] | undefined): (profile: MemberProfile) => boolean {
  const mayGrantNew = useCan('user.grant_toggles')
  return (profile) => {
    if (profile === 'user') return can === undefined || can.includes('change_toggles')
    return can === undefined ? mayGrantNew : can.includes('grant_toggles')
  }
}

/** The toggle fields of a new person: all off. */
export const noToggles = Object.fromEntries(toggles.map((toggle) => [toggle, false])) as ToggleValues

/** Picks the toggles from the fields of a record. */
export const togglesIn = (record: ToggleValues): ToggleValues =>
  Object.fromEntries(toggles.map((toggle) => [toggle, record[toggle]])) as ToggleValues
