import { ActionIcon, Stack } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { noTexts, type Texts } from '#catalogue/languages.ts'
import { dayIn, isLater } from '#platform/contract/local-time.ts'
import { ask } from '#platform/web/client/client.ts'
import type { CallInput } from '#platform/web/client/encode-input.ts'
import { sendFile } from '#platform/web/client/send-file.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { now } from '#platform/web/clock.ts'
import { Field } from '#platform/web/pages/field.tsx'
import { AddPage, useForm } from '#platform/web/pages/form-page.tsx'
import { useSession } from '#platform/web/session/use-session.ts'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { RecordPicker } from '#platform/web/ui/record-picker.tsx'
import { RichTextsField } from '#platform/web/ui/rich-texts-field.tsx'
import { useAiUse } from '#features/assistant/ai-accounts/web/exports.tsx'
import { listNotifications } from '#features/messaging/notifications/contract.ts'
import {
  addMessage,
  addMessagePicture,
  countMessageAddressees,
  importMessageHtml,
  selectMessageGroups,
  selectMessagePeople,
} from '../contract.ts'
import classes from './message-form.module.css'
import { messagePlace } from './message-place.ts'

const MessageDraft = lazy(() => import('./message-draft.tsx').then((module) => ({ default: module.MessageDraft })))

type SelectedRecord = { id: string; name: string }

export function AddMessage() {
  const { t } = useTranslation()
  const { user } = useSession()
  const blank = {
    title: noTexts,
    body: noTexts,
    target: user.profile === 'user' ? 'chosen' : 'everybody',
    group_ids: [],
    user_ids: [],
    login_notice: false,
    starts_on: null,
    ends_on: null,
  }
  return (
    <AddPage
      {...messagePlace}
      call={addMessage}
      blank={blank}
      refreshes={[listNotifications]}
      actionOf={sendLabel}
      wireOf={withIds}
      doneText={(_, { receipts }) =>
        receipts > 0 ? t('messaging.messages.sentTo', { count: receipts }) : t('messaging.messages.sentLater')
      }
    >
      <Fields />
    </AddPage>
  )
}

/** Converts a draft to the input of a call: the draft holds groups and people with their names, the call takes their ids. */
const withIds = ({ group_ids, user_ids, ...fields }: Record<string, unknown>): Record<string, unknown> => ({
  ...fields,
  group_ids: (group_ids as SelectedRecord[]).map(({ id }) => id),
  user_ids: (user_ids as SelectedRecord[]).map(({ id }) => id),
})

const sendLabel = (draft: Record<string, unknown>) => <SendLabel draft={draft} />

/** The verb of the button, with the number of people as the server counts them. */
function SendLabel({ draft }: { draft: Record<string, unknown> }) {
  const { t } = useTranslation()
  const { timezone } = useSession()
  const isScheduled = isLater(draft['starts_on'] as string | null, dayIn(timezone, now()))
  const { target, group_ids, user_ids } = withIds(draft)
  const input = { target, group_ids, user_ids } as CallInput<typeof countMessageAddressees>
  const isEmpty = input.target === 'chosen' && input.group_ids.length + input.user_ids.length === 0
  const { data } = useCallQuery(countMessageAddressees, input, { enabled: !isEmpty, freshFor: 10_000 })
  const count = isEmpty ? 0 : (data?.count ?? 0)
  if (count === 0) return t(isScheduled ? 'general.action.schedule' : 'general.action.send')
  return t(isScheduled ? 'messaging.messages.scheduleTo' : 'messaging.messages.sendTo', { count })
}

function Fields() {
  const { t } = useTranslation()
  const { values } = useForm()
  const writesToAll = useSession().user.profile !== 'user'
  const drafting = useAiUse('draft_notification')
  return (
    <>
      <FormSection title={t('messaging.messages.section.what')} text={t('messaging.messages.section.whatText')}>
        {drafting ? (
          <Suspense>
            <MessageDraft {...drafting} />
          </Suspense>
        ) : null}
        <Field name="title" />
        <Field name="body">
          {({ name, description, error, value, onChange }) => (
            <RichTextsField
              name={name}
              label={t('messaging.messages.field.body')}
              description={description}
              error={error}
              value={value as Partial<Texts>}
              onChange={onChange}
              onPicture={async (file) => (await sendFile(addMessagePicture, { kind: 'picture' }, file)).path}
              onImport={async (html) => (await ask(importMessageHtml, { html })).html}
            />
          )}
        </Field>
      </FormSection>
      <FormSection title={t('messaging.messages.section.who')} text={t('messaging.messages.section.whoText')}>
        {writesToAll ? <Field name="target" /> : null}
        {values['target'] === 'chosen' ? (
          <>
            <Field name="group_ids">{(input) => <Groups {...input} chosen={input.value as SelectedRecord[]} />}</Field>
            {writesToAll ? (
              <Field name="user_ids">{(input) => <People {...input} chosen={input.value as SelectedRecord[]} />}</Field>
            ) : null}
          </>
        ) : null}
      </FormSection>
      <FormSection title={t('messaging.messages.section.when')} text={t('messaging.messages.section.whenText')}>
        <Field name="login_notice" />
        <Field name="starts_on" />
        <Field name="ends_on" />
      </FormSection>
    </>
  )
}

type ChoiceProps = { chosen: SelectedRecord[]; error: string | undefined; onChange: (value: unknown) => void }

function Groups({ chosen, error, onChange }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <Stack gap={0}>
      <RecordPicker
        call={selectMessageGroups}
        name="group_ids"
        label={t('messaging.messages.field.group_ids')}
        placeholder={t('messaging.messages.addGroup')}
        error={error}
        detail={({ members }) => t('people.groups.members', { count: members, shown: String(members) })}
        isMulti
        exclude={chosen.map(({ id }) => id)}
        onPick={({ value, label }) => onChange([{ id: value, name: label }, ...chosen])}
      />
      <ChosenList label={t('messaging.messages.field.group_ids')} chosen={chosen} onChange={onChange} />
    </Stack>
  )
}

function People({ chosen, error, onChange }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <Stack gap={0}>
      <RecordPicker
        call={selectMessagePeople}
        detail={({ email }) => email}
        name="user_ids"
        label={t('messaging.messages.field.user_ids')}
        placeholder={t('messaging.messages.addPerson')}
        error={error}
        isMulti
        exclude={chosen.map(({ id }) => id)}
        onPick={({ value, label }) => onChange([{ id: value, name: label }, ...chosen])}
      />
      <ChosenList label={t('messaging.messages.field.user_ids')} chosen={chosen} onChange={onChange} />
    </Stack>
  )
}

function ChosenList({ label, chosen, onChange }: { label: string } & Pick<ChoiceProps, 'chosen' | 'onChange'>) {
  const { t } = useTranslation()
  if (chosen.length === 0) return null
  return (
    <ul className={classes.chosen} aria-label={label}>
      {chosen.map(({ id, name }) => (
        <li key={id}>
          <span>{name}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('messaging.messages.takeOut', { name })}
            onClick={() => onChange(chosen.filter((other) => other.id !== id))}
          >
            <IconX size={16} stroke={1.8} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
