// The dialogs of API keys. A new value is shown once, until the person says that they have stored it.
import { Button, MultiSelect, PasswordInput, TagsInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type KeyScope, keyScopes } from '#catalogue/access.ts'
import { apiKeys, recentSignInMinutes } from '#catalogue/limits.ts'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { DayField } from '#platform/web/ui/day-field.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { type DialogDraft, DialogForm } from '#platform/web/ui/form-dialog.tsx'
import { LinkToHandOver } from '#platform/web/ui/link-to-hand-over.tsx'
import { useClearable } from '#platform/web/ui/optional-select.tsx'
import { addApiKey, rotateApiKey, updateApiKey } from '../contract.ts'
import type { ApiKey } from './api-key.ts'

const dayMs = 86_400_000
/** The proposed lifetime in days: short enough to be renewed by habit. */
const proposedDays = 90
const proposedDay = (): string | null => new Date(now().getTime() + proposedDays * dayMs).toISOString().slice(0, 10)

type Shown = { token: string; expires_at: Date }

export function AddKeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('integrations.apiKeys.add')} size="lg">
      <NewKey onClose={onClose} />
    </Dialog>
  )
}

function NewKey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<Shown | null>(null)
  if (shown !== null) return <KeyOnce shown={shown} onClose={onClose} />
  const initial = {
    name: '',
    scopes: [] as string[],
    networks: [] as string[],
    expires_on: proposedDay(),
    current_password: '',
  }
  return (
    <DialogForm
      call={addApiKey}
      initial={initial}
      inputOf={({ scopes, expires_on, current_password, ...rest }) => ({
        ...rest,
        ...givenPassword(current_password),
        scopes: scopes as KeyScope[],
        expires_on: expires_on ?? '',
      })}
      label={(field) => t(`integrations.apiKeys.field.${field as 'name'}`)}
      onAnswer={setShown}
      action={t('integrations.apiKeys.create')}
      onClose={onClose}
    >
      {(draft) => (
        <>
          <WhatKeyMay {...draft} />
          <LastDay {...draft} />
          <OwnPassword {...draft} />
        </>
      )}
    </DialogForm>
  )
}

export function EditKeyDialog({ edited, onClose }: { edited: ApiKey | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened={edited !== null} onClose={onClose} title={t('integrations.apiKeys.edit')} size="lg">
      {edited === null ? null : (
        <DialogForm
          key={edited.id}
          call={updateApiKey}
          initial={{ name: edited.name, scopes: edited.scopes, networks: edited.networks }}
          inputOf={({ scopes, ...rest }) => ({
            id: edited.id,
            version: edited.version,
            ...rest,
            scopes: scopes as KeyScope[],
          })}
          label={(field) => t(`integrations.apiKeys.field.${field as 'name'}`)}
          action={t('general.action.save')}
          onClose={onClose}
        >
          {(draft) => <WhatKeyMay {...draft} />}
        </DialogForm>
      )}
    </Dialog>
  )
}

export function RotateKeyDialog({ rotated, onClose }: { rotated: ApiKey | null; onClose: () => void }) {
  const { t } = useTranslation()
  const title = t('integrations.apiKeys.rotateOf', { name: rotated?.name ?? '' })
  return (
    <Dialog opened={rotated !== null} onClose={onClose} title={title}>
      {rotated === null ? null : <NewValue key={rotated.id} id={rotated.id} onClose={onClose} />}
    </Dialog>
  )
}

