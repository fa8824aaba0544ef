import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useCan } from '#platform/web/session/use-session.ts'
import classes from './overview-page.module.css'
import { isNearLimit, type Overview } from './overview-words.ts'

/** One tile per number. Each is a link to its list; a number without a list of its own leads to the table below. */
export function OverviewTiles({ overview: { of, total } }: { overview: Overview }) {
  const { t } = useTranslation()
  const { date, number, time } = useFormats()
  const mayReadJobs = useCan('job.read')
  const { last_sign_in_at: at } = total
  return (
    <ul className={classes.tiles}>
      {of === 'partner' ? <Tile to="/partners" name={t('overview.partners')} figure={number(total.entries)} /> : null}
      <Tile to="/companies" name={t('overview.units')} figure={number(total.units)}>
        {total.disabled > 0 ? t('overview.disabled', { count: total.disabled }) : null}
      </Tile>
      <Tile
        to="/companies?sort=users&order=desc"
        name={t('overview.people')}
        figure={number(total.people)}
        near={isNearLimit(total)}
      >
        {t('overview.ofLimit', { limit: number(total.user_limit) })}
      </Tile>
      <Tile
        to="/mails?state=failed"
        name={t('overview.mails')}
        figure={number(total.failed_mails)}
        alarm={total.failed_mails > 0}
      />
      <Tile
        to={mayReadJobs ? '/jobs' : null}
        name={t('overview.jobs')}
        figure={number(total.failed_jobs)}
        alarm={total.failed_jobs > 0}
      />
      <Tile to={null} name={t('overview.views')} figure={number(total.failed_views)} alarm={total.failed_views > 0}>
        {t('overview.lastDays')}
      </Tile>
      <Tile to={null} name={t('overview.lastSignIn')} figure={at === null ? t('overview.never') : date(at)}>
        {at === null ? null : time(at)}
      </Tile>
    </ul>
  )
}

type TileProps = {
  /** Null: the table below. */
  to: string | null
  name: string
  figure: string
  alarm?: boolean
  near?: boolean
  children?: ReactNode
}

function Tile({ to, name, figure, alarm = false, near = false, children }: TileProps) {
  const content = (
    <>
      <span className={classes.label}>{name}</span>
      <span className={classes.figure}>{figure}</span>
      {children ? <span className={classes.note}>{children}</span> : null}
    </>
  )
  const props = { className: classes.tile, 'data-alarm': alarm || undefined, 'data-near': near || undefined }
  return (
    <li>
      {to === null ? (
        <a href="#overview-entries" {...props}>
          {content}
        </a>
      ) : (
        <PathLink to={to} {...props}>
          {content}
        </PathLink>
      )}
    </li>
  )
}
