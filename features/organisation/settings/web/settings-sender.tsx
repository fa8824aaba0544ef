// The business unit's own mail server, or the platform's. A stored password is never shown and never sent to another server. Next:
// settings-sender-test.tsx, which sends a test mail.
import { NativeSelect, PasswordInput, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { securities, usualPorts } from '#platform/contract/smtp.ts'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { NumberField } from '#platform/web/ui/number-field.tsx'
import { type SenderDraft, type StoredSender, blankSender } from './settings-sender-draft.ts'
import { SenderProof } from './settings-sender-proof.tsx'
import { SenderTest } from './settings-sender-test.tsx'
import type { SettingsPart } from './settings-values.ts'
import classes from './settings-page.module.css'

type SettingsSenderProps = SettingsPart & {
  stored: StoredSender | null
  /** The sender of the platform's mails; null when the platform sends none. */
  platformSender: string | null
  onProven: () => void
}

export function SettingsSender(props: SettingsSenderProps) {
  const { values, set, faults, stored, platformSender, onProven } = props
  const { sender } = values
  const { t } = useTranslation()
  const change = (part: Partial<SenderDraft>) => set({ sender: { ...(sender ?? blankSender), ...part } })
  return (
    <FormSection title={t('organisation.settings.section.sender')} text={t('organisation.settings.section.senderText')}>
      <Switch
        name="sender"
        label={t('organisation.settings.field.sender')}
        description={t('organisation.settings.help.sender')}
        checked={sender !== null}
        onChange={({ currentTarget: { checked } }) => (checked ? change({}) : set({ sender: null }))}
      />
      {faults['sender'] ? <p role="alert">{faults['sender']}</p> : null}
      {sender === null ? (
        <p className={classes.quiet}>
          {platformSender === null
            ? `${t('organisation.settings.sender.nobodySends')} ${t('organisation.settings.sender.nobodyReturns')}`
            : t('organisation.settings.sender.platformSends', { address: platformSender })}
        </p>
      ) : (
        <>
          <SenderFields sender={sender} change={change} faults={faults} stored={stored} />
          <SenderTest sender={sender} stored={stored} />
          <SenderProof sender={sender} stored={stored} platformSends={platformSender !== null} onProven={onProven} />
        </>
      )}
    </FormSection>
  )
}

type FieldsProps = {
  sender: SenderDraft
  change: (part: Partial<SenderDraft>) => void
  faults: SettingsPart['faults']
  stored: StoredSender | null
}

const plain = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const

function SenderFields({ sender, change, faults, stored }: FieldsProps) {
  const { t } = useTranslation()
  const text = (field: 'name' | 'email' | 'host' | 'user') => ({
    name: `sender_${field}` as const,
    label: t(`organisation.settings.field.sender_${field}`),
    error: faults[`sender_${field}`],
    value: sender[field],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => change({ [field]: value }),
  })
  return (
    <>
      <TextInput {...text('name')} description={t('organisation.settings.help.sender_name')} maxLength={120} />
      <TextInput
        {...plain}
        {...text('email')}
        description={t('organisation.settings.help.sender_email')}
        maxLength={254}
      />
      <TextInput {...plain} {...text('host')} placeholder="smtp.example.com" maxLength={253} />
      <ServerFields sender={sender} change={change} faults={faults} stored={stored} />
      <TextInput
        {...plain}
        {...text('user')}
        description={t('organisation.settings.help.sender_user')}
        maxLength={254}
      />
      {sender.user.trim() === '' ? null : (
        <PasswordInput
          name="sender_password"
          visibilityToggleButtonProps={{ 'aria-label': t('general.form.showSecret') }}
          label={t('organisation.settings.field.sender_password')}
          description={t(
            stored?.password_set
              ? 'organisation.settings.help.sender_passwordKept'
              : 'organisation.settings.help.sender_password',
          )}
          error={faults['sender_password']}
          // This is the password of a mail server, not of the person: the browser must neither fill it in nor store it.
          autoComplete="new-password"
          maxLength={500}
          value={sender.password}
          onChange={({ currentTarget: { value } }) => change({ password: value })}
        />
      )}
    </>
  )
}

function ServerFields({ sender: { protocol, port }, change, faults }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <NativeSelect
        name="sender_protocol"
        label={t('organisation.settings.field.sender_protocol')}
        description={t(`organisation.settings.sender.protocolText.${protocol}`)}
        error={faults['sender_protocol']}
        data={securities.map((value) => ({ value, label: t(`organisation.settings.sender_protocol.${value}`) }))}
        value={protocol}
        onChange={({ currentTarget: { value } }) => {
          const chosen = securities.find((each) => each === value) ?? 'starttls'
          change({ protocol: chosen, ...(port === usualPorts[protocol] ? { port: usualPorts[chosen] } : {}) })
        }}
      />
      <NumberField
        name="sender_port"
        label={t('organisation.settings.field.sender_port')}
        error={faults['sender_port']}
        min={1}
        max={65_535}
        whole
        hideControls
        classNames={{ wrapper: classes.narrow }}
        value={port}
        onChange={(value) => change({ port: value ?? 0 })}
      />
    </>
  )
}