function NewValue({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<Shown | null>(null)
  if (shown !== null) return <KeyOnce shown={shown} onClose={onClose} />
  return (
    <DialogForm
      call={rotateApiKey}
      initial={{ expires_on: proposedDay(), current_password: '' }}
      inputOf={({ expires_on, current_password }) => ({
        id,
        expires_on: expires_on ?? '',
        ...givenPassword(current_password),
      })}
      label={(field) => t(`integrations.apiKeys.field.${field as 'name'}`)}
      onAnswer={setShown}
      action={t('integrations.apiKeys.rotate')}
      onClose={onClose}
    >
      {(draft) => (
        <>
          <Text c="dimmed">{t('integrations.apiKeys.rotateText', { hours: apiKeys.overlapHours })}</Text>
          <LastDay {...draft} />
          <OwnPassword {...draft} />
        </>
      )}
    </DialogForm>
  )
}

function KeyOnce({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const { t } = useTranslation()
  const { date } = useFormats()
  const day = date(new Date(shown.expires_at.getTime() - 1))
  return (
    <LinkToHandOver
      label={t('integrations.apiKeys.key')}
      text={`${t('integrations.apiKeys.once')} ${t('integrations.apiKeys.validUntil', { day })}.`}
      link={shown.token}
    >
      <Button variant="default" onClick={onClose}>
        {t('integrations.apiKeys.saved')}
      </Button>
    </LinkToHandOver>
  )
}

const subjectOf = (scope: string) => scope.slice(0, scope.indexOf('.'))
const verbOf = (scope: string) => scope.slice(scope.indexOf('.') + 1)
const isReading = (scope: string) => ['read', 'manage'].includes(verbOf(scope))

type What = { name: string; scopes: string[]; networks: string[] }

/** Name, scopes and networks of a key. A person chooses among the permissions that they have; others would have no effect. */
function WhatKeyMay({ values, set, faults }: DialogDraft<What>) {
  const { t } = useTranslation()
  const clearable = useClearable()
  const { can } = useSession()
  const offered = keyScopes.filter((scope) => can.has(scope) || values.scopes.includes(scope))
  const subjects = [...new Set(offered.map(subjectOf))]
  const wordsOf = (scope: string) =>
    `${t(`integrations.apiKeys.subject.${subjectOf(scope) as 'user'}`)}: ${t(`integrations.apiKeys.verb.${verbOf(scope) as 'read'}`)}`
  const groups = subjects.map((subject) => ({
    group: t(`integrations.apiKeys.subject.${subject as 'user'}`),
    items: offered
      .filter((scope) => subjectOf(scope) === subject)
      .map((scope) => ({ value: scope, label: wordsOf(scope) })),
  }))
  return (
    <>
      <TextInput
        id="name"
        label={t('integrations.apiKeys.field.name')}
        error={faults['name']}
        maxLength={80}
        autoComplete="off"
        value={values.name}
        onChange={({ currentTarget: { value } }) => set({ name: value })}
        data-autofocus
      />
      <MultiSelect
        id="scopes"
        label={t('integrations.apiKeys.field.scopes')}
        description={t('integrations.apiKeys.scopesText')}
        placeholder={values.scopes.length === 0 ? t('integrations.apiKeys.scopesSearch') : ''}
        error={faults['scopes']}
        searchable
        {...clearable}
        hidePickedOptions
        nothingFoundMessage={t('general.list.empty')}
        data={groups}
        value={values.scopes}
        onChange={(scopes) => set({ scopes })}
      />
      <Button
        variant="default"
        size="xs"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => set({ scopes: offered.filter(isReading) })}
      >
        {t('integrations.apiKeys.readOnly')}
      </Button>
      <TagsInput
        id="networks"
        label={t('integrations.apiKeys.field.networks')}
        description={t('integrations.apiKeys.networksText')}
        placeholder="203.0.113.0/24"
        error={faults['networks']}
        maxTags={apiKeys.networks}
        maxLength={49}
        spellCheck={false}
        {...clearable}
        value={values.networks}
        onChange={(networks) => set({ networks })}
      />
    </>
  )
}

function LastDay({ values, set, faults }: DialogDraft<{ expires_on: string | null }>) {
  const { t } = useTranslation()
  return (
    <DayField
      id="expires_on"
      name="expires_on"
      label={t('integrations.apiKeys.field.expires_on')}
      description={t('integrations.apiKeys.expiresText', { days: apiKeys.days })}
      error={faults['expires_on']}
      value={values.expires_on}
      onChange={(expires_on) => set({ expires_on })}
    />
  )
}

const givenPassword = (current_password: string) => (current_password === '' ? {} : { current_password })

function OwnPassword({ values, set, faults }: DialogDraft<{ current_password: string }>) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      id="current_password"
      name="current_password"
      label={t('integrations.apiKeys.field.current_password')}
      description={t('integrations.apiKeys.passwordText', { minutes: recentSignInMinutes })}
      error={faults['current_password']}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t('identity.signIn.showPassword') }}
      value={values.current_password}
      onChange={({ currentTarget: { value } }) => set({ current_password: value })}
    />
  )
}
