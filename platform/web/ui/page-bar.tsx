import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type PageSize, countedRows, pageSizes } from '#catalogue/limits.ts'
import { useFormats } from '../language/formats.ts'
import { underToasts } from './above-toasts.ts'
import classes from './page-bar.module.css'

type PageBarProps = {
  page: number
  size: PageSize
  total: number
  onChange: (part: { page?: number; size?: PageSize }) => void
  /** Switches to infinite scrolling; absent when the list does not support it. */
  onScroll?: (() => void) | undefined
}

/** Shows which part of a list is visible, and the links to the others. Hidden for a list that fits on one page. */
export function PageBar({ page, size, total, onChange, onScroll }: PageBarProps) {
  const { t } = useTranslation()
  const last = Math.max(1, Math.ceil(total / size))
  if (total <= pageSizes[0]) return null
  const [from, to] = [(page - 1) * size + 1, Math.min(page * size, total)]
  return (
    <nav className={classes.bar} aria-label={t('general.list.perPage')} {...underToasts}>
      <SizeChoice value={size} onChange={onChange} onScroll={onScroll} />
      <span className={classes.range} aria-live="polite">
        <Range {...{ from, to, total }} />
      </span>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('general.list.previous')}
        disabled={page <= 1}
        onClick={() => onChange({ page: page - 1 })}
      >
        <IconChevronLeft size={18} stroke={1.8} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('general.list.next')}
        disabled={page >= last}
        onClick={() => onChange({ page: page + 1 })}
      >
        <IconChevronRight size={18} stroke={1.8} aria-hidden />
      </ActionIcon>
    </nav>
  )
}

type ScrollBarProps = {
  /** First and last visible row, from 1. */
  from: number
  to: number
  total: number
  onChange: PageBarProps['onChange']
  children?: ReactNode
}

/** The page bar of a list with infinite scrolling: it is visible at any scroll position. */
export function ScrollBar({ from, to, total, onChange, children }: ScrollBarProps) {
  const { t } = useTranslation()
  return (
    <nav className={classes.bar} data-scrolling aria-label={t('general.list.perPage')}>
      {children}
      <SizeChoice value={scrolling} onChange={onChange} onScroll={() => {}} />
      <span className={classes.range}>
        <Range {...{ from, to, total }} />
      </span>
    </nav>
  )
}

/** `1–25 of 80`, or `1–25 of more than 10,000` where the server stops counting. */
function Range({ from, to, total }: { from: number; to: number; total: number }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  return total > countedRows
    ? t('general.list.rangeOfMany', { from, to, shown: number(countedRows) })
    : t('general.list.range', { from, to, total })
}

const scrolling = 'scrolling'

type SizeChoiceProps = Pick<PageBarProps, 'onChange' | 'onScroll'> & { value: PageSize | typeof scrolling }

function SizeChoice({ value, onChange, onScroll }: SizeChoiceProps) {
  const { t } = useTranslation()
  const sizes = pageSizes.map((size) => ({ value: String(size), label: String(size) }))
  return (
    <label className={classes.size}>
      {t('general.list.perPage')}
      <NativeSelect
        size="xs"
        value={String(value)}
        data={onScroll ? [...sizes, { value: scrolling, label: t('general.list.scrolling') }] : sizes}
        onChange={({ currentTarget: { value: chosen } }) =>
          chosen === scrolling ? onScroll?.() : onChange({ size: asSize(chosen) })
        }
      />
    </label>
  )
}

const asSize = (value: string): PageSize => pageSizes.find((size) => String(size) === value) ?? pageSizes[0]
