import { ActionIcon, Popover, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type InfoButtonProps = {
  /** What is explained. */
  name: string
  text: string
}

/** A sentence that few people need, behind a button. */
export function InfoButton({ name, text }: InfoButtonProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} width={260} position="bottom-end" withinPortal withArrow returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t('general.action.about', { name })}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <IconInfoCircle size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={name}>
        <Text size="sm">{text}</Text>
      </Popover.Dropdown>
    </Popover>
  )
}
