import { IconCloudLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { openidCalls } from '../contract.ts'
import { openidPlace } from './openid-place.ts'

export const OpenidList = () => (
  <ListPage {...recordList(openidCalls, openidPlace)} icon={IconCloudLock} columns={useColumns()} />
)

function useColumns(): Column<RowOf<typeof openidCalls.list>>[] {
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
