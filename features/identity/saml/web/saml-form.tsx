// The form of an identity provider. Its metadata, from a file or a URL, fills the fields; the portal's URLs are displayed to be copied.
import { ActionIcon, Alert, Button, CopyButton, FileButton, Group, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { Field, type FieldInput } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage, useForm } from '#platform/web/pages/form-page.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { toastFailure } from '#platform/web/ui/toasts.tsx'
import { ProviderAttributes } from '#features/identity/federation/web/exports.tsx'
import { metadataLength, readSamlMetadata, samlCalls, samlDefaults } from '../contract.ts'
import { samlPlace } from './saml-place.ts'

const blank = {
  name: '',
  entity_id: '',
  login_url: '',
  logout_url: '',
  certificates: [],
  name_id_format: 'unspecified',
  ...samlDefaults,
  create_users: true,
}

export const AddSaml = () => (
  <AddPage call={samlCalls.add} {...samlPlace} blank={blank}>
    <Fields />
  </AddPage>
)

export const EditSaml = () => (
  <EditPage read={samlCalls.read} update={samlCalls.update} {...samlPlace}>
    {(record) => <Fields record={record} />}
  </EditPage>
)

function Fields({ record }: { record?: ReceivedOf<typeof samlCalls.read> }) {
  const { t } = useTranslation()
  return (
    <>
      <FormSection title={t('identity.saml.section.what')} text={t('identity.saml.section.whatText')}>
        <Field name="name" />
        <Field name="status" />
      </FormSection>
      <FormSection title={t('identity.saml.section.ours')} text={t('identity.saml.section.oursText')}>
        <Ours name="acs_url" value={record?.acs_url ?? `${location.origin}/api/saml/callback`} />
        <Ours name="slo_url" value={record?.slo_url ?? `${location.origin}/api/saml/logout`} />
        {record ? <Ours name="sp_entity_id" value={record.sp_entity_id} /> : null}
      </FormSection>
      <FormSection title={t('identity.saml.section.provider')} text={t('identity.saml.section.providerText')}>
        <ReadMetadata />
        <Field name="entity_id" />
        {record ? <MovedPeople record={record} /> : null}
        <Field name="login_url" />
        <Field name="logout_url" />
        <Field name="certificates">{(input) => <Certificates {...input} />}</Field>
        <Field name="name_id_format" />
      </FormSection>
      <FormSection title={t('identity.saml.field.attributes')} text={t('identity.saml.section.attributesText')}>
        <Field name="attributes">{(input) => <ProviderAttributes {...input} provider="saml" />}</Field>
      </FormSection>
      <FormSection title={t('identity.saml.section.rules')} text={t('identity.saml.section.rulesText')}>
        <Field name="create_users" />
        <Field name="link_users" />
        <Field name="idp_initiated" />
      </FormSection>
    </>
  )
}

/** Says before saving what another identity provider means: it knows none of the people by their subjects (S7). */
function MovedPeople({ record }: { record: ReceivedOf<typeof samlCalls.read> }) {
  const { t } = useTranslation()
  const { values } = useForm()
  const { entity_id } = values
  const next = typeof entity_id === 'string' ? entity_id.trim() : ''
  if (next === '' || next === record.entity_id || record.people === 0) return null
  return (
    <Alert
      color="amber"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('identity.saml.movedTitle')}
      c="var(--ink)"
    >
      {t('identity.saml.moved', { count: record.people })}
    </Alert>
  )
}

/** One of the portal's URLs, to be copied into the identity provider. */
function Ours({ name, value }: { name: 'acs_url' | 'slo_url' | 'sp_entity_id'; value: string }) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t(`identity.saml.field.${name}`)}
      readOnly
      value={value}
      rightSection={
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <ActionIcon variant="subtle" color="gray" aria-label={t('identity.saml.copy')} onClick={copy}>
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </ActionIcon>
          )}
        </CopyButton>
      }
    />
  )
}

function ReadMetadata() {
  const { t } = useTranslation()
  const { values, set } = useForm()
  const [metadataUrl, setMetadataUrl] = useState('')
  const [busy, setBusy] = useState(false)
  const readMetadata = async (input: { metadata_xml: string } | { metadata_url: string }) => {
    setBusy(true)
    try {
      const { name, logout_url, ...found } = await ask(readSamlMetadata, input)
      // A name that the person typed stays.
      set({ ...found, ...(values['name'] === '' && { name }), logout_url: logout_url ?? '' })
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      toastFailure(error.message, error.trace)
    } finally {
      setBusy(false)
    }
  }
  const readFile = async (file: File | null) => {
    if (file !== null) await readMetadata({ metadata_xml: (await file.text()).slice(0, metadataLength) })
  }
  return (
    <Group align="end" gap="xs">
      <TextInput
        type="url"
        label={t('identity.saml.field.metadata_url')}
        placeholder="https://"
        maxLength={500}
        value={metadataUrl}
        onChange={({ currentTarget }) => setMetadataUrl(currentTarget.value)}
        style={{ flex: '1 1 14rem' }}
      />
      <Button
        variant="default"
        loading={busy}
        disabled={metadataUrl === ''}
        onClick={() => void readMetadata({ metadata_url: metadataUrl })}
      >
        {t('identity.saml.readMetadata')}
      </Button>
      <FileButton
        accept=".xml,text/xml,application/xml,application/samlmetadata+xml"
        onChange={(file) => void readFile(file)}
      >
        {(props) => (
          <Button {...props} variant="default" disabled={busy}>
            {t('identity.saml.metadataFile')}
          </Button>
        )}
      </FileButton>
    </Group>
  )
}

/** The input for the certificates: all in one text, each with its BEGIN and END lines. */
function Certificates({ value, onChange, ...field }: FieldInput) {
  const split = (text: string) =>
    text
      .split(/(?<=-----END CERTIFICATE-----)/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
  const [text, setText] = useState<string | null>(null)
  const storedText = (value as string[]).join('\n')
  const displayedText = text !== null && split(text).join('\n') === storedText ? text : storedText
  return (
    <Textarea
      {...field}
      value={displayedText}
      rows={5}
      spellCheck={false}
      styles={{ input: { fontFamily: 'monospace', fontSize: '0.8125rem' } }}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        onChange(split(currentTarget.value))
      }}
    />
  )
}
