import { IconMessageReply } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '#catalogue/languages.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { cannedAnswerCalls } from '../contract.ts'
import { cannedAnswerPlace } from './canned-answer-place.ts'

export const CannedAnswerList = () => (
  <ListPage {...recordList(cannedAnswerCalls, cannedAnswerPlace)} icon={IconMessageReply} columns={useColumns()} />
)

function useColumns(): Column<RowOf<typeof cannedAnswerCalls.list>>[] {
  const { t, i18n } = useTranslation()
  const { date } = useFormats()
  return [
    {
      key: 'name',
      title: t('helpDesk.cannedAnswers.field.name'),
      sort: 'name',
      width: '34%',
      cell: ({ name }) => name,
    },
    {
      key: 'text',
      title: t('helpDesk.cannedAnswers.field.text'),
      cell: ({ text }) => inLanguage(text, i18n.language),
    },
    {
      key: 'created_at',
      title: t('general.list.createdAt'),
      sort: 'created_at',
      width: '8rem',
      wideOnly: true,
      cell: ({ created_at }) => date(created_at),
    },
  ]
}
