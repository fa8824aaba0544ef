import { Alert, Button, Group } from '@mantine/core'
import { IconCopy, IconDownload, IconKey } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#platform/web/ui/toasts.tsx'
import classes from './two-factor.module.css'

/** The recovery codes, which are displayed only once, with buttons to copy and to download them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation()
  const text = codes.join('\n')
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${t('identity.mfa.recovery.title')}\n${location.host}\n\n${text}\n`)}`
  return (
    <>
      <Alert color="yellow" variant="light" icon={<IconKey aria-hidden />}>
        {t('identity.mfa.recovery.text')}
      </Alert>
      <ol className={classes.codes} aria-label={t('identity.mfa.recovery.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group gap="sm">
        <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copyText(text)}>
          {t('identity.mfa.recovery.copy')}
        </Button>
        <Button
          component="a"
          variant="default"
          href={file}
          download="recovery-codes.txt"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('identity.mfa.recovery.download')}
        </Button>
      </Group>
    </>
  )
}
