import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import type { Column } from '#platform/web/ui/record-table.tsx'
import { customFieldCalls } from '../contract.ts'
import { customFieldPlace } from './routes.ts'

export const CustomFieldList = () => (
  <ListPage {...recordList(customFieldCalls, customFieldPlace)} columns={useColumns()} />
)

function useColumns(): Column<RowOf<typeof customFieldCalls.list>>[] {
  const { t } = useTranslation()
  const { number } = useFormats()
  return [
    { key: 'name', title: t('customFields.field.name'), sort: 'name', width: '34%', cell: ({ name }) => name },
    {
      key: 'kind',
      title: t('customFields.field.kind'),
      sort: 'kind',
      cell: ({ kind }) => t(`customFields.choice.kind.${kind}`),
    },
    {
      key: 'required',
      title: t('customFields.field.required'),
      width: '9rem',
      wideOnly: true,
      cell: ({ required }) => (required ? t('general.action.yes') : t('general.action.no')),
    },
    {
      key: 'people',
      title: t('customFields.people'),
      sort: 'people',
      width: '10rem',
      cell: ({ people }) => t('customFields.filled', { count: people, shown: number(people) }),
    },
  ]
}
