// The tools above a report: where the person is and what they can do. Tools that the report's settings disable are not shown.
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowLeft, IconBookmark, IconDots, IconFilter, IconFilterOff, IconLayoutNavbar, IconLifebuoy, IconMaximize, IconMessage, IconMinimize, IconPrinter, IconRefresh, IconShare, IconStack2, IconStar, IconStarFilled, IconZoomIn, IconZoomOut,
} from '@tabler/icons-react' // prettier-ignore
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useSearch } from '@tanstack/react-router'
import type { Report } from 'powerbi-client'
import { SectionVisibility } from 'powerbi-models'
import { useTranslation } from 'react-i18next'
import { useTell } from '#platform/web/client/use-ask.ts'
import { useFormats } from '#platform/web/language/formats.ts'
import { useCan, useIsEmbedded, useSession } from '#platform/web/session/use-session.ts'
import { PathLink } from '#platform/web/routing/path.tsx'
import { aboveToasts } from '#platform/web/ui/above-toasts.ts'
import { setFavourite } from '../contract.ts'
import { CommentsDrawer } from '#features/reports/comments/web/comments-drawer.tsx'
import { SavedViewsDialog } from '#features/reports/saved-views/web/saved-views-dialog.tsx'
import type { FullScreen } from './report-full-screen.ts'
import { hasBar, needsPageList } from './report-configuration.ts'
import type { ReportMemory } from './report-memory.ts'
import { ReportShare } from './report-share.tsx'
import type { Opening } from './report-opening.ts'
import type { Opened, ReportPage } from './report-opened.ts'
import classes from './report-tools.module.css'

type ToolsProps = {
  opened: Opened
  /** The view that the report opened with. */
  view: Opening['view']
  /** Null until it has loaded: its tools are already in their places, and disabled. */
  report: Report | null
  page: ReportPage | null
  fullScreen: FullScreen
  memory: ReportMemory
  onReset: () => void
  onShowView: (viewId: string | null) => void
  /** The report as another person would open it: without what belongs to the person who looks. */
  isPreview: boolean
}

export function ReportTools({ fullScreen, isPreview, ...props }: ToolsProps) {
  const { opened, report, page } = props
  const { t } = useTranslation()
  const { dateTime } = useFormats()
  const { list }: { list?: unknown } = useSearch({ strict: false })
  const mayKeep = useCan('report.favourite') && !isPreview
  // Also on phones and without the other tools.
  const needsPages = needsPageList(opened)
  const isEmbedded = useIsEmbedded()
  // A page of another site opens one report; only its list of reports leads back.
  const hasWayBack = !isPreview && (!isEmbedded || list === 'S')
  const mayFillScreen = document.fullscreenEnabled && !isPreview
  if (!hasBar(opened, { isEmbedded, hasWayBack, mayFillScreen })) return null
  return (
    <header className={classes.bar} {...aboveToasts}>
      {hasWayBack ? (
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
      ) : null}
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
        </p>
      </div>
      <div className={classes.tools} role="toolbar" aria-label={t('reports.view.tool.label')}>
        {opened.show_toolbar || needsPages ? (
          <span className={needsPages ? undefined : classes.wide}>
            <Pages report={report} page={page} opened={opened} />
          </span>
        ) : null}
        {opened.show_toolbar ? <ReportControls opened={opened} report={report} /> : null}
        {mayKeep ? <Favourite opened={opened} /> : null}
        {mayFillScreen ? <FullScreenTool {...fullScreen} /> : null}
        {isPreview ? null : <MoreTools {...props} />}
      </div>
    </header>
  )
}

const zoomSteps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const

