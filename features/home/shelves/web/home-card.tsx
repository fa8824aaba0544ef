import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconStar, IconStarFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { now } from '#platform/web/clock.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { embeddedPaths } from '#catalogue/embedded-paths.ts'
import { useCan, useIsEmbedded } from '#platform/web/session/use-session.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { Cover } from '#platform/web/ui/cover.tsx'
import type { ReportOutline } from '#features/reports/library/contract.ts'
import { setFavourite } from '#features/reports/view/contract.ts'
import { listAllReports, listSubgroupReports, readMenu, readShelves } from '../contract.ts'
import classes from './home-card.module.css'

export type CardReport = {
  id: string
  name: string
  cover: string | null
  outline: ReportOutline | null
  group: string
  subgroup: string
  favourite: boolean
  last_update: Date | null
  is_stale: boolean
}

/** The path at which a report opens, in the portal or in a page of another site. */
export const reportPath = (id: string, isEmbedded: boolean): string =>
  isEmbedded ? `${embeddedPaths.reports}/${id}?list=S` : `/${id}/reports/view`

/** A report card: cover, name, group, and the favourite button. */
export function HomeCard({ report }: { report: CardReport }) {
  const isEmbedded = useIsEmbedded()
  return (
    <article className={classes.card}>
      <PathLink to={reportPath(report.id, isEmbedded)} className={classes.link} data-card>
        <span className={classes.cover}>
          <Cover name={report.name} image={report.cover} outline={report.outline} />
        </span>
        <span className={classes.name}>{report.name}</span>
        <span className={classes.place}>
          {report.group} › {report.subgroup}
        </span>
        {report.last_update ? <LastUpdate at={report.last_update} isStale={report.is_stale} /> : null}
      </PathLink>
      <FavouriteButton report={report} />
    </article>
  )
}

/** How old the data are. The date and time appear while the mouse or the focus is on the card, in the same place. */
function LastUpdate({ at, isStale }: { at: Date; isStale: boolean }) {
  const { t } = useTranslation()
  const { ago, dateTime } = useFormats()
  return (
    <span className={classes.updated} data-stale={isStale || undefined}>
      {isStale ? <IconAlertTriangle size={14} stroke={1.8} aria-hidden /> : null}
      <span className={classes.when}>
        <span className={classes.ago}>
          {t(isStale ? 'home.shelves.updated.stale' : 'home.shelves.updated.fresh', { when: ago(at, now()) })}
        </span>
        <time className={classes.exact} dateTime={at.toISOString()} aria-hidden>
          {dateTime(at)}
        </time>
      </span>
    </span>
  )
}

/** The favourite button: over a cover, or with `inRow` beside a name. */
export function FavouriteButton({
  report: { id, name, favourite },
  inRow = false,
}: {
  report: CardReport
  inRow?: boolean
}) {
  const { t } = useTranslation()
  const mayKeep = useCan('report.favourite')
  const set = useCallMutation(setFavourite, { refreshes: [readShelves, listAllReports, listSubgroupReports, readMenu] })
  if (!mayKeep) return null
  // The change shows at once and is reverted when the server refuses it.
  const isFavourite = set.isPending ? set.variables.favorite : favourite
  const Icon = isFavourite ? IconStarFilled : IconStar
  return (
    <ActionIcon
      className={inRow ? classes.rowStar : classes.star}
      data-on={isFavourite || undefined}
      variant="subtle"
      size={36}
      aria-pressed={isFavourite}
      aria-label={t(isFavourite ? 'home.shelves.favourite.remove' : 'home.shelves.favourite.add', { name })}
      onClick={() => set.mutate({ reportId: id, favorite: !isFavourite })}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}
