// The people behind the number of a bill: who was counted, and which members were not.
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { RowOf } from '#platform/web/pages/list-page.tsx'
import { ListRows } from '#platform/web/pages/list-rows.tsx'
import { ListOwnTools } from '#platform/web/pages/views/list-own-tools.tsx'
import { useListChoice, useOpening } from '#platform/web/pages/views/use-list-choice.ts'
import { usePathPart } from '#platform/web/routing/path.tsx'
import { useList } from '#platform/web/routing/use-list.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { exportBilledPeople, listBilledPeople, personStandings } from '../contract.ts'
import { usePersonColumns } from './person-columns.tsx'

const pageKey = 'page_bill_people'

export function BillPeople() {
  const { t } = useTranslation()
  const id = usePathPart('id')
  const ask = useOpening(useListChoice(pageKey))
  const list = useList(listBilledPeople, pageKey, { ask, fixed: { id } })
  const { options, change } = list
  const tenant: Column<RowOf<typeof listBilledPeople>> = {
    key: 'tenant',
    title: t('business.billing.people.field.tenant'),
    sort: 'tenant',
    cell: (person) => person.tenant,
  }
  const [name, email, ...others] = usePersonColumns<RowOf<typeof listBilledPeople>>()
  const columns = [name, email, tenant, ...others]
  return (
    <>
      <PageHeader title={t('business.billing.people.title')} text={t('business.billing.people.purpose')} />
      <ListTools
        search={<SearchBox value={options.search} onSearch={(search) => change({ search })} />}
        filters={
          <FilterChip
            label={t('business.billing.people.field.standing')}
            value={options.standing}
            options={personStandings.map((value) => ({ value, label: t(`business.billing.people.standing.${value}`) }))}
            onChange={(standing) => change({ standing })}
          />
        }
        active={options.standing === undefined ? 0 : 1}
        own={<ListOwnTools list={list} pageKey={pageKey} columns={columns} file={exportBilledPeople} />}
      />
      <ListRows
        state={list}
        phrasePrefix="business.billing.people"
        pageKey={pageKey}
        icon={IconUsers}
        columns={columns}
        lasting={['id']}
        beginsAbove
      />
    </>
  )
}
