// Fields that most alerts leave as they are, folded. What differs, or is at fault there, is never folded away unseen.
import { Button, Stack } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useForm } from '#platform/web/pages/form-page.tsx'

type MoreSettingsProps = { names: readonly string[]; blank: Readonly<Record<string, unknown>>; children: ReactNode }

export function MoreSettings({ names, blank, children }: MoreSettingsProps) {
  const { t } = useTranslation()
  const { values, faults } = useForm()
  const [opened, setOpened] = useState<boolean | null>(null)
  const isAtFault = names.some((name) => faults[name] !== undefined)
  // The key of a row follows what is grouped.
  const differs = names.some(
    (name) => name !== 'row_key' && JSON.stringify(values[name]) !== JSON.stringify(blank[name]),
  )
  const isOpen = isAtFault || (opened ?? differs)
  return (
    <>
      <div>
        <Button
          variant="subtle"
          size="xs"
          aria-expanded={isOpen}
          onClick={() => setOpened(!isOpen)}
          rightSection={isOpen ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
        >
          {t('automation.tasks.question.more')}
        </Button>
      </div>
      {isOpen ? <Stack gap="md">{children}</Stack> : null}
    </>
  )
}
