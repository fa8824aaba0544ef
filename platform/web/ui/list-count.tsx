import { useTranslation } from 'react-i18next'
import { countedRows } from '#catalogue/limits.ts'
import { useFormats } from '../language/formats.ts'

/** The number of records of a list: `25 records`, or `more than 10,000 records` where the server stops counting. */
export function ListCount({ total }: { total: number }) {
  const { t } = useTranslation()
  const { number } = useFormats()
  return total > countedRows
    ? t('general.list.countOfMany', { shown: number(countedRows) })
    : t('general.list.count', { count: total })
}
