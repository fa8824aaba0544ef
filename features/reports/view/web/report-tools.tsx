// The tools above a report: where the person is and what they can do. Tools that the report's settings disable are not shown.
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowLeft, IconBookmark, IconFilter, IconLayoutNavbar, IconMaximize, IconMinimize, IconRefresh, IconStar, IconStarFilled, IconZoomIn, IconZoomOut,
} from '@tabler/icons-react' // prettier-ignore
import { type ComponentType, type ReactNode, type RefObject, useEffect, useState } from 'react'
import type { Report } from 'powerbi-client'
import { SectionVisibility } from 'powerbi-models'
import { useTranslation } from 'react-i18next'
import { useTell } from '#platform/web/client/use-ask.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { aboveToasts } from '#platform/web/ui/toast-place.ts'
import { setFavourite } from '../contract.ts'
import type { Opened } from './report-stage.tsx'
import classes from './report-tools.module.css'

type ToolsProps = { opened: Opened; report: Report | null; page: string; stage: RefObject<HTMLDivElement | null> }

export function ReportTools({ opened, report, page, stage }: ToolsProps) {
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  return (
    <header className={classes.bar} {...aboveToasts}>
      <ActionIcon
        component={PathLink}
        to={`/${opened.subgroup_id}/reports`}
        variant="subtle"
        color="gray"
        size={40}
        aria-label={t('reports.view.back', { name: opened.subgroup })}
      >
        <IconArrowLeft size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
      <div className={classes.words}>
        {opened.show_name ? <h1 className={classes.name}>{opened.name}</h1> : null}
        <p className={classes.place}>
          {opened.group} › {opened.subgroup}
          {opened.last_update ? (
            <span className={classes.updated}>
              {' '}
              · {t('reports.view.updated', { when: dateTime(opened.last_update) })}
            </span>
          ) : null}
          <BestAt resolution={opened.recommended_resolution} />
        </p>
      </div>
      {opened.show_toolbar ? (
        <div className={classes.tools} role="toolbar" aria-label={t('reports.view.tool.label')}>
          {report ? <ReportControls opened={opened} report={report} page={page} /> : null}
          <Favourite opened={opened} />
          <FullScreen stage={stage} />
        </div>
      ) : null}
    </header>
  )
}

/** Shown only on a screen smaller than the author's recommendation. */
function BestAt({ resolution }: { resolution: string | null }) {
  const { t } = useTranslation()
  const width = Number(resolution?.split('x')[0] ?? 0)
  if (resolution === null || window.innerWidth >= width) return null
  return (
    <span className={classes.updated}>
      {' '}
      · {t('reports.view.bestAt', { resolution: resolution.replace('x', ' × ') })}
    </span>
  )
}

const zoomSteps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const

function ReportControls({ opened, report, page }: { opened: Opened; report: Report; page: string }) {
  const { t } = useTranslation()
  const [zoom, setZoom] = useState(1)
  const [filters, setFilters] = useState(opened.show_filter_pane)
  const zoomTo = (step: number) => {
    const next =
      zoomSteps[Math.min(Math.max(zoomSteps.findIndex((each) => each === zoom) + step, 0), zoomSteps.length - 1)] ?? 1
    setZoom(next)
    void report.setZoom(next)
  }
  const toggleFilters = () => {
    setFilters(!filters)
    void report.updateSettings({ panes: { filters: { visible: !filters, expanded: !filters } } })
  }
  return (
    <>
      <span className={classes.wide}>
        <Pages report={report} page={page} showHidden={opened.show_hidden_pages} />
        <Bookmarks report={report} />
      </span>
      <Tool label={t('reports.view.tool.filters')} icon={IconFilter} pressed={filters} onClick={toggleFilters} />
      <span className={classes.wide}>
        <Tool label={t('reports.view.tool.zoomOut')} icon={IconZoomOut} onClick={() => zoomTo(-1)} />
        <span className={classes.zoom} aria-live="polite">
          {Math.round(zoom * 100)}%
        </span>
        <Tool label={t('reports.view.tool.zoomIn')} icon={IconZoomIn} onClick={() => zoomTo(1)} />
      </span>
      <Tool label={t('reports.view.tool.refresh')} icon={IconRefresh} onClick={() => void report.refresh()} />
    </>
  )
}

