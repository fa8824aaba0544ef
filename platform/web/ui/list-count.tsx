import { useTranslation } from 'react-i18next'
import { countedRows } from '#catalogue/limits.ts'

/** The number of records of a list: `25 records`, or `more than 10,000 records` where the server stops counting. */
type ListCountProps = {
  total: number
  /** The number with the list's own word for its records, if it has one. */
  counted?: (count: number) => string | undefined
}

export function ListCount({ total, counted }: ListCountProps) {
  const { t } = useTranslation()
  const nameOf = (count: number) => counted?.(count) ?? t('general.list.count', { count })
  return total > countedRows ? t('general.list.countOfMany', { records: nameOf(countedRows) }) : nameOf(total)
}
