// The list of people who accepted a term, and of those who have not.
import { IconUsersGroup } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRecord } from '#platform/web/client/use-record.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListRows } from '#platform/web/pages/list-rows.tsx'
import type { RowOf } from '#platform/web/pages/list-page.tsx'
import { ListOwnTools } from '#platform/web/pages/views/list-own-tools.tsx'
import { usePathPart } from '#platform/web/routing/path.tsx'
import { filtersOf, useList } from '#platform/web/routing/use-list.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { ListCount } from '#platform/web/ui/list-count.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { exportAcceptances, listAcceptances, userTermCalls } from '../contract.ts'

const pageKey = 'page_user_term_acceptances'

export function AcceptanceList() {
  const { t } = useTranslation()
  const term_id = usePathPart('id')
  const { record } = useRecord(userTermCalls.read, { id: term_id })
  const list = useList(listAcceptances, pageKey, { fixed: { term_id } })
  const { options, answer, change } = list
  const columns = useColumns()
  return (
    <>
      <PageHeader
        title={
          record
            ? `${t('organisation.userTerms.acceptances.title')} · ${record.name}`
            : t('organisation.userTerms.acceptances.title')
        }
        aside={answer && <ListCount total={answer.total} />}
        text={t('organisation.userTerms.acceptances.purpose')}
      />
      <ListTools
        search={<SearchBox value={options.search} onSearch={(search) => change({ search })} />}
        filters={
          <FilterChip
            label={t('organisation.userTerms.acceptances.field.accepted')}
            value={options.accepted === undefined ? undefined : options.accepted ? 'S' : 'N'}
            options={[
              { value: 'S', label: t('organisation.userTerms.acceptances.yes') },
              { value: 'N', label: t('organisation.userTerms.acceptances.no') },
            ]}
            onChange={(value) => change({ accepted: value === undefined ? undefined : value === 'S' })}
          />
        }
        active={filtersOf(options).filter((name) => name !== 'term_id').length}
        own={<ListOwnTools list={list} pageKey={pageKey} columns={columns} file={exportAcceptances} />}
      />
      <ListRows
        state={list}
        phrasePrefix="organisation.userTerms.acceptances"
        pageKey={pageKey}
        icon={IconUsersGroup}
        lasting={['term_id']}
        columns={columns}
      />
    </>
  )
}

type Row = RowOf<typeof listAcceptances>

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  return [
    { key: 'name', title: t('organisation.userTerms.acceptances.field.name'), sort: 'name', cell: ({ name }) => name },
    {
      key: 'email',
      title: t('organisation.userTerms.acceptances.field.email'),
      sort: 'email',
      cell: ({ email }) => email,
    },
    {
      key: 'unit',
      title: t('organisation.userTerms.acceptances.field.unit'),
      wideOnly: true,
      cell: ({ unit }) => unit,
    },
    {
      key: 'accepted',
      title: t('organisation.userTerms.acceptances.field.accepted'),
      width: '9rem',
      cell: ({ accepted }) =>
        t(accepted ? 'organisation.userTerms.acceptances.yes' : 'organisation.userTerms.acceptances.no'),
    },
    {
      key: 'edition',
      title: t('organisation.userTerms.acceptances.field.edition'),
      width: '8rem',
      align: 'end',
      wideOnly: true,
      cell: ({ edition }) => edition,
    },
    {
      key: 'accepted_at',
      title: t('organisation.userTerms.acceptances.field.accepted_at'),
      sort: 'accepted_at',
      width: '11rem',
      wideOnly: true,
      cell: ({ accepted_at }) => (accepted_at === null ? '' : dateTime(accepted_at)),
    },
    {
      key: 'address',
      title: t('organisation.userTerms.acceptances.field.address'),
      width: '9rem',
      wideOnly: true,
      cell: ({ address }) => address,
    },
  ]
}
