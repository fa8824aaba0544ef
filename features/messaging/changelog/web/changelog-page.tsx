// The changelog for staff of partners and administrators of business units, the newest entry first.
import { Badge, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useList } from '#platform/web/routing/use-list.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { ListTools } from '#platform/web/ui/list-tools.tsx'
import { PageBar } from '#platform/web/ui/page-bar.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { entryIn, readChangelog } from '../contract.ts'
import classes from './changelog-page.module.css'

type Entry = ReceivedOf<typeof readChangelog>['data'][number]

export function ChangelogPage() {
  const { t } = useTranslation()
  const { options, answer, failure, retry, change } = useList(readChangelog, 'page_changelog')
  const { page, size, search } = options
  return (
    <>
      <PageHeader title={t('messaging.changelog.timeline.title')} text={t('messaging.changelog.timeline.purpose')} />
      <ListTools search={<SearchBox value={search} onSearch={(typedSearch) => change({ search: typedSearch })} />} />
      {failure ? <FailedState failure={failure} onRetry={retry} /> : null}
      {answer?.total === 0 ? <Nothing search={search} /> : null}
      <ol className={classes.entries}>
        {answer?.data.map((entry) => (
          <EntryCard key={entry.id} entry={entry} />
        ))}
      </ol>
      <PageBar page={page} size={size} total={answer?.total ?? 0} onChange={change} />
    </>
  )
}

function EntryCard({ entry }: { entry: Entry }) {
  const { t, i18n } = useTranslation()
  const { day, kind } = entry
  const { title, body } = entryIn(entry, i18n.language)
  const formats = useFormats()
  return (
    <li className={classes.entry}>
      <Group gap="xs">
        <time dateTime={day}>{formats.day(day)}</time>
        <Badge variant="light" tt="none">
          {t(`messaging.changelog.choice.kind.${kind}`)}
        </Badge>
      </Group>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.body}>{body}</p>
    </li>
  )
}

function Nothing({ search }: { search: string }) {
  const { t } = useTranslation()
  const text = search === '' ? t('messaging.changelog.timeline.empty') : t('general.list.emptySearch', { search })
  return <EmptyState title={t(search === '' ? 'general.list.none' : 'general.list.empty')} text={text} />
}
