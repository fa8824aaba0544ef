import { ActionIcon } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useTell } from '#platform/web/client/use-ask.ts'
import { embeddedPaths } from '#catalogue/embedded-paths.ts'
import { useCan, useIsEmbedded } from '#platform/web/session/use-session.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { Cover } from '#platform/web/ui/cover.tsx'
import { setFavourite } from '#features/reports/view/contract.ts'
import { listAllReports, readMenu, readShelves } from '../contract.ts'
import classes from './home-card.module.css'

export type CardReport = {
  id: string
  name: string
  cover: string | null
  group: string
  subgroup: string
  favourite: boolean
}

/** A report card: cover, name, group, and the favourite button. */
export function HomeCard({ report }: { report: CardReport }) {
  const isEmbedded = useIsEmbedded()
  const mayKeep = useCan('report.favourite')
  const path = isEmbedded ? `${embeddedPaths.reports}/${report.id}?list=S` : `/${report.id}/reports/view`
  return (
    <article className={classes.card}>
      <PathLink to={path} className={classes.link} data-card>
        <span className={classes.cover}>
          <Cover name={report.name} image={report.cover} />
        </span>
        <span className={classes.name}>{report.name}</span>
        <span className={classes.place}>
          {report.group} › {report.subgroup}
        </span>
      </PathLink>
      {mayKeep ? <FavouriteButton report={report} /> : null}
    </article>
  )
}

function FavouriteButton({ report: { id, name, favourite } }: { report: CardReport }) {
  const { t } = useTranslation()
  const set = useTell(setFavourite, { refreshes: [readShelves, listAllReports, readMenu] })
  // The change shows at once and is reverted when the server refuses it.
  const shown = set.isPending ? set.variables.favorite : favourite
  const Icon = shown ? IconStarFilled : IconStar
  return (
    <ActionIcon
      className={classes.star}
      data-on={shown || undefined}
      variant="subtle"
      size={36}
      aria-pressed={shown}
      aria-label={t(shown ? 'home.favourite.remove' : 'home.favourite.add', { name })}
      onClick={() => set.mutate({ reportId: id, favorite: !shown })}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}
