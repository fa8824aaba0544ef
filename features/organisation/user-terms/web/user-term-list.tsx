import { Badge } from '@mantine/core'
import { IconFileCertificate } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '#catalogue/languages.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { userTermCalls } from '../contract.ts'
import { userTermPlace } from './user-term-place.ts'

export const UserTermList = () => (
  <ListPage {...recordList(userTermCalls, userTermPlace)} icon={IconFileCertificate} columns={useColumns()} />
)

type Row = RowOf<typeof userTermCalls.list>

function useColumns(): Column<Row>[] {
  const { t, i18n } = useTranslation()
  const { dateTime, number } = useFormats()
  return [
    {
      key: 'title',
      title: t('organisation.userTerms.field.title'),
      sort: 'name',
      cell: ({ title }) => inLanguage(title, i18n.language),
    },
    {
      key: 'condition',
      title: t('organisation.userTerms.field.condition'),
      sort: 'condition',
      width: '9rem',
      cell: ({ condition }) => t(`organisation.userTerms.choice.condition.${condition}`),
    },
    {
      key: 'place',
      title: t('organisation.userTerms.field.place'),
      sort: 'place',
      width: '14rem',
      wideOnly: true,
      cell: ({ place, report }) => (report === null ? t(`organisation.userTerms.choice.place.${place}`) : report),
    },
    { key: 'state', title: t('organisation.userTerms.state'), width: '9rem', cell: (row) => <TermState row={row} /> },
    {
      key: 'published_at',
      title: t('organisation.userTerms.field.published_at'),
      sort: 'published_at',
      width: '11rem',
      wideOnly: true,
      cell: ({ published_at }) => (published_at === null ? '' : dateTime(published_at)),
    },
    {
      key: 'accepted',
      title: t('organisation.userTerms.field.accepted'),
      width: '7rem',
      align: 'end',
      labelled: true,
      cell: ({ accepted }) => number(accepted),
    },
  ]
}

function TermState({ row: { edition, active } }: { row: Row }) {
  const { t } = useTranslation()
  const state = active ? (edition === 0 ? 'draft' : 'published') : 'off'
  return (
    <Badge variant="light" tt="none" color={state === 'published' ? 'green' : 'gray'}>
      {t(`organisation.userTerms.states.${state}`, { edition })}
    </Badge>
  )
}
