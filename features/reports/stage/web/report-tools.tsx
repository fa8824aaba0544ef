// The tools above a report: its name and pages, and the actions of the person. Tools that the report's settings disable are not shown.
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowLeft,
  IconBookmark,
  IconFilter,
  IconLayoutNavbar,
  IconMaximize,
  IconMinimize,
  IconRefresh,
  IconStar,
  IconStarFilled,
  IconZoomIn,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useSearch } from '@tanstack/react-router'
import type { Report } from 'powerbi-client'
import { SectionVisibility } from '#powerbi/web/sdk-values.ts'
import { useTranslation } from 'react-i18next'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useCan, useIsEmbedded } from '#platform/web/session/use-session.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { aboveToasts } from '#platform/web/ui/above-toasts.ts'
import { setFavourite } from '#features/reports/view/contract.ts'
import {
  type FullScreen,
  hasBar,
  hasPageMenu,
  needsPageList,
  type Opened,
  type ReportPage,
} from '#features/reports/frame/web/exports.tsx'
import type { ViewScreen } from './report-view-log.ts'
import { Tool, ToolMenu } from './report-tool.tsx'
import classes from './report-tools.module.css'

type ToolsProps = {
  opened: Opened
  /** The report; null until it has loaded. Until then its tools are shown disabled. */
  report: Report | null
  /** The last day of the data, as `2013-12-31`; null for data that go on. */
  dataUntil: string | null
  page: ReportPage | null
  fullScreen: FullScreen
  /** Tools of the page, after the tools of the report. */
  more: ReactNode
  /** Whether the report is a preview, which leaves out the tools of the person's own reading. */
  isPreview: boolean
  /** Where the way back leads; an app is left to the list of apps, any other report to its subgroup. */
  screen: ViewScreen
}

export function ReportTools(props: ToolsProps) {
  const { opened, report, dataUntil, page, fullScreen, more, isPreview, screen } = props
  const { t } = useTranslation()
  const { dateTime, day } = useFormats()
  const { list }: { list?: unknown } = useSearch({ strict: false })
  const mayKeep = useCan('report.favourite') && !isPreview
  // The list of pages is shown also on phones and without the other tools.
  const needsPages = needsPageList(opened)
  const isEmbedded = useIsEmbedded()
  // A page of another site opens one report. A way back exists only if its list of reports led there.
  const hasWayBack = !isPreview && (!isEmbedded || list === 'S')
  const mayFillScreen = document.fullscreenEnabled && !isPreview
  if (!hasBar(opened, { isEmbedded, hasWayBack, mayFillScreen })) return null
  const isDated = opened.last_update !== null
  const until = isDated && dataUntil !== null ? t('reports.view.dataUntil', { day: day(dataUntil) }) : null
  const updated = opened.last_update && t('reports.view.updated', { when: dateTime(opened.last_update) })
  const path = `${opened.group} › ${opened.subgroup}`
  return (
    <header className={classes.bar} {...aboveToasts}>
      {hasWayBack ? (
        <ActionIcon
          component={PathLink}
          to={screen === 'app' ? '/apps' : `/${opened.subgroup_id}/reports`}
          variant="subtle"
          color="gray"
          size={40}
          aria-label={
            screen === 'app' ? t('reports.view.backToApps') : t('reports.view.back', { name: opened.subgroup })
          }
        >
          <IconArrowLeft size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      ) : null}
      <div className={classes.words}>
        {opened.show_name ? (
          <h1 className={classes.name} title={opened.name}>
            {opened.name}
          </h1>
        ) : null}
        {/* A narrow bar first leaves out the group, which the way back names, and then the time of the update. */}
        <p className={classes.place} title={[until, updated, path].filter((part) => part !== null).join(' · ')}>
          {until === null ? null : <span>{until}</span>}
          {updated === null ? null : <span className={until === null ? undefined : classes.updated}>{updated}</span>}
          <span className={isDated ? classes.path : undefined}>{path}</span>
        </p>
      </div>
      <div className={classes.tools} role="toolbar" aria-label={t('reports.view.tool.label')}>
        {hasPageMenu(opened) ? (
          <span className={needsPages ? undefined : classes.wide}>
            <Pages report={report} page={page} opened={opened} />
          </span>
        ) : null}
        {opened.show_toolbar ? <ReportControls opened={opened} report={report} /> : null}
        {mayKeep ? <Favourite opened={opened} /> : null}
        {mayFillScreen ? <FullScreenTool {...fullScreen} /> : null}
        {more}
      </div>
    </header>
  )
}

const zoomSteps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const

