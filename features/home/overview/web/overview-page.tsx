// The home page of staff outside of a business unit: totals that lead to their lists, then a row per unit or per partner.
import { Anchor, Button } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import type { CallInput } from '#platform/web/client/encode-input.ts'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useSessionActions } from '#platform/web/session/session-actions.ts'
import { useSession } from '#platform/web/session/use-session.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { FigureTilesSkeleton } from '#platform/web/ui/figure-tile.tsx'
import { RecordTable } from '#platform/web/ui/record-table.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { EnterButton } from '#features/organisation/tenants/web/exports.tsx'
import { maxEntries, readOverview } from '../contract.ts'
import classes from './overview-page.module.css'
import { OverviewTiles } from './overview-tiles.tsx'
import { isNearLimit, listPathOf } from './overview-rules.ts'

type Overview = ReceivedOf<typeof readOverview>
type Entry = Overview['entries'][number]

/** What the table shows. */
type Question = Pick<CallInput<typeof readOverview>, 'search' | 'sort' | 'order'>
type Asking = { asked: Question; ask: (question: Question) => void }

/** Number of entries from which a search is offered. */
const searchable = 8

export function OverviewPage() {
  const { t } = useTranslation()
  const { user } = useSession()
  const [asked, ask] = useState<Question>({})
  const { data, error, refetch } = useCallQuery(readOverview, asked, { keep: true })
  const name = user.name.split(' ')[0] ?? user.name
  return (
    <>
      <PageHeader
        title={t('home.overview.greeting', { name })}
        text={t(user.profile === 'a2m' ? 'home.overview.purpose.partner' : 'home.overview.purpose.tenant')}
      />
      {error && !data ? (
        <FailedState failure={error} onRetry={() => void refetch()} />
      ) : (
        <Numbers overview={data} {...{ asked, ask }} />
      )}
    </>
  )
}

function Numbers({ overview, ...asking }: { overview: Overview | undefined } & Asking) {
  const { t } = useTranslation()
  if (overview === undefined) return <OverviewSkeleton />
  const { of, total } = overview
  if (total.entries > 0) {
    return (
      <>
        <OverviewTiles overview={overview} />
        <Entries overview={overview} {...asking} />
      </>
    )
  }
  return (
    <EmptyState
      title={t(`home.overview.empty.${of}.title`)}
      text={t(`home.overview.empty.${of}.text`)}
      icon={<IconBuildingStore size={22} stroke={1.6} aria-hidden />}
    >
      <Button component={PathLink} to={`${listPathOf[of]}/add`}>
        {t(`home.overview.empty.${of}.start`)}
      </Button>
    </EmptyState>
  )
}

/** The page without its numbers, with the same heights. */
function OverviewSkeleton() {
  const { t } = useTranslation()
  const of = useSession().user.profile === 'a2m' ? 'partner' : 'tenant'
  const columns = useColumns(of)
  return (
    <>
      <FigureTilesSkeleton count={of === 'partner' ? 7 : 6} />
      <section className={classes.section} aria-busy>
        <h2>{t(`home.overview.by.${of}`)}</h2>
        <RecordTable
          label={t(`home.overview.by.${of}`)}
          columns={columns}
          rows={undefined}
          skeletonRows={4}
          rowKey={({ id }) => id}
          sort="failures"
          order="desc"
          onSort={() => undefined}
        />
      </section>
    </>
  )
}

function Entries({ overview: { of, entries, total }, asked, ask }: { overview: Overview } & Asking) {
  const { t } = useTranslation()
  const { search = '', sort = 'failures', order = 'desc' } = asked
  const columns = useColumns(of)
  const label = t(`home.overview.by.${of}`)
  return (
    <section id="overview-entries" className={classes.section} tabIndex={-1} aria-labelledby="overview-by">
      <h2 id="overview-by">{label}</h2>
      {total.entries < searchable ? null : (
        <div className={classes.search}>
          <SearchBox value={search} onSearch={(text) => ask({ ...asked, search: text })} />
        </div>
      )}
      <RecordTable
        label={label}
        columns={columns}
        rows={entries}
        rowKey={({ id }) => id}
        rowPath={({ id }) => `${listPathOf[of]}/${id}`}
        sort={sort}
        order={order}
        onSort={(next) => ask({ ...asked, ...next } as Question)}
      />
      {entries.length === 0 ? <p className={classes.quiet}>{t('general.list.emptySearch', { search })}</p> : null}
      {total.entries > maxEntries ? (
        <Anchor component={PathLink} to={listPathOf[of]} className={classes.all}>
          {t(`home.overview.all.${of}`, { count: total.entries })}
        </Anchor>
      ) : null}
    </section>
  )
}

