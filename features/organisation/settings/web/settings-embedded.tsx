// Embedded access: whether other sites may show reports in a frame, which sites, and the secret with which they sign people in. Next:
// settings-embedded-code.tsx (programs to copy).
import { Alert, Button, Code, Group, Modal, Switch, TagsInput, Text } from '@mantine/core'
import { IconAlertTriangle, IconCopy, IconKey, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { embeddedAccess } from '#catalogue/limits.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { copyText } from '#platform/web/ui/toasts.tsx'
import { frameOrigin, updateSettings } from '../contract.ts'
import { EmbeddedCode } from './settings-embedded-code.tsx'
import type { SettingsPart } from './settings-values.ts'
import classes from './settings-page.module.css'

type EmbeddedProps = SettingsPart & {
  /** True: the fields that only staff may change are displayed. */
  forStaff: boolean
  /** Version of the displayed settings. */
  version: number
  /** Time at which the present secret was made; null: there is none. */
  secretAt: Date | null
}

export function SettingsEmbedded(props: EmbeddedProps) {
  const { values, set, forStaff } = props
  const { t } = useTranslation()
  return (
    <FormSection
      title={t('organisation.settings.section.embedded')}
      text={t('organisation.settings.section.embeddedText')}
    >
      {forStaff ? (
        <Switch
          name="enable_embedded"
          label={t('organisation.settings.field.enable_embedded')}
          description={t('organisation.settings.help.enable_embedded')}
          checked={values.embedded_access}
          onChange={({ currentTarget: { checked } }) => set({ embedded_access: checked })}
        />
      ) : null}
      {values.embedded_access ? (
        <>
          <Origins {...props} />
          <Secret {...props} />
          <EmbeddedCode />
        </>
      ) : null}
    </FormSection>
  )
}

/**
 * Converts a typed text into an origin: adds a missing scheme, and writes the host name in the form of browsers (Punycode). A path stays,
 * so that the check refuses it.
 */
function originOf(typed: string): string {
  const whole = /^[^\s/:]+(\.[^\s/:]+)+(:\d+)?\/?$/.test(typed) ? `https://${typed}` : typed
  const url = URL.parse(whole)
  return url !== null && url.href === `${url.origin}/` ? url.origin : whole
}

function Origins({ values, set, faults }: EmbeddedProps) {
  const { t } = useTranslation()
  const [wrong, setWrong] = useState<string | null>(null)
  const change = (typed: string[]) => {
    const parsed = typed.map((entry) => ({ entry, ...frameOrigin().safeParse(originOf(entry.trim())) }))
    setWrong(parsed.find(({ success }) => !success)?.entry ?? null)
    set({ embedded_origins: [...new Set(parsed.flatMap(({ data }) => data ?? []))] })
  }
  return (
    <TagsInput
      id="domains_embedded_whitelist"
      label={t('organisation.settings.field.domains_embedded_whitelist')}
      description={t('organisation.settings.help.domains_embedded_whitelist')}
      placeholder={values.embedded_origins.length === 0 ? 'https://erp.empresa.com.br' : ''}
      error={
        wrong === null
          ? faults['domains_embedded_whitelist']
          : t('organisation.settings.embedded.wrongOrigin', { entry: wrong })
      }
      value={values.embedded_origins}
      onChange={change}
      maxTags={embeddedAccess.origins}
      acceptValueOnBlur
    />
  )
}

function Secret({ version, secretAt }: EmbeddedProps) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { remoteAccess } = useSession()
  const confirm = useConfirm()
  const [made, setMade] = useState<Date | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const make = useCallMutation(updateSettings, {
    onDone: ({ token_embedded }) => {
      setSecret(token_embedded)
      setMade(now())
    },
  })
  const createdAt = made ?? secretAt
  const rotate = async () => {
    const isSure =
      createdAt === null ||
      (await confirm({
        title: t('organisation.settings.embedded.rotateTitle'),
        text: t('organisation.settings.embedded.rotateText'),
      }))
    if (isSure) make.mutate({ version, embedded_secret: 'rotate' })
  }
  const Icon = createdAt === null ? IconKey : IconRefresh
  return (
    <div id="token_embedded" tabIndex={-1}>
      <Text size="sm" fw={500}>
        {t('organisation.settings.field.token_embedded')}
      </Text>
      <Text size="sm" c="dimmed" mb="xs">
        {createdAt === null
          ? t('organisation.settings.embedded.noSecret')
          : t('organisation.settings.embedded.secretAt', { at: dateTime(createdAt) })}
      </Text>
      {remoteAccess === null ? (
        <Button
          variant="default"
          leftSection={<Icon size={16} stroke={1.8} aria-hidden />}
          loading={make.isPending}
          onClick={() => void rotate()}
        >
          {t(createdAt === null ? 'organisation.settings.embedded.make' : 'organisation.settings.embedded.rotate')}
        </Button>
      ) : null}
      <SecretOnce secret={secret} onClose={() => setSecret(null)} />
    </div>
  )
}

/** The dialog that displays a new secret; nothing else ever displays it. A click beside the dialog does not close it. */
function SecretOnce({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={t('organisation.settings.embedded.onceTitle')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('general.action.close') }}
      centered
    >
      <Alert vars={amber} variant="light" icon={<IconAlertTriangle aria-hidden />} mb="md">
        {t('organisation.settings.embedded.onceText')}
      </Alert>
      <Code block className={classes.secret} data-secret tabIndex={0}>
        {secret}
      </Code>
      <Group justify="flex-end" mt="md">
        <Button
          variant="default"
          leftSection={<IconCopy size={16} stroke={1.8} aria-hidden />}
          onClick={() => void copyText(secret ?? '')}
        >
          {t('organisation.settings.embedded.copy')}
        </Button>
        <Button onClick={onClose}>{t('organisation.settings.embedded.kept')}</Button>
      </Group>
    </Modal>
  )
}

const amber = () => ({ root: { '--alert-bg': 'var(--amber-soft)', '--alert-color': 'var(--amber-text)' } })
