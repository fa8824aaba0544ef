// The form of an OpenID provider. Its kind suggests issuer, scopes and picture; the redirect URI is displayed to be copied.
import { ActionIcon, Button, CopyButton, Group, NativeSelect, PasswordInput, TagsInput, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { freeName } from '#platform/contract/free-name.ts'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { FormSection, FormSkeleton, OptionalLabel } from '#platform/web/ui/form-layout.tsx'
import { toastDone, toastFailure } from '#platform/web/ui/toasts.tsx'
import { noAttributes, ProviderAttributes } from '#features/identity/federation/web/exports.tsx'
import {
  maxListed,
  nameLength,
  openidCalls,
  type ProviderIcon,
  type ProviderKind,
  providerIcons,
  providerKinds,
  testOpenid,
} from '../contract.ts'
import { ProviderPicture } from './openid-icon.tsx'
import { openidPlace } from './openid-place.ts'

/** The initial values of each kind. In the issuer of Entra, the directory replaces the zeros. */
const beginnings: Record<ProviderKind, { issuer: string; icon: ProviderIcon }> = {
  entra: {
    issuer: 'https://login.microsoftonline.com/00000000-0000-0000-0000-000000000000/v2.0',
    icon: 'microsoft',
  },
  google: { issuer: 'https://accounts.google.com', icon: 'google' },
  other: { issuer: 'https://', icon: 'key' },
}

const blank = {
  name: '',
  kind: 'entra' as ProviderKind,
  icon: beginnings.entra.icon,
  issuer: beginnings.entra.issuer,
  client_id: '',
  client_secret: null as string | null,
  scopes: 'openid profile email',
  attributes: noAttributes,
  create_users: true,
  link_users: false,
  domains: [] as string[],
  directories: [] as string[],
  status: true,
}

export function AddOpenid() {
  const proposed = useProposedNames(true)
  // The form begins with a name that is free: a second directory needs one of its own.
  if (proposed === null) return <FormSkeleton />
  return (
    <AddPage call={openidCalls.add} {...openidPlace} blank={{ ...blank, name: proposed[blank.kind] }}>
      <Fields />
    </AddPage>
  )
}

/** For each kind a name that no provider of the business unit has; null until they are known. Another provider has a name that we do not know. */
function useProposedNames(isNew: boolean): Record<ProviderKind, string> | null {
  const { t } = useTranslation()
  const { data, error } = useCallQuery(openidCalls.select, { search: '' }, { enabled: isNew, freshFor: 10_000 })
  if (data === undefined && error === null) return null
  const taken = data?.map(({ label }) => label) ?? []
  const nameOf = (kind: ProviderKind) => freeName(t(`identity.openid.choice.kind.${kind}`), taken, nameLength)
  return { entra: nameOf('entra'), google: nameOf('google'), other: '' }
}

export const EditOpenid = () => (
  <EditPage read={openidCalls.read} update={openidCalls.update} {...openidPlace}>
    {(record) => <Fields record={record} />}
  </EditPage>
)

function Fields({ record }: { record?: ReceivedOf<typeof openidCalls.read> }) {
  const { t } = useTranslation()
  const { values } = useForm()
  return (
    <>
      <FormSection title={t('identity.openid.section.what')} text={t('identity.openid.section.whatText')}>
        <Field name="kind">{(input) => <Kind {...input} />}</Field>
        <Field name="name" />
        <Field name="icon">{(input) => <Picture {...input} />}</Field>
        <Field name="status" />
      </FormSection>
      <FormSection title={t('identity.openid.section.ours')} text={t('identity.openid.section.oursText')}>
        <RedirectUri value={record?.redirect_uri ?? `${location.origin}/ms_auth/redirect`} />
      </FormSection>
      <FormSection title={t('identity.openid.section.provider')} text={t('identity.openid.section.providerText')}>
        <Field name="issuer" />
        <TestIssuer />
        <Field name="client_id" />
        <Secret isStored={record?.client_secret_set === true} />
        <Field name="scopes" />
      </FormSection>
      <FormSection title={t('identity.openid.field.attributes')} text={t('identity.openid.section.attributesText')}>
        <Field name="attributes">{(input) => <ProviderAttributes {...input} provider="openid" />}</Field>
      </FormSection>
      <FormSection title={t('identity.openid.section.rules')} text={t('identity.openid.section.rulesText')}>
        <Field name="create_users" />
        <Field name="link_users" />
        <Field name="domains">{(input) => <Listed {...input} placeholder="empresa.com.br" />}</Field>
        {values['kind'] === 'entra' ? (
          <Field name="directories">
            {(input) => <Listed {...input} placeholder="00000000-0000-0000-0000-000000000000" />}
          </Field>
        ) : null}
      </FormSection>
    </>
  )
}

/** The choice of the kind. It sets issuer, picture and name of the kind, unless the person has typed an issuer or a name already. */
function Kind({ value, onChange: _, ...field }: FieldInput) {
  const { t } = useTranslation()
  const { values, set, isNew } = useForm()
  const proposed = useProposedNames(isNew)
  const choose = (kind: ProviderKind) => {
    const isUntouched = Object.values(beginnings).some(({ issuer }) => issuer === values['issuer'])
    const isProposed = proposed !== null && Object.values(proposed).some((name) => name === values['name'])
    set({
      kind,
      ...(isUntouched && beginnings[kind]),
      ...(isProposed && { name: proposed[kind] }),
      ...(kind !== 'entra' && { directories: [] }),
    })
  }
  return (
    <NativeSelect
      {...field}
      data={providerKinds.map((kind) => ({ value: kind, label: t(`identity.openid.choice.kind.${kind}`) }))}
      value={value as ProviderKind}
      onChange={({ currentTarget }) => choose(currentTarget.value as ProviderKind)}
    />
  )
}

function Picture({ value, onChange, ...field }: FieldInput) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      {...field}
      leftSection={<ProviderPicture icon={value as ProviderIcon} />}
      data={providerIcons.map((icon) => ({ value: icon, label: t(`identity.openid.choice.icon.${icon}`) }))}
      value={value as ProviderIcon}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** The redirect URI, to be copied into the provider. */
function RedirectUri({ value }: { value: string }) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('identity.openid.field.redirect_uri')}
      readOnly
      value={value}
      rightSection={
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <ActionIcon variant="subtle" color="gray" aria-label={t('identity.openid.copy')} onClick={copy}>
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </ActionIcon>
          )}
        </CopyButton>
      }
    />
  )
}