function ReportControls({ opened, report }: Pick<ToolsProps, 'opened' | 'report'>) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const isOpening = report === null
  const [zoom, setZoom] = useState(1)
  const [filters, setFilters] = useState(opened.show_filter_pane)
  const percent = (share: number) => number(share, { style: 'percent' })
  const zoomTo = (step: number) => {
    setZoom(step)
    void report?.setZoom(step)
  }
  const toggleFilters = () => {
    setFilters(!filters)
    void report?.updateSettings({ panes: { filters: { visible: !filters, expanded: !filters } } })
  }
  return (
    <>
      <span className={classes.wide}>
        <Bookmarks report={report} />
      </span>
      <Tool
        named
        label={t('reports.view.tool.filters')}
        icon={IconFilter}
        pressed={filters}
        disabled={isOpening}
        onClick={toggleFilters}
      />
      <span className={classes.wide}>
        <ToolMenu
          label={`${t('reports.view.tool.zoom')}: ${percent(zoom)}`}
          text={percent(zoom)}
          icon={IconZoomIn}
          disabled={isOpening}
        >
          {zoomSteps.map((step) => (
            <Menu.Item
              key={step}
              aria-current={step === zoom || undefined}
              fw={step === zoom ? 600 : undefined}
              onClick={() => zoomTo(step)}
            >
              {percent(step)}
            </Menu.Item>
          ))}
        </ToolMenu>
      </span>
      <span className={classes.wide}>
        <Tool
          named="wide"
          label={t('reports.view.tool.refresh')}
          icon={IconRefresh}
          disabled={isOpening}
          onClick={() => void report?.refresh()}
        />
      </span>
    </>
  )
}

function Pages({ report, page, opened }: Pick<ToolsProps, 'report' | 'page' | 'opened'>) {
  const { t } = useTranslation()
  const pages = useLoaded(report, (loaded) => loaded.getPages())
  const visiblePages = (pages ?? []).filter(
    ({ name, visibility }) =>
      (opened.pages === null || opened.pages.includes(name)) &&
      (opened.show_hidden_pages || visibility !== SectionVisibility.HiddenInViewMode),
  )
  if (pages && visiblePages.length < 2) return null
  const active = page?.name || visiblePages.find(({ isActive }) => isActive)?.name
  return (
    <ToolMenu named label={t('reports.view.tool.pages')} icon={IconLayoutNavbar} disabled={pages === null}>
      {visiblePages.map(({ name, displayName }) => (
        <Menu.Item
          key={name}
          aria-current={name === active ? 'page' : undefined}
          fw={name === active ? 600 : undefined}
          onClick={() => void report?.setPage(name)}
        >
          {displayName}
        </Menu.Item>
      ))}
    </ToolMenu>
  )
}

function Bookmarks({ report }: { report: Report | null }) {
  const { t } = useTranslation()
  const bookmarks = useLoaded(report, (loaded) => loaded.bookmarksManager.getBookmarks())
  if (bookmarks?.length === 0) return null
  return (
    <ToolMenu named label={t('reports.view.tool.bookmarks')} icon={IconBookmark} disabled={bookmarks === null}>
      {bookmarks?.map(({ name, displayName }) => (
        <Menu.Item key={name} onClick={() => void report?.bookmarksManager.apply(name)}>
          {displayName}
        </Menu.Item>
      ))}
    </ToolMenu>
  )
}

function Favourite({ opened: { id, favourite } }: { opened: Opened }) {
  const { t } = useTranslation()
  const [on, setOn] = useState(favourite)
  const { mutate } = useCallMutation(setFavourite)
  const toggle = () => {
    setOn(!on)
    mutate({ reportId: id, favorite: !on }, { onError: () => setOn(on) })
  }
  return (
    <Tool
      named="wide"
      label={t('reports.view.tool.favourite')}
      icon={on ? IconStarFilled : IconStar}
      pressed={on}
      onClick={toggle}
    />
  )
}

/** What is used less often; on a phone also what has its own place on a wide window. */
function FullScreenTool({ isOn, toggle }: FullScreen) {
  const { t } = useTranslation()
  return (
    <Tool
      named="wide"
      label={t(isOn ? 'reports.view.tool.leaveFullscreen' : 'reports.view.tool.fullscreen')}
      icon={isOn ? IconMinimize : IconMaximize}
      onClick={toggle}
    />
  )
}

/** The report's answer; null until it arrives. If the report does not answer, the value stays null. */
function useLoaded<Value>(report: Report | null, load: (report: Report) => Promise<Value[]>): Value[] | null {
  const [value, setValue] = useState<Value[] | null>(null)
  const loadFrom = useEffectEvent(load)
  useEffect(() => {
    if (report === null) return
    let isGone = false
    loadFrom(report).then(
      (loaded) => !isGone && setValue(loaded),
      () => !isGone && setValue([]),
    )
    return () => {
      isGone = true
    }
  }, [report])
  return value
}
