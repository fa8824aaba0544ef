// The playlists that a reader may play.
import { IconDeviceTv, IconPlayerPlay } from '@tabler/icons-react'
import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { Cover } from '#platform/web/ui/cover.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { listPlayable } from '../contract.ts'
import classes from './playlist-shelf.module.css'

export function PlaylistShelfPage() {
  const { t } = useTranslation()
  const { number } = useFormats()
  const { data, error, refetch } = useCallQuery(listPlayable, {})
  if (error) return <FailedState failure={error} onRetry={() => void refetch()} />
  const Icon = IconDeviceTv
  return (
    <>
      <PageHeader title={t('reports.playlists.title')} text={t('reports.playlists.shelfText')} />
      {data?.data.length === 0 ? (
        <EmptyState
          title={t('general.list.none')}
          text={t('reports.playlists.shelfEmpty')}
          icon={<Icon size={22} stroke={1.6} aria-hidden />}
        />
      ) : (
        <ul className={classes.grid} aria-busy={!data}>
          {data?.data.map(({ id, name, description, slides }) => (
            <li key={id}>
              <PathLink to={`/${id}/playlist/view`} className={classes.card}>
                <span className={classes.cover}>
                  <Cover name={name} />
                  <IconPlayerPlay className={classes.play} size={28} stroke={1.6} aria-hidden />
                </span>
                <span className={classes.name}>{name}</span>
                {description === null ? null : <span className={classes.text}>{description}</span>}
                <span className={classes.text}>
                  {t('reports.playlists.slides', { count: slides, shown: number(slides) })}
                </span>
              </PathLink>
            </li>
          )) ?? [1, 2, 3].map((index) => <Skeleton key={index} component="li" height={220} radius="lg" />)}
        </ul>
      )}
    </>
  )
}
