import { IconClockHour4 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { shiftCalls } from '../contract.ts'
import { shiftPlace } from './shift-place.ts'
import { useWeek } from '../../../../platform/web/language/week.ts'

export const ShiftList = () => (
  <ListPage {...recordList(shiftCalls, shiftPlace)} icon={IconClockHour4} columns={useColumns()} />
)

function useColumns(): Column<RowOf<typeof shiftCalls.list>>[] {
  const { t } = useTranslation()
  const { number } = useFormats()
  const { inWords } = useWeek()
  return [
    { key: 'name', title: t('organisation.shifts.field.name'), sort: 'name', width: '30%', cell: ({ name }) => name },
    { key: 'hours', title: t('organisation.shifts.field.hours'), cell: ({ hours }) => inWords(hours) },
    {
      key: 'people',
      title: t('organisation.shifts.people'),
      sort: 'people',
      width: '9rem',
      cell: ({ people }) => t('organisation.shifts.assigned', { count: people, shown: number(people) }),
    },
  ]
}
