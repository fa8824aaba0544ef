import { useTranslation } from 'react-i18next'
import { useIsEmbedded } from '#platform/web/session/use-session.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { type CardReport, FavouriteButton, reportPath } from './home-card.tsx'
import classes from './home-folders.module.css'

type Report = CardReport & { subgroup_id: string }

/** The reports in their groups and subgroups, which a person opens and closes. */
export function HomeFolders({ reports }: { reports: readonly Report[] }) {
  const { t } = useTranslation()
  const folders = foldersOf(reports)
  return (
    <div className={classes.folders}>
      {folders.map(({ key, group, subgroup, reports: inside }) => (
        <details key={key} className={classes.folder} open>
          <summary className={classes.title}>
            <span className={classes.name}>
              {group} › {subgroup}
            </span>
            <span className={classes.count}>{t('home.shelves.library.reports', { count: inside.length })}</span>
          </summary>
          <ul className={classes.reports}>
            {inside.map((report) => (
              <FolderReport key={report.id} report={report} />
            ))}
          </ul>
        </details>
      ))}
    </div>
  )
}

function FolderReport({ report }: { report: Report }) {
  const isEmbedded = useIsEmbedded()
  return (
    <li className={classes.report}>
      <PathLink to={reportPath(report.id, isEmbedded)} className={classes.link}>
        {report.name}
      </PathLink>
      <FavouriteButton report={report} inRow />
    </li>
  )
}

/** Groups the reports by folder, in the order of the first report of each. */
function foldersOf(reports: readonly Report[]) {
  const folders = new Map<string, { key: string; group: string; subgroup: string; reports: Report[] }>()
  for (const report of reports) {
    const { subgroup_id: key, group, subgroup } = report
    const folder = folders.get(key) ?? { key, group, subgroup, reports: [] }
    folder.reports.push(report)
    folders.set(key, folder)
  }
  return [...folders.values()]
}
