// The dialog that changes fields of several selected people. Only the fields that somebody ticks are changed.
import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#catalogue/languages.ts'
import type { CustomValues } from '#features/organisation/custom-fields/contract.ts'
import { useValueCheck, useValueFields, ValueField } from '#features/organisation/custom-fields/web/exports.tsx'
import { LanguageSelect } from '#platform/web/language/language-select.tsx'
import type { BulkCall } from '#platform/web/pages/bulk/use-bulk.ts'
import { DayField } from '#platform/web/ui/day-field.tsx'
import { Dialog, DialogButtons } from '#platform/web/ui/dialog.tsx'
import type { UserRow } from './user-actions.tsx'
import { UserGroups } from './user-groups.tsx'

type ChoiceProps = Parameters<NonNullable<BulkCall<UserRow>['renderChoice']>>[0]

type Group = { id: string; name: string }
const blank = {
  department: '',
  language: 'pt-BR' as Language,
  join_group_ids: [] as Group[],
  leave_group_ids: [] as Group[],
  block_on: null as string | null,
  delete_on: null as string | null,
}
type Values = typeof blank
type Field = keyof Values

export function ChangePeople({ rows, choose, close }: ChoiceProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState(blank)
  const [custom, setCustom] = useState<CustomValues>({})
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [faults, setFaults] = useState<Record<string, 'required' | 'invalid'>>({})
  const fields = useValueFields()
  const check = useValueCheck()
  const set = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }))
  const tick = (key: string, isTicked: boolean) =>
    setTicked((before) => new Set(isTicked ? [...before, key] : [...before].filter((each) => each !== key)))
  const choice = (key: string, label: string, input: ReactNode) => (
    <Choice key={key} label={label} ticked={ticked.has(key)} onTick={(isTicked) => tick(key, isTicked)}>
      {input}
    </Choice>
  )
  const ofField = (field: Field, input: ReactNode) => choice(field, t(`people.users.field.${field}`), input)
  const day = (field: 'block_on' | 'delete_on') =>
    ofField(
      field,
      <DayField
        aria-label={t(`people.users.field.${field}`)}
        description={t('people.users.bulk.noDay')}
        value={values[field]}
        onChange={(value) => set({ [field]: value })}
      />,
    )
  const groups = (field: 'join_group_ids' | 'leave_group_ids') =>
    ofField(
      field,
      <UserGroups groups={values[field]} error={undefined} onChange={(chosen) => set({ [field]: chosen })} />,
    )
  const change = () => {
    const sent = {
      ...values,
      join_group_ids: values.join_group_ids.map(({ id }) => id),
      leave_group_ids: values.leave_group_ids.map(({ id }) => id),
    }
    const changed = Object.fromEntries(Object.entries(sent).filter(([field]) => ticked.has(field)))
    const ofCustom = Object.fromEntries(
      fields.filter(({ id }) => ticked.has(id)).map(({ id }) => [id, custom[id] ?? null]),
    )
    const found = check(ofCustom, {})
    setFaults(found)
    if (Object.keys(found).length > 0) return
    choose({ ...changed, ...(Object.keys(ofCustom).length > 0 && { custom: ofCustom }) })
  }
  const faultOf = ({ id, name }: { id: string; name: string }) => {
    const fault = faults[`custom.${id}`]
    return fault && t(`general.field.${fault}`, { name })
  }
  const isEmpty = (field: 'join_group_ids' | 'leave_group_ids') => ticked.has(field) && values[field].length === 0
  return (
    <Dialog opened size="lg" onClose={close} title={t('people.users.bulk.title', { count: rows.length })}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('people.users.bulk.text', { count: rows.length })}
        </Text>
        {ofField(
          'department',
          <TextInput
            aria-label={t('people.users.field.department')}
            maxLength={80}
            value={values.department}
            onChange={({ currentTarget: { value } }) => set({ department: value })}
          />,
        )}
        {groups('join_group_ids')}
        {groups('leave_group_ids')}
        {ofField(
          'language',
          <LanguageSelect
            aria-label={t('people.users.field.language')}
            value={values.language}
            onChange={(language) => set({ language })}
          />,
        )}
        {day('block_on')}
        {day('delete_on')}
        {fields.map((field) =>
          choice(
            field.id,
            field.name,
            <ValueField
              field={field}
              value={custom[field.id] ?? null}
              error={faultOf(field)}
              onChange={(value) => setCustom((before) => ({ ...before, [field.id]: value }))}
            />,
          ),
        )}
        <DialogButtons
          action={t('people.users.bulk.change', { count: rows.length })}
          disabled={ticked.size === 0 || isEmpty('join_group_ids') || isEmpty('leave_group_ids')}
          onCancel={close}
          onAct={change}
        />
      </Stack>
    </Dialog>
  )
}

type ChoiceOfField = { label: string; ticked: boolean; onTick: (isTicked: boolean) => void; children: ReactNode }

/** A box for a field; its input is there while the box is ticked. */
function Choice({ label, ticked, onTick, children }: ChoiceOfField) {
  return (
    <Stack gap="xs">
      <Checkbox label={label} checked={ticked} onChange={({ currentTarget: { checked } }) => onTick(checked)} />
      {ticked ? children : null}
    </Stack>
  )
}
