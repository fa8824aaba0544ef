// The reports of one person: every grant that lets them open one. An administrator removes grants one by one or several at once.
import { Button, Menu } from '@mantine/core'
import { IconFileAnalytics, IconHelpCircle, IconLockAccess, IconLockOff } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readUser } from '#features/people/users/contract.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useRecord } from '#platform/web/client/use-record.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import type { RowOf } from '#platform/web/pages/list-page.tsx'
import { ListRows } from '#platform/web/pages/list-rows.tsx'
import { ListOwnTools } from '#platform/web/pages/views/list-own-tools.tsx'
import { usePathPart } from '#platform/web/routing/path.tsx'
import { filtersOf, useList } from '#platform/web/routing/use-list.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { FilterChip } from '#platform/web/ui/filter-chip.tsx'
import { ListCount } from '#platform/web/ui/list-count.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { listPersonPermissions, permissionWays, removePersonPermission } from '../contract.ts'
import { AccessCheck } from './access-check.tsx'
import PeopleGrantDialog from './access-people-grant.tsx'

const pageKey = 'page_person_permission'

type Row = RowOf<typeof listPersonPermissions>

export function PersonPermissions() {
  const { t } = useTranslation()
  const user_id = usePathPart('id')
  const { record, failure, reload } = useRecord(readUser, { id: user_id })
  const list = useList(listPersonPermissions, pageKey, { fixed: { user_id } })
  const [checked, setChecked] = useState<Row | null>(null)
  const [isGranting, setGranting] = useState(false)
  const columns = useColumns()
  const actions = useActions(user_id, record?.name ?? '')
  const { options, answer, change } = list
  if (failure) return <FailedState failure={failure} onRetry={reload} />
  return (
    <>
      <PageHeader
        title={t('reports.access.person.heading', { name: record?.name ?? '…' })}
        aside={answer && <ListCount total={answer.total} />}
        text={t('reports.access.person.purpose')}
      >
        <Button
          leftSection={<IconLockAccess size={16} aria-hidden />}
          disabled={record === undefined}
          onClick={() => setGranting(true)}
        >
          {t('reports.access.people.action')}
        </Button>
      </PageHeader>
      <ListTools
        search={<SearchBox value={options.search} onSearch={(search) => change({ search })} />}
        filters={
          <FilterChip
            label={t('reports.access.person.field.way')}
            value={options.way}
            options={permissionWays.map((source) => ({
              value: source,
              label: t(`reports.access.person.way.${source}`),
            }))}
            onChange={(source) => change({ way: source })}
          />
        }
        active={filtersOf(options).filter((name) => name !== 'user_id').length}
        own={<ListOwnTools list={list} pageKey={pageKey} columns={columns} />}
      />
      <ListRows
        state={list}
        phrasePrefix="reports.access.person"
        pageKey={pageKey}
        icon={IconFileAnalytics}
        lasting={['user_id']}
        columns={columns}
        rowPath={({ report_id }) => `/report/${report_id}/access`}
        bulk={[actions.bulk]}
        renderActions={(row) => (
          <>
            <Menu.Item leftSection={<IconHelpCircle size={16} aria-hidden />} onClick={() => setChecked(row)}>
              {t('reports.access.check.open')}
            </Menu.Item>
            {row.can.includes('remove') ? (
              <Menu.Item
                c="var(--danger)"
                leftSection={<IconLockOff size={16} aria-hidden />}
                onClick={() => void actions.remove(row)}
              >
                {t('reports.access.person.remove')}
              </Menu.Item>
            ) : null}
          </>
        )}
      />
      {isGranting && record ? <PeopleGrantDialog records={[record]} onClose={() => setGranting(false)} /> : null}
      {checked ? (
        <AccessCheck
          reportId={checked.report_id}
          person={{ id: user_id, name: record?.name ?? '' }}
          drafts={null}
          onClose={() => setChecked(null)}
        />
      ) : null}
    </>
  )
}

function useActions(user_id: string, person: string) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const removal = useCallMutation(removePersonPermission, { onDone: () => toastDone() })
  const question = (count: number, report: string) => ({
    title: t('reports.access.person.confirm', { count, name: person, report }),
    text: t('reports.access.person.confirmText'),
  })
  return {
    remove: async ({ report_id, name }: Row) => {
      if (await confirm(question(1, name))) removal.mutate({ user_id, report_id })
    },
    bulk: {
      key: 'remove',
      label: t('reports.access.person.remove'),
      icon: IconLockOff,
      call: removePersonPermission,
      allows: ({ can }: Row) => can.includes('remove'),
      input: ({ report_id }: Row) => ({ user_id, report_id }),
      question: (count: number) => question(count, ''),
    },
  }
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { day } = useFormats()
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('reports.access.person.field.report'),
        sort: 'name',
        width: '28%',
        cell: ({ name }) => name,
      },
      {
        key: 'place',
        title: t('reports.access.person.field.place'),
        sort: 'place',
        wideOnly: true,
        cell: ({ place }) => place,
      },
      {
        key: 'way',
        title: t('reports.access.person.field.way'),
        cell: ({ group }) => group ?? t('reports.access.person.way.direct'),
      },
      {
        key: 'roles',
        title: t('reports.access.field.roles'),
        labelled: true,
        cell: ({ roles }) => (roles.length === 0 ? '—' : roles.join(', ')),
      },
      {
        key: 'pages',
        title: t('reports.access.field.pages'),
        labelled: true,
        cell: ({ pages }) =>
          pages === null ? t('reports.access.pages.every') : t('reports.access.person.pages', { count: pages }),
      },
      {
        key: 'ends_on',
        title: t('reports.access.field.ends_on'),
        sort: 'ends_on',
        width: '9rem',
        cell: ({ ends_on }) => (ends_on === null ? '—' : day(ends_on)),
      },
    ],
    [t, day],
  )
}
