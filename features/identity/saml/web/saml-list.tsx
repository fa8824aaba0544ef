import { IconShieldLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ProviderSwitch } from '#features/identity/federation/web/exports.tsx'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { changeSamlStatus, samlCalls } from '../contract.ts'
import { samlPlace } from './saml-place.ts'

type Row = RowOf<typeof samlCalls.list>

export const SamlList = () => (
  <ListPage
    {...recordList(samlCalls, samlPlace)}
    icon={IconShieldLock}
    columns={useColumns()}
    renderActions={(row) => (row.can.includes('update') ? <SwitchItem key="switch" row={row} /> : null)}
  />
)

function SwitchItem({ row }: { row: Row }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useCallMutation(changeSamlStatus, {
    onDone: () => toastDone(t('general.toast.saved', { name: row.name })),
  })
  return <ProviderSwitch provider={row} isBusy={isPending} onSwitch={(status) => mutate({ id: row.id, status })} />
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation()
  const { number } = useFormats()
  return [
    { key: 'name', title: t('identity.saml.field.name'), sort: 'name', width: '25%', cell: ({ name }) => name },
    { key: 'entity_id', title: t('identity.saml.field.entity_id'), cell: ({ entity_id }) => entity_id },
    {
      key: 'status',
      title: t('identity.saml.field.status'),
      width: '12rem',
      cell: ({ status }) => t(status ? 'identity.saml.on' : 'identity.saml.off'),
    },
    {
      key: 'people',
      title: t('identity.saml.field.people'),
      sort: 'people',
      width: '8rem',
      cell: ({ people }) => number(people),
    },
  ]
}