function ReportControls({ opened, report }: Pick<ToolsProps, 'opened' | 'report'>) {
  const { t } = useTranslation()
  const isOpening = report === null
  const [zoom, setZoom] = useState(1)
  const [filters, setFilters] = useState(opened.show_filter_pane)
  const zoomTo = (step: number) => {
    const next =
      zoomSteps[Math.min(Math.max(zoomSteps.findIndex((each) => each === zoom) + step, 0), zoomSteps.length - 1)] ?? 1
    setZoom(next)
    void report?.setZoom(next)
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
        label={t('reports.view.tool.filters')}
        icon={IconFilter}
        pressed={filters}
        disabled={isOpening}
        onClick={toggleFilters}
      />
      <span className={classes.wide}>
        <Tool
          label={t('reports.view.tool.zoomOut')}
          icon={IconZoomOut}
          disabled={isOpening}
          onClick={() => zoomTo(-1)}
        />
        <span className={classes.zoom} aria-live="polite">
          {Math.round(zoom * 100)}%
        </span>
        <Tool label={t('reports.view.tool.zoomIn')} icon={IconZoomIn} disabled={isOpening} onClick={() => zoomTo(1)} />
      </span>
      <span className={classes.wide}>
        <Tool
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
  const shown = (pages ?? []).filter(
    ({ name, visibility }) =>
      (opened.pages === null || opened.pages.includes(name)) &&
      (opened.show_hidden_pages || visibility !== SectionVisibility.HiddenInViewMode),
  )
  if (pages && shown.length < 2) return null
  const active = page?.name || shown.find(({ isActive }) => isActive)?.name
  return (
    <ToolMenu label={t('reports.view.tool.pages')} icon={IconLayoutNavbar} disabled={pages === null}>
      {shown.map(({ name, displayName }) => (
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
    <ToolMenu label={t('reports.view.tool.bookmarks')} icon={IconBookmark} disabled={bookmarks === null}>
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

/** What is used less often; on a phone also what has its own place on a wide window. */
function MoreTools({
  opened,
  view,
  report,
  page,
  memory,
  onReset,
  onShowView,
}: Omit<ToolsProps, 'fullScreen' | 'isPreview'>) {
  const { t } = useTranslation()
  const isEmbedded = useIsEmbedded()
  const mayKeepViews = useCan('saved_view.keep')
  const { can, screens } = useSession()
  const mayAskForHelp = !isEmbedded && can.has('ticket.add') && screens.has('help_desk')
  // The link of a notification leads to the comments.
  const { comments }: { comments?: unknown } = useSearch({ strict: false })
  const mayComment = useCan('report_comment.write') && opened.allow_comments
  const [dialog, setDialog] = useState<'views' | 'share' | 'comments' | null>(
    comments === 'S' && mayComment ? 'comments' : null,
  )
  const isOpening = report === null
  const close = () => setDialog(null)
  return (
    <>
      {mayKeepViews ? (
        <span className={classes.wide}>
          <Tool label={t('reports.savedViews.title')} icon={IconStack2} onClick={() => setDialog('views')} />
        </span>
      ) : null}
      {mayComment ? (
        <span className={classes.wide}>
          <Tool label={t('reports.comments.title')} icon={IconMessage} onClick={() => setDialog('comments')} />
        </span>
      ) : null}
      <ToolMenu label={t('reports.view.tool.more')} icon={IconDots} disabled={false}>
        {mayKeepViews ? (
          <Menu.Item
            className={classes.narrow ?? ''}
            leftSection={<IconStack2 size={16} aria-hidden />}
            onClick={() => setDialog('views')}
          >
            {t('reports.savedViews.title')}
          </Menu.Item>
        ) : null}
        {mayComment ? (
          <Menu.Item
            className={classes.narrow ?? ''}
            leftSection={<IconMessage size={16} aria-hidden />}
            onClick={() => setDialog('comments')}
          >
            {t('reports.comments.title')}
          </Menu.Item>
        ) : null}
        {opened.show_toolbar ? (
          <Menu.Item
            className={classes.narrow ?? ''}
            leftSection={<IconRefresh size={16} aria-hidden />}
            disabled={isOpening}
            onClick={() => void report?.refresh()}
          >
            {t('reports.view.tool.refresh')}
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconFilterOff size={16} aria-hidden />} disabled={isOpening} onClick={onReset}>
          {t('reports.view.tool.reset')}
        </Menu.Item>
        {isEmbedded ? null : (
          <Menu.Item leftSection={<IconShare size={16} aria-hidden />} onClick={() => setDialog('share')}>
            {t('reports.view.tool.share')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} disabled={isOpening} onClick={printLater}>
          {t('reports.view.tool.print')}
        </Menu.Item>
        {mayAskForHelp ? (
          <Menu.Item
            component={PathLink}
            to={`/help_desk/add?report=${opened.id}`}
            leftSection={<IconLifebuoy size={16} aria-hidden />}
          >
            {t('helpDesk.tickets.fromReport')}
          </Menu.Item>
        ) : null}
      </ToolMenu>
      {dialog === 'views' ? (
        <SavedViewsDialog
          reportId={opened.id}
          present={view?.id ?? null}
          isReady={!isOpening}
          read={memory.read}
          onShow={onShowView}
          onClose={close}
        />
      ) : null}
      {dialog === 'comments' ? (
        <CommentsDrawer
          reportId={opened.id}
          page={page}
          onShowPage={(name) => void report?.setPage(name)}
          onClose={close}
        />
      ) : null}
      {dialog === 'share' ? (
        <ReportShare
          report={opened}
          page={page?.name ?? null}
          viewId={view?.id ?? null}
          onViews={() => setDialog('views')}
          onClose={close}
        />
      ) : null}
    </>
  )
}

/** After the menu has closed: the print dialog stops the page. */
const printLater = () => void setTimeout(() => window.print(), 200)

function FullScreenTool({ isOn, toggle }: FullScreen) {
  const { t } = useTranslation()
  return (
    <Tool
      label={t(isOn ? 'reports.view.tool.leaveFullscreen' : 'reports.view.tool.fullscreen')}
      icon={isOn ? IconMinimize : IconMaximize}
      onClick={toggle}
    />
  )
}

type Icon = ComponentType<{ size?: number; stroke?: number }>
type ToolProps = { label: string; icon: Icon; pressed?: boolean; disabled?: boolean; onClick?: () => void }

function Tool({ label, icon: Icon, pressed, disabled = false, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={classes.tool}
        variant="subtle"
        color="gray"
        size={40}
        aria-label={label}
        disabled={disabled}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed, 'data-on': pressed || undefined })}
        {...(onClick ? { onClick } : {})}
      >
        <Icon size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}

type ToolMenuProps = { label: string; icon: Icon; disabled: boolean; children: ReactNode }

function ToolMenu({ label, icon: Icon, disabled, children }: ToolMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          className={classes.tool}
          variant="subtle"
          color="gray"
          size={40}
          aria-label={label}
          title={label}
          disabled={disabled}
        >
          <Icon size={18} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

/** The report's answer; null before it arrives. A report that does not answer has none of what was asked for. */
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
