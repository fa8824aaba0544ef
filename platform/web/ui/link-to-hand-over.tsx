import { Button, CopyButton, Group, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type LinkToHandOverProps = {
  label: string
  text: string
  link: string
  /** Buttons beside the one that copies. */
  children?: ReactNode
}

/** A link that is shown once, with a button that copies it. */
export function LinkToHandOver({ label, text, link, children }: LinkToHandOverProps) {
  const { t } = useTranslation()
  return (
    <Stack gap="md">
      <span>{text}</span>
      <TextInput label={label} readOnly value={link} onFocus={({ currentTarget }) => currentTarget.select()} />
      <Group>
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button onClick={copy}>{t(copied ? 'general.toast.copied' : 'general.action.copy')}</Button>
          )}
        </CopyButton>
        {children}
      </Group>
    </Stack>
  )
}
