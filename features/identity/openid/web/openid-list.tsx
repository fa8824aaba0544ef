import { IconCloudLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ProviderSwitch } from '#features/identity/federation/web/exports.tsx'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { changeOpenidStatus, openidCalls } from '../contract.ts'
import { openidPlace } from './openid-place.ts'

type Row = RowOf<typeof openidCalls.list>

export const OpenidList = () => (
  <ListPage
    {...recordList(openidCalls, openidPlace)}
    icon={IconCloudLock}
    columns={useColumns()}
    renderActions={(row) => (row.can.includes('update') ? <SwitchItem key="switch" row={row} /> : null)}
  />
)

function SwitchItem({ row }: { row: Row }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useCallMutation(changeOpenidStatus, {
    onDone: () => toastDone(t('general.toast.saved', { name: row.name })),
  })
  return <ProviderSwitch provider={row} isBusy={isPending} onSwitch={(status) => mutate({ id: row.id, status })} />
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { number } = useFormats()
  return [
    { key: 'name', title: t('identity.openid.field.name'), sort: 'name', width: '22%', cell: ({ name }) => name },
    {
      key: 'kind',
      title: t('identity.openid.field.kind'),
      width: '11rem',
      cell: ({ kind }) => t(`identity.openid.choice.kind.${kind}`),
    },
    { key: 'issuer', title: t('identity.openid.field.issuer'), cell: ({ issuer }) => issuer },
    {
      key: 'status',
      title: t('identity.openid.field.status'),
      width: '10rem',
      cell: ({ status }) => t(status ? 'identity.openid.on' : 'identity.openid.off'),
    },
    {
      key: 'people',
      title: t('identity.openid.field.people'),
      sort: 'people',
      width: '8rem',
      cell: ({ people }) => number(people),
    },
  ]
}
