import { NativeSelect, Radio, Stack, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCan } from '#platform/web/session/use-session.ts'
import { DayField } from '#platform/web/ui/day-field.tsx'
import { FormSection, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import type { Draft } from '#platform/web/ui/use-draft.ts'
import type { CustomValues } from '#features/organisation/custom-fields/contract.ts'
import { CustomValueFields } from '#features/organisation/custom-fields/web/exports.tsx'
import { ShiftSelect } from '#features/organisation/shifts/web/exports.tsx'
import { memberProfiles, type MemberProfile, type UserState, userStates } from '../contract.ts'
import { UserGroups } from './user-groups.tsx'
import { ToggleFields, type ToggleValues, useHiddenToggles } from './user-toggles.tsx'

export type MembershipValues = ToggleValues & {
  profile: MemberProfile
  state: UserState
  ignore_auto_block: boolean
  shift: { id: string; name: string } | null
  custom: CustomValues
  block_on: string | null
  delete_on: string | null
  groups: { id: string; name: string }[]
}

type MembershipFieldsProps = {
  draft: { values: MembershipValues; set: Draft<MembershipValues>['set'] }
  faults: Readonly<Record<string, string>>
  /** The server's `can` for this person; absent for a new one. */
  can?: readonly string[] | undefined
  /** The person's own consent to remote access; absent for a new person. */
  consents?: boolean | undefined
}

/** The person's role and permissions in this business unit. */
export function MembershipFields({ draft, faults, can, consents }: MembershipFieldsProps) {
  const { t } = useTranslation()
  const { values, set } = draft
  return (
    <>
      <FormSection
        title={t('people.users.section.access')}
        text={t(can === undefined ? 'people.users.section.firstAccessText' : 'people.users.section.accessText')}
      >
        <ProfileField draft={draft} fault={faults['perfil_usuario']} can={can} />
        <ToggleFields profile={values.profile} {...{ values, faults, can }} onChange={set} />
        {consents === undefined ? null : (
          <div>
            <Text size="sm" fw={500}>
              {t('people.users.field.allow_remote_access')}
            </Text>
            <Text size="sm">{t(consents ? 'people.users.consent.S' : 'people.users.consent.N')}</Text>
            <Text size="xs" c="dimmed">
              {t('people.users.help.allow_remote_access')}
            </Text>
          </div>
        )}
        <StateField draft={draft} fault={faults['state']} can={can} />
        <ShiftSelect
          name="shift_id"
          label={<OptionalLabel>{t('people.users.field.shift_id')}</OptionalLabel>}
          description={t('people.users.help.shift_id')}
          error={faults['shift_id']}
          disabled={isBarred(can, 'change_state')}
          value={values.shift}
          onChange={(shift) => set({ shift })}
        />
        <Switch
          name="ignore_auto_block"
          label={t('people.users.field.ignore_auto_block')}
          description={t('people.users.help.ignore_auto_block')}
          error={faults['ignore_auto_block']}
          disabled={isBarred(can, 'change_state')}
          checked={values.ignore_auto_block}
          onChange={({ currentTarget: { checked } }) => set({ ignore_auto_block: checked })}
        />
        <DayOf name="block_on" draft={draft} fault={faults['block_on']} disabled={isBarred(can, 'change_state')} />
        <DayOf name="delete_on" draft={draft} fault={faults['delete_on']} disabled={isBarred(can, 'change_state')} />
      </FormSection>
      <FormSection title={t('people.users.field.group_ids')} text={t('people.users.section.groupsText')}>
        <UserGroups groups={values.groups} error={faults['group_ids']} onChange={(groups) => set({ groups })} />
      </FormSection>
      {/* The custom fields come last, because they load later and must not move other fields. */}
      <CustomValueFields values={values.custom} faults={faults} onChange={(custom) => set({ custom })} />
    </>
  )
}

const isBarred = (can: readonly string[] | undefined, verb: string) => can !== undefined && !can.includes(verb)

type FieldProps = Pick<MembershipFieldsProps, 'draft'> & { fault: string | undefined }

function ProfileField({ draft: { values, set }, fault, can }: FieldProps & Pick<MembershipFieldsProps, 'can'>) {
  const { t } = useTranslation()
  const hiddenToggles = useHiddenToggles(can)
  const disabled = isBarred(can, 'change_profile')
  const choose = (profile: MemberProfile) => set({ profile, ...hiddenToggles(profile) })
  return (
    <Radio.Group
      name="perfil_usuario"
      label={t('people.users.field.perfil_usuario')}
      description={disabled ? t('people.users.help.ownProfile') : undefined}
      error={fault}
      value={values.profile}
      onChange={(value) => choose(value === 'admin' ? 'admin' : 'user')}
    >
      <Stack gap="xs" my="xs">
        {memberProfiles.toReversed().map((profile) => (
          <Radio
            key={profile}
            value={profile}
            label={t(`people.users.profile.${profile}`)}
            description={t(`people.users.help.profile.${profile}`)}
            disabled={disabled}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** The choice of the state. Only staff make test users. Only the directory deactivates the people whom it maintains. */
function StateField({ draft: { values, set }, fault, can }: FieldProps & Pick<MembershipFieldsProps, 'can'>) {
  const { t } = useTranslation()
  const mayGiveTest = useCan('user.make_test')
  const mayTest = can === undefined ? mayGiveTest : can.includes('make_test')
  const mayDeactivate = can === undefined || can.includes('deactivate')
  const may = { T: mayTest, D: mayDeactivate }
  const selectableStates = userStates.filter((state) => state === values.state || (may[state as 'T' | 'D'] ?? true))
  return (
    <NativeSelect
      name="state"
      label={t('people.users.field.state')}
      description={t(`people.users.help.state.${values.state}`)}
      error={fault}
      disabled={isBarred(can, 'change_state')}
      data={selectableStates.map((value) => ({ value, label: t(`people.users.state.${value}`) }))}
      value={values.state}
      onChange={({ currentTarget: { value } }) => set({ state: userStates.find((state) => state === value) ?? 'A' })}
    />
  )
}

/** The input for a day in the business unit's calendar from which a change applies; empty means never. */
function DayOf({
  name,
  draft: { values, set },
  fault,
  disabled,
}: FieldProps & { name: 'block_on' | 'delete_on'; disabled: boolean }) {
  const { t } = useTranslation()
  return (
    <DayField
      name={name}
      label={<OptionalLabel>{t(`people.users.field.${name}`)}</OptionalLabel>}
      description={t(`people.users.help.${name}`)}
      error={fault}
      disabled={disabled}
      value={values[name]}
      onChange={(value) => set({ [name]: value })}
    />
  )
}
