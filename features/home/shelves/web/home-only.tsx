import { useTranslation } from 'react-i18next'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useIsEmbedded } from '#platform/web/session/use-session.ts'
import { Cover } from '#platform/web/ui/cover.tsx'
import { type CardReport, FavouriteButton, reportPath } from './home-card.tsx'
import classes from './home-only.module.css'

/** The card of the only report that a person may open, across the page. */
export function HomeOnly({ report }: { report: CardReport & { description: string | null } }) {
  const { t } = useTranslation()
  const isEmbedded = useIsEmbedded()
  return (
    <article className={classes.only}>
      <PathLink to={reportPath(report.id, isEmbedded)} className={classes.onlyLink} data-card>
        <span className={classes.onlyCover}>
          <Cover name={report.name} image={report.cover} outline={report.outline} />
        </span>
        <span className={classes.onlyWords}>
          <span className={classes.onlyName}>{report.name}</span>
          <span className={classes.onlyText}>{report.description ?? `${report.group} › ${report.subgroup}`}</span>
          <span className={classes.open}>{t('home.welcome.open')}</span>
        </span>
      </PathLink>
      <FavouriteButton report={report} />
    </article>
  )
}
