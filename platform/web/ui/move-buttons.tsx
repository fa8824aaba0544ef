// The two arrow buttons that move an entry of an ordered list by one place.
import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

type MoveButtonsProps = {
  /** The name of the entry, for the labels of the buttons. */
  name: string
  /** The position of the entry, from 0. */
  at: number
  /** Entries of the list. */
  count: number
  onMove: (to: number) => void
}

export function MoveButtons({ name, at, count, onMove }: MoveButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      <ActionIcon
        {...buttonProps}
        data-move="up"
        disabled={at === 0}
        aria-label={t('general.order.up', { name })}
        onClick={() => onMove(at - 1)}
      >
        <IconArrowUp size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...buttonProps}
        data-move="down"
        disabled={at === count - 1}
        aria-label={t('general.order.down', { name })}
        onClick={() => onMove(at + 1)}
      >
        <IconArrowDown size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </>
  )
}

const buttonProps = { variant: 'subtle', color: 'gray', size: 'lg' } as const
