// An app: its own navigation, and the chosen item beside it. The URL contains the item, so that it can be shared.
import { UnstyledButton } from '@mantine/core'
import { IconExternalLink, IconPlayerPlay } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useCallQuery } from '#platform/web/client/use-call.ts'
import { withAllPhrases } from '#platform/web/language/language.ts'
import { useSpreadLiveEvent } from '#platform/web/live/use-live-events.ts'
import { useOwnPolicy } from '#platform/web/routing/own-policy.ts'
import { PathLink, useGo, usePathPart } from '#platform/web/routing/path.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { FailedState } from '#platform/web/ui/failed-state.tsx'
import { LoadingOverlay } from '#platform/web/ui/loading-overlay.tsx'
import { OutsideFrame } from '#platform/web/ui/outside-frame.tsx'
import { RichText } from '#platform/web/ui/rich-text.tsx'
import { OpenedReport } from '#features/reports/view/web/exports.tsx'
import { type AppItem, openApp } from '../contract.ts'
import classes from './app-mark.module.css'
import { AppFrame } from './app-frame.tsx'

/** As a reader of the app sees it, for those who give access: `?as=reader`. */
const AppPreview = lazy(
  withAllPhrases(() => import('./app-preview.tsx').then((module) => ({ default: module.AppPreview }))),
)

export function AppViewPage() {
  const { as }: { as?: unknown } = useSearch({ strict: false })
  if (as !== 'reader') return <OwnApp />
  return (
    <Suspense fallback={<LoadingOverlay />}>
      <AppPreview />
    </Suspense>
  )
}

function OwnApp() {
  const { t } = useTranslation()
  const id = usePathPart('id')
  const go = useGo()
  const { item: chosen }: { item?: string } = useSearch({ strict: false })
  const { data, error, refetch } = useCallQuery(openApp, { id })
  useSpreadLiveEvent('access_changed', () => void refetch())
  if (error) return <FailedState failure={error} {...(error.http === 404 ? {} : { onRetry: () => void refetch() })} />
  if (!data) return <LoadingOverlay />
  const items = data.sections.flatMap((section) => section.items)
  const item = items.find((one) => one.id === chosen) ?? items.find(isInside)
  return (
    <AppFrame
      app={data}
      renderItem={(one) => (
        <NavItem
          item={one}
          isOpen={one === item}
          onOpen={() => go(`/${id}/apps/view?item=${one.id}`, { replace: true })}
        />
      )}
    >
      {item ? (
        <Content key={item.id} item={item} />
      ) : (
        <EmptyState title={t('general.list.empty')} text={t('reports.apps.nothing')} />
      )}
    </AppFrame>
  )
}

/** Whether an item is shown beside the navigation; a link and a playlist lead to another page. */
const isInside = ({ kind }: AppItem) => kind !== 'link' && kind !== 'playlist'

function NavItem({ item, isOpen, onOpen }: { item: AppItem; isOpen: boolean; onOpen: () => void }) {
  if (item.kind === 'link') {
    return (
      <a className={classes.item} href={item.address ?? undefined} target="_blank" rel="noopener noreferrer">
        {item.title}
        <IconExternalLink size={14} stroke={1.8} aria-hidden />
      </a>
    )
  }
  if (item.kind === 'playlist') {
    return (
      <PathLink className={classes.item} to={`/${item.playlist_id}/playlist/view`}>
        {item.title}
        <IconPlayerPlay size={14} stroke={1.8} aria-hidden />
      </PathLink>
    )
  }
  return (
    <UnstyledButton className={classes.item} aria-current={isOpen ? 'page' : undefined} onClick={onOpen}>
      {item.title}
    </UnstyledButton>
  )
}

function Content({ item }: { item: AppItem }) {
  switch (item.kind) {
    case 'report':
      return <OpenedReport reportId={item.report_id} screen="app" />
    case 'page':
      return <OpenedReport reportId={item.report_id} firstPage={item.page} screen="app" />
    case 'html':
      return (
        <article className={classes.page} aria-label={item.title}>
          <RichText html={item.html} />
        </article>
      )
    case 'embedded':
      return <OtherApplication title={item.title} url={item.address ?? ''} />
    case 'link':
    case 'playlist':
      return null
  }
}

/** Another application, in a sandboxed frame. */
function OtherApplication({ title, url }: { title: string; url: string }) {
  const { t } = useTranslation()
  if (!useOwnPolicy()) return <LoadingOverlay />
  return (
    <div className={classes.outside}>
      <OutsideFrame title={title} address={url} words={t('reports.external.frame', { returnObjects: true })} />
    </div>
  )
}
