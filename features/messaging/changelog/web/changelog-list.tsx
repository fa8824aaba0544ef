import { IconNews } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '#catalogue/languages.ts'
import { dayIn } from '#platform/contract/local-time.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { now } from '#platform/web/clock.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { changelogEntryCalls } from '../contract.ts'
import { changelogPlace } from './changelog-place.ts'

export const ChangelogList = () => (
  <ListPage {...recordList(changelogEntryCalls, changelogPlace)} icon={IconNews} columns={useColumns()} />
)

type Row = RowOf<typeof changelogEntryCalls.list>

function useColumns(): Column<Row>[] {
  const { t, i18n } = useTranslation()
  const { day } = useFormats()
  const { timezone } = useSession()
  const present = dayIn(timezone, now())
  return [
    {
      key: 'title',
      title: t('messaging.changelog.field.title'),
      sort: 'name',
      cell: ({ title }) => inLanguage(title, i18n.language),
    },
    {
      key: 'kind',
      title: t('messaging.changelog.field.kind'),
      sort: 'kind',
      width: '14rem',
      cell: ({ kind }) => t(`messaging.changelog.choice.kind.${kind}`),
    },
    { key: 'day', title: t('messaging.changelog.field.day'), sort: 'day', width: '9rem', cell: (row) => day(row.day) },
    {
      key: 'sent',
      title: t('messaging.changelog.state'),
      width: '9rem',
      cell: (row) => t(`messaging.changelog.${stateOf(row, present)}`),
    },
  ]
}

/** Returns the state of an entry. An entry that was sent before its day is scheduled until that day. */
const stateOf = ({ sent, day }: Row, present: string) => (sent ? (day > present ? 'scheduled' : 'sent') : 'pending')
