import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { useCan } from '#platform/web/session/use-session.ts'
import { FigureTile, FigureTiles } from '#platform/web/ui/figure-tile.tsx'
import { isNearLimit, type Overview } from './overview-rules.ts'

/** The anchor of the table below the tiles. */
const entries = '#overview-entries'

/** One tile per number. Each is a link to its list; a number without a list of its own leads to the table below. */
export function OverviewTiles({ overview: { of, total } }: { overview: Overview }) {
  const { t } = useTranslation()
  const { date, number, time } = useFormats()
  const mayReadJobs = useCan('job.read')
  const { last_sign_in_at: lastSignIn } = total
  return (
    <FigureTiles>
      {of === 'partner' ? (
        <FigureTile to="/partners" name={t('home.overview.partners')} figure={number(total.entries)} />
      ) : null}
      <FigureTile
        to="/companies"
        name={t('home.overview.units')}
        figure={number(total.units)}
        note={total.disabled > 0 ? t('home.overview.disabled', { count: total.disabled }) : null}
      />
      <FigureTile
        to="/companies?sort=users&order=desc"
        name={t('home.overview.people')}
        figure={number(total.people)}
        note={t(total.limited_by_contract ? 'home.overview.ofContract' : 'home.overview.ofLimit', {
          limit: number(total.user_limit),
        })}
        state={isNearLimit(total) ? 'near' : undefined}
      />
      <FigureTile
        to="/mails?state=failed"
        name={t('home.overview.mails')}
        figure={number(total.failed_mails)}
        state={total.failed_mails > 0 ? 'alarm' : undefined}
      />
      <FigureTile
        to={mayReadJobs ? '/jobs' : entries}
        name={t('home.overview.jobs')}
        figure={number(total.failed_jobs)}
        state={total.failed_jobs > 0 ? 'alarm' : undefined}
      />
      <FigureTile
        to="/analyze/failures"
        name={t('home.overview.views')}
        figure={number(total.failed_views)}
        note={t('home.overview.lastDays')}
        state={total.failed_views > 0 ? 'alarm' : undefined}
      />
      <FigureTile
        to={entries}
        name={t('home.overview.lastSignIn')}
        figure={lastSignIn === null ? t('home.overview.never') : date(lastSignIn)}
        note={lastSignIn === null ? null : time(lastSignIn)}
      />
    </FigureTiles>
  )
}
