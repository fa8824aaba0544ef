// The people of the own business unit who count on its bill, for its administrators.
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import type { RowOf } from '#platform/web/pages/list-page.tsx'
import { ListRows } from '#platform/web/pages/list-rows.tsx'
import { ListOwnTools } from '#platform/web/pages/views/list-own-tools.tsx'
import { useListChoice, useOpening } from '#platform/web/pages/views/use-list-choice.ts'
import { useList } from '#platform/web/routing/use-list.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { exportCountedPeople, listCountedPeople, personStandings } from '../contract.ts'
import { latestMonths, shortMonth } from '#platform/web/language/months.ts'
import { usePersonColumns } from './person-columns.tsx'

const pageKey = 'page_counted_people'

export function CountedPeople() {
  const { t } = useTranslation()
  const { number } = useFormats()
  const ask = useOpening(useListChoice(pageKey))
  const list = useList(listCountedPeople, pageKey, { ask })
  const { options, change, answer } = list
  const columns: Column<RowOf<typeof listCountedPeople>>[] = usePersonColumns()
  return (
    <>
      <PageHeader
        title={t('business.billing.countedPeople.title')}
        aside={answer ? number(answer.total) : undefined}
        text={t('business.billing.countedPeople.purpose')}
      />
      <ListTools
        search={<SearchBox value={options.search} onSearch={(search) => change({ search })} />}
        filters={
          <>
            <FilterChip
              label={t('business.billing.field.reference_month')}
              value={options.reference_month}
              options={latestMonths(12).map((value) => ({ value, label: shortMonth(value) }))}
              onChange={(reference_month) => change({ reference_month })}
            />
            <FilterChip
              label={t('business.billing.people.field.standing')}
              value={options.standing}
              options={personStandings.map((value) => ({
                value,
                label: t(`business.billing.people.standing.${value}`),
              }))}
              onChange={(standing) => change({ standing })}
            />
          </>
        }
        active={[options.reference_month, options.standing].filter((each) => each !== undefined).length}
        own={<ListOwnTools list={list} pageKey={pageKey} columns={columns} file={exportCountedPeople} />}
      />
      <ListRows
        state={list}
        phrasePrefix="business.billing.countedPeople"
        pageKey={pageKey}
        icon={IconUsers}
        columns={columns}
        lasting={['reference_month']}
        beginsAbove
      />
    </>
  )
}