function useColumns(of: Overview['of']): Column<Entry>[] {
  const { t } = useTranslation()
  const { dateTime, number } = useFormats()
  const { mayEnterTenants } = useSession()
  // Nothing where the unit does not let staff in.
  const entry: Column<Entry> = {
    key: 'enter',
    title: t('organisation.tenants.enterIt'),
    width: '8rem',
    cell: (unit) => (unit.may_enter ? <EnterButton unit={unit} /> : null),
  }
  const units: Column<Entry> = {
    key: 'units',
    sort: 'units',
    title: t('home.overview.units'),
    width: '9rem',
    labelled: true,
    cell: (entry) => number(entry.units),
  }
  return [
    { key: 'name', sort: 'name', title: t(`home.overview.name.${of}`), width: '28%', cell: ({ name }) => name },
    ...(of === 'partner' ? [units] : []),
    {
      key: 'people',
      sort: 'people',
      title: t('home.overview.people'),
      width: '9rem',
      labelled: true,
      cell: (entry) => (
        <span data-near={isNearLimit(entry) || undefined} className={classes.people}>
          {t('home.overview.peopleOf', { people: number(entry.people), limit: number(entry.user_limit) })}
          {entry.contract === null ? null : (
            <span className={classes.contract}>
              {t('home.overview.contractFirst', {
                people: number(entry.contract.people),
                limit: number(entry.contract.user_limit),
              })}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'failures',
      sort: 'failures',
      title: t('home.overview.failures'),
      labelled: true,
      cell: (entry) => <Failures entry={entry} />,
    },
    {
      key: 'last_sign_in_at',
      sort: 'last_sign_in_at',
      title: t('home.overview.lastSignIn'),
      width: '11rem',
      labelled: true,
      cell: ({ last_sign_in_at: lastSignIn }) =>
        lastSignIn === null ? t('home.overview.never') : dateTime(lastSignIn),
    },
    ...(of === 'tenant' && mayEnterTenants ? [entry] : []),
  ]
}

/** The reports of the unit, those that could not be opened first. */
const failedReports = '/analyze/reports?sort=failed&order=desc'

/** What failed. Only the unit itself knows which reports: a person who may enter it opens its list. */
function Failures({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const { enterUnit } = useSessionActions()
  const mayEnter = useSession().mayEnterTenants && entry.may_enter
  const { failed_mails, failed_jobs, failed_views } = entry
  const found = [
    ...(failed_mails > 0 ? [t('home.overview.failed.mails', { count: failed_mails })] : []),
    ...(failed_jobs > 0 ? [t('home.overview.failed.jobs', { count: failed_jobs })] : []),
    ...(failed_views > 0 && !mayEnter ? [t('home.overview.failed.views', { count: failed_views })] : []),
  ]
  if (found.length === 0 && failed_views === 0)
    return <span className={classes.quiet}>{t('home.overview.failed.none')}</span>
  return (
    <span className={classes.failed}>
      {found.join(' · ')}
      {failed_views > 0 && mayEnter ? (
        <>
          {found.length > 0 ? ' · ' : null}
          <Anchor
            component="button"
            type="button"
            inherit
            c="inherit"
            underline="always"
            title={t('home.overview.failed.see', { unit: entry.name })}
            onClick={(event) => {
              // The row leads to the settings of the unit.
              event.stopPropagation()
              enterUnit(entry, 'admin', failedReports)
            }}
          >
            {t('home.overview.failed.views', { count: failed_views })}
          </Anchor>
        </>
      ) : null}
    </span>
  )
}
