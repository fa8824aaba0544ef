import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomValues } from '#features/organisation/custom-fields/contract.ts'
import { CustomValueFields, useCustomNames, useValueCheck } from '#features/organisation/custom-fields/web/exports.tsx'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useRecord } from '#platform/web/client/use-record.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { useGo, useGoBack, usePathPart } from '#platform/web/routing/path.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { UnitPhoneField } from '#platform/web/masks/unit-phone-field.tsx'
import { FormLayout, FormSection, FormSkeleton, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import { duplicateUser, readUser, userWireNames } from '../contract.ts'
import { readUserGroup } from '#features/people/groups/contract.ts'
import { InvitationLink } from './user-invitation-link.tsx'
import { NameAndEmail, NewPassword } from './user-identity-fields.tsx'

const blank = { name: '', email: '', phone: '', password: '', custom: {} as CustomValues }

/** The form that copies a person: it asks only for the fields that must differ from the source. */
export function DuplicateUser() {
  const id = usePathPart('id')
  const { record, failure, reload } = useRecord(readUser, { id })
  const { t } = useTranslation()
  if (failure) return <FailedState failure={failure} onRetry={reload} />
  return (
    <>
      <PageHeader title={record ? t('people.users.copyOf', { name: record.name }) : '…'} />
      {record ? <CopyForm source={record} /> : <FormSkeleton />}
    </>
  )
}

function CopyForm({ source }: { source: ReceivedOf<typeof readUser> }) {
  const { t } = useTranslation()
  const go = useGo()
  const goBack = useGoBack('/user')
  const draft = useDraft(blank)
  const { values, set } = draft
  const names = useCustomNames()
  const check = useValueCheck()
  const label = (field: string) => names[field] ?? t(`people.users.field.${field as 'nome_usuario'}`)
  const [link, setLink] = useState<string | null>(null)
  const submission = useSubmit(duplicateUser, {
    values,
    wireNames: userWireNames,
    label,
    check: ({ custom = {} }) => check(custom, null),
    refreshes: [readUserGroup],
    onDone: ({ id, link: invitationLink, invited }) => {
      if (invitationLink !== null) return setLink(invitationLink)
      toastDone(
        invited ? t('people.users.invited', { email: values.email }) : t('general.toast.added', { name: values.name }),
      )
      go(`/user/${id}`, { replace: true })
    },
  })
  const send = () => submission.submit({ id: source.id, ...values, password: values.password || undefined })
  if (link !== null) return <InvitationLink name={values.name} link={link} onClose={goBack} />
  return (
    <FormLayout
      submission={submission}
      changed={draft.changed.map((key) => label(key === 'name' ? 'nome_usuario' : key))}
      action={t('people.users.action.duplicate')}
      onSubmit={send}
      onCancel={goBack}
    >
      <FormSection
        title={t('people.users.section.copy')}
        text={t('people.users.section.copyText', { name: source.name })}
      >
        <NameAndEmail draft={draft} faults={submission.faults} />
        <UnitPhoneField
          name="phone"
          label={<OptionalLabel>{t('people.users.field.phone')}</OptionalLabel>}
          description={t('people.users.help.phone')}
          error={submission.faults['phone']}
          value={values.phone}
          onChange={(phone) => set({ phone })}
        />
        <NewPassword draft={draft} fault={submission.faults['password']} isSet={false} />
      </FormSection>
      <CustomValueFields
        requiredOnly
        values={values.custom}
        faults={submission.faults}
        onChange={(custom) => set({ custom })}
      />
    </FormLayout>
  )
}