function TestIssuer() {
  const { t } = useTranslation()
  const { values } = useForm()
  const [busy, setBusy] = useState(false)
  const issuer = typeof values['issuer'] === 'string' ? values['issuer'] : ''
  const test = async () => {
    setBusy(true)
    try {
      const { status, message } = await ask(testOpenid, { issuer })
      if (status) toastDone(t('identity.openid.tested'))
      else toastFailure(message ?? t('identity.openid.failed'))
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      toastFailure(error.message, error.trace)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Group>
      <Button variant="default" loading={busy} disabled={!URL.canParse(issuer)} onClick={() => void test()}>
        {t('identity.openid.test')}
      </Button>
    </Group>
  )
}

/** The input for the client secret, which is write-only: the stored one is never displayed, and an empty input keeps it. */
function Secret({ isStored }: { isStored: boolean }) {
  const { t } = useTranslation()
  const { values, set, faults } = useForm()
  const typed = values['client_secret']
  return (
    <PasswordInput
      name="client_secret"
      visibilityToggleButtonProps={{ 'aria-label': t('general.form.showSecret') }}
      autoComplete="new-password"
      maxLength={500}
      label={<OptionalLabel>{t('identity.openid.field.client_secret')}</OptionalLabel>}
      description={t(isStored ? 'identity.openid.secretKept' : 'identity.openid.help.client_secret')}
      error={faults['client_secret']}
      value={typeof typed === 'string' ? typed : ''}
      onChange={({ currentTarget }) => set({ client_secret: currentTarget.value || null })}
    />
  )
}

/** The input for a list of domains or directories; the Enter key adds an entry. */
function Listed({ value, onChange, placeholder, ...field }: FieldInput & { placeholder: string }) {
  const domains = value as string[]
  return (
    <TagsInput
      {...field}
      acceptValueOnBlur
      maxTags={maxListed}
      splitChars={[',', ';', ' ']}
      placeholder={domains.length === 0 ? placeholder : ''}
      value={domains}
      onChange={(next) => onChange(next)}
    />
  )
}
