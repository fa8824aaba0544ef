import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type PageSize, pageSizes } from '#catalogue/limits.ts'
import classes from './page-bar.module.css'

type PageBarProps = {
  page: number
  size: PageSize
  total: number
  onChange: (part: { page?: number; size?: PageSize }) => void
}

/** Which part of a list is on screen, and the ways to the others. Not shown for a list that fits. */
export function PageBar({ page, size, total, onChange }: PageBarProps) {
  const { t } = useTranslation()
  const last = Math.max(1, Math.ceil(total / size))
  if (total <= pageSizes[0]) return null
  const [from, to] = [(page - 1) * size + 1, Math.min(page * size, total)]
  return (
    <nav className={classes.bar} aria-label={t('general.list.perPage')}>
      <label className={classes.size}>
        {t('general.list.perPage')}
        <NativeSelect
          size="xs"
          value={String(size)}
          data={pageSizes.map(String)}
          onChange={({ currentTarget }) => onChange({ size: asSize(currentTarget.value) })}
        />
      </label>
      <span className={classes.range} aria-live="polite">
        {t('general.list.range', { from, to, total })}
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

const asSize = (value: string): PageSize => pageSizes.find((size) => String(size) === value) ?? pageSizes[0]
