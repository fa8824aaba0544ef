import { IconMailCog } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '#catalogue/languages.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { templateCalls } from '../contract.ts'
import { templatePlace } from './template-place.ts'

export function TemplateList() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...recordList(templateCalls, templatePlace)}
      icon={IconMailCog}
      columns={useColumns()}
      nameOf={({ type }) => t(`messaging.templates.choice.type.${type}`)}
    />
  )
}

function useColumns(): Column<RowOf<typeof templateCalls.list>>[] {
  const { t, i18n } = useTranslation()
  return [
    {
      key: 'type',
      title: t('messaging.templates.field.type'),
      sort: 'name',
      width: '35%',
      cell: ({ type }) => t(`messaging.templates.choice.type.${type}`),
    },
    {
      key: 'subject',
      title: t('messaging.templates.field.subject'),
      cell: ({ subject }) => inLanguage(subject, i18n.language),
    },
  ]
}