function Pages({ report, page, showHidden }: { report: Report; page: string; showHidden: boolean }) {
  const { t } = useTranslation()
  const pages = useLoaded(() => report.getPages(), [report])
  const shown = (pages ?? []).filter(
    ({ visibility }) => showHidden || visibility !== SectionVisibility.HiddenInViewMode,
  )
  if (shown.length < 2) return null
  const active = page || shown.find(({ isActive }) => isActive)?.name
  return (
    <ToolMenu label={t('reports.view.tool.pages')} icon={IconLayoutNavbar}>
      {shown.map(({ name, displayName }) => (
        <Menu.Item
          key={name}
          aria-current={name === active ? 'page' : undefined}
          fw={name === active ? 600 : undefined}
          onClick={() => void report.setPage(name)}
        >
          {displayName}
        </Menu.Item>
      ))}
    </ToolMenu>
  )
}

function Bookmarks({ report }: { report: Report }) {
  const { t } = useTranslation()
  const bookmarks = useLoaded(() => report.bookmarksManager.getBookmarks(), [report])
  if (!bookmarks || bookmarks.length === 0) return null
  return (
    <ToolMenu label={t('reports.view.tool.bookmarks')} icon={IconBookmark}>
      {bookmarks.map(({ name, displayName }) => (
        <Menu.Item key={name} onClick={() => void report.bookmarksManager.apply(name)}>
          {displayName}
        </Menu.Item>
      ))}
    </ToolMenu>
  )
}

function Favourite({ opened: { id, favourite } }: { opened: Opened }) {
  const { t } = useTranslation()
  const [on, setOn] = useState(favourite)
  const { mutate } = useTell(setFavourite)
  const toggle = () => {
    setOn(!on)
    mutate({ reportId: id, favorite: !on }, { onError: () => setOn(on) })
  }
  return (
    <Tool
      label={t('reports.view.tool.favourite')}
      icon={on ? IconStarFilled : IconStar}
      pressed={on}
      onClick={toggle}
    />
  )
}

function FullScreen({ stage }: { stage: RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation()
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  const toggle = () => void (isFull ? document.exitFullscreen() : stage.current?.requestFullscreen())
  return (
    <Tool
      label={t(isFull ? 'reports.view.tool.leaveFullscreen' : 'reports.view.tool.fullscreen')}
      icon={isFull ? IconMinimize : IconMaximize}
      onClick={toggle}
    />
  )
}

type Icon = ComponentType<{ size?: number; stroke?: number }>
type ToolProps = { label: string; icon: Icon; pressed?: boolean; onClick?: () => void }

function Tool({ label, icon: Icon, pressed, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={classes.tool}
        variant="subtle"
        color="gray"
        size={40}
        aria-label={label}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed, 'data-on': pressed || undefined })}
        {...(onClick ? { onClick } : {})}
      >
        <Icon size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}

function ToolMenu({ label, icon: Icon, children }: { label: string; icon: Icon; children: ReactNode }) {
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon className={classes.tool} variant="subtle" color="gray" size={40} aria-label={label} title={label}>
          <Icon size={18} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

/** The report's answer; null before it arrives, and for a report that does not answer. */
function useLoaded<Value>(load: () => Promise<Value>, [report]: [Report]): Value | null {
  const [value, setValue] = useState<Value | null>(null)
  useEffect(() => {
    let isGone = false
    load().then(
      (loaded) => !isGone && setValue(loaded),
      () => undefined,
    )
    return () => {
      isGone = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `load` asks the report and changes with it alone
  }, [report])
  return value
}
