// The form that requests the session of a person, with the reason that the person reads.
import { Textarea } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { remoteAccess } from '#catalogue/limits.ts'
import { useSubmit } from '#platform/web/client/use-submit.ts'
import { useGoBack } from '#platform/web/routing/path.tsx'
import { FormLayout, FormSection } from '#platform/web/ui/form-layout.tsx'
import { useDraft } from '#platform/web/ui/use-draft.ts'
import { SwitchModal, useSwitch } from '#features/identity/unit-switch/web/exports.tsx'
import { requestRemoteAccess } from '../contract.ts'

/** `allow_remote_access`: the standing consent of the person. */
type RemoteSubject = { id: string; name: string; allow_remote_access: boolean }

/** Requests the session of `person`. The access begins at once if they have given a standing consent. */
export function RemoteRequestForm({ person }: { person: RemoteSubject }) {
  const { t } = useTranslation()
  const goBack = useGoBack('/user')
  const { isArriving, follow } = useSwitch()
  const { history } = useRouter()
  const draft = useDraft({ reason: '' })
  const label = () => t('identity.remoteAccess.request.reason')
  const submission = useSubmit(requestRemoteAccess, { values: draft.values, label, onDone: (answer) => follow(answer) })
  const { name, allow_remote_access: begins } = person
  return (
    <FormLayout
      submission={submission}
      changed={draft.changed.map(label)}
      action={t(begins ? 'identity.remoteAccess.request.start' : 'identity.remoteAccess.request.send')}
      onSubmit={() =>
        submission.submit({
          user_id: person.id,
          reason: draft.values.reason,
          left: history.location.pathname.replace(/\/access$/, ''),
        })
      }
      onCancel={goBack}
    >
      <FormSection title={t('identity.remoteAccess.request.section')} text={t('identity.remoteAccess.request.text')}>
        <Textarea
          name="reason"
          label={label()}
          description={
            begins
              ? t('identity.remoteAccess.request.begins', { name })
              : t('identity.remoteAccess.request.asks', { name, minutes: remoteAccess.waitMinutes })
          }
          placeholder={t('identity.remoteAccess.request.help')}
          error={submission.faults['reason']}
          maxLength={300}
          autosize
          minRows={2}
          value={draft.values.reason}
          onChange={({ currentTarget: { value } }) => draft.set({ reason: value.replace(/\n/g, ' ') })}
        />
      </FormSection>
      <SwitchModal opened={isArriving} name={name} />
    </FormLayout>
  )
}
