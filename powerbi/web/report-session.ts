import type { Embed, Report } from 'powerbi-client'
import type { IReportEmbedConfiguration } from 'powerbi-models'
import { dataUntilIn } from './data-until.ts'
import { embedFailureOf } from './embed-failure.ts'
import type { EmbedFailure } from './embed-failure.ts'
import { createTokenRenewal } from './token-renewal.ts'
import type { HeldToken } from './token-renewal.ts'

/** The report's configuration without identity and address. */
export type ReportConfiguration = Omit<
  IReportEmbedConfiguration,
  'type' | 'id' | 'groupId' | 'embedUrl' | 'accessToken' | 'tokenType' | 'uniqueId' | 'hostname'
>

export type ReportTarget = {
  reportId: string
  /** Embed address from the REST API. */
  embedUrl: string
  token: HeldToken
  configuration: ReportConfiguration
  /** Shows this visual alone instead of the report. A session shows either reports or visuals. */
  visual?: { page: string; name: string }
}

/** Events of the frame. They come by window message from another origin: use them for display, never for authorisation. */
export type ReportEvents = {
  /** The SDK's report object, before anything has loaded. Add other event handlers here. */
  opened: (report: Report) => void
  /** `dataUntil`: the last day of the data, if the service names one; Microsoft's does not. */
  loaded: (report: Report, dataUntil: string | null) => void
  rendered: () => void
  pageChanged: (page: { name: string; displayName: string }) => void
  failed: (failure: EmbedFailure) => void
  /** Ctrl K or ⌘ K was pressed inside the frame. Only the local service sends this event. */
  searchAsked: () => void
}

export type ReportSessionOptions = {
  /** Exact origins of the local service. */
  localOrigins: readonly string[]
  /** Milliseconds since 1970. */
  now: () => number
  /** Fetches a new token for the report shown now. */
  renew: () => Promise<HeldToken>
  events: ReportEvents
}

/** Shows one report at a time in one container and renews its token. */
export type ReportSession = {
  /** Replaces the current report. Uses the same frame if possible. */
  show(target: ReportTarget): void
  close(): void
}

const CHECK_MS = 15_000
const LOAD_TIMEOUT_MS = 45_000
/** The SDK ignores a load within 100 ms of the previous one, and then shows the old report under the new report's name. */
const BETWEEN_LOADS_MS = 120

/** Opens a session. Loads the SDK on first use. */
export function openReportSession(element: HTMLElement, options: ReportSessionOptions): ReportSession {
  const { events, now } = options
  // Kept for the life of the container: the SDK sends events to this name, also after it loaded another report.
  const uniqueId = `report-${now().toString(36)}-${Math.random().toString(36).slice(2)}`
  const listeners = new AbortController()
  let waiting: ReportTarget | null = null
  let report: Report | null = null
  /** True until the current report has loaded or failed. The next report waits. */
  let isBusy = false
  let isLoaded = false
  let isClosed = false
  let loadTimer: ReturnType<typeof setTimeout> | undefined
  let sdk: Awaited<ReturnType<typeof loadSdk>> | null = null

  const renewal = createTokenRenewal({
    now,
    renew: options.renew,
    apply: async (token) => report?.setAccessToken(token),
    ended: () => fail({ code: 'token_ended', isShown: false, detail: null, requestId: null }),
  })
  checkRegularly(() => renewal.check(), listeners.signal)
  hearElement(element, events, listeners.signal)

  loadSdk(options.localOrigins).then(
    (loaded) => {
      sdk = loaded
      showNext()
    },
    (error: unknown) => fail({ ...embedFailureOf(error, false), code: 'no_answer' }),
  )

  function showNext(): void {
    if (isBusy || isClosed || sdk === null || waiting === null) return
    const target = waiting
    waiting = null
    isBusy = true
    isLoaded = false
    clearTimeout(loadTimer)
    loadTimer = setTimeout(giveUp, LOAD_TIMEOUT_MS)
    try {
      const embed = sdk.service.embed(element, configurationOf(target, { uniqueId, tokenType: sdk.tokenType }))
      listen(embed)
      renewal.hold(target.token)
    } catch (error) {
      makeWay()
      fail(embedFailureOf(error, false))
    }
  }

  function listen(embed: Embed): void {
    if (embed === report) return // same frame: our handlers are already attached
    const opened = asReport(embed)
    report = opened
    events.opened(opened)
    hearReport(opened, {
      events,
      isShown: () => report === opened,
      isLoaded: () => isLoaded,
      isReplaced: () => waiting !== null,
      onLoaded: () => {
        isLoaded = true
        makeWay()
      },
      onError: refused,
    })
  }

  function refused(error: unknown): void {
    const failure = embedFailureOf(error, isLoaded)
    if (failure.code === 'token_ended') return renewal.expired()
    if (!isLoaded) makeWay()
    fail(failure)
  }

  /** Lets the next report start once the SDK accepts a new load. */
  function makeWay(): void {
    clearTimeout(loadTimer)
    loadTimer = setTimeout(() => {
      isBusy = false
      showNext()
    }, BETWEEN_LOADS_MS)
  }

  function giveUp(): void {
    isBusy = false
    sdk?.service.reset(element)
    report = null
    fail({ code: 'no_answer', isShown: false, detail: null, requestId: null })
    showNext()
  }

  function fail(failure: EmbedFailure): void {
    if (!isClosed && waiting === null) events.failed(failure)
  }

  return {
    show(target) {
      waiting = target
      showNext()
    },
    close() {
      isClosed = true
      clearTimeout(loadTimer)
      listeners.abort()
      sdk?.service.reset(element)
      report = null
    },
  }
}

function hearElement(element: HTMLElement, events: ReportEvents, signal: AbortSignal): void {
  // The SDK's `error` event bubbles to the window, where error trackers would report it as a script error.
  element.addEventListener('error', (event) => event.stopPropagation(), { signal })
  element.addEventListener('searchAsked', () => events.searchAsked(), { signal })
}

type Hearing = {
  events: ReportEvents
  isShown: () => boolean
  isLoaded: () => boolean
  /** Another report was requested. */
  isReplaced: () => boolean
  onLoaded: () => void
  onError: (error: unknown) => void
}

/** Passes the SDK's events of a report on. Those of a report that another one will replace are ignored. */
function hearReport(report: Report, hearing: Hearing): void {
  const { events, isShown, isLoaded, isReplaced } = hearing
  const isCurrent = () => isShown() && !isReplaced()
  report.on('loaded', (event) => {
    if (!isShown()) return
    hearing.onLoaded()
    if (isCurrent()) events.loaded(report, dataUntilIn(event.detail))
  })
  report.on('rendered', () => isCurrent() && isLoaded() && events.rendered())
  report.on('pageChanged', (event) => isCurrent() && isLoaded() && events.pageChanged(pageOf(event.detail)))
  report.on('error', (event) => isShown() && hearing.onError(event.detail))
}

/** Timers do not run in a sleeping tab, so the token is also checked as soon as the tab is visible again. */
function checkRegularly(check: () => void, signal: AbortSignal): void {
  const timer = setInterval(check, CHECK_MS)
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  document.addEventListener('visibilitychange', () => check(), { signal })
  for (const name of ['focus', 'online', 'pageshow']) window.addEventListener(name, () => check(), { signal })
}

function configurationOf(target: ReportTarget, own: Pick<IReportEmbedConfiguration, 'uniqueId' | 'tokenType'>) {
  return {
    ...target.configuration,
    ...own,
    ...(target.visual
      ? { type: 'visual', pageName: target.visual.page, visualName: target.visual.name }
      : { type: 'report' }),
    id: target.reportId,
    embedUrl: target.embedUrl,
    accessToken: target.token.token,
  }
}

function asReport(embed: Embed): Report {
  if (embed.embedtype !== 'report' && embed.embedtype !== 'visual')
    throw new Error(`a report was asked for, and ${embed.embedtype} came`)
  return embed as Report // checked by embedtype, because the class is in a chunk that loads later
}

function pageOf(detail: unknown): { name: string; displayName: string } {
  const page: unknown = typeof detail === 'object' && detail !== null ? Reflect.get(detail, 'newPage') : null
  const text = (name: string) => {
    const fieldValue: unknown = typeof page === 'object' && page !== null ? Reflect.get(page, name) : null
    return typeof fieldValue === 'string' ? fieldValue : ''
  }
  return { name: text('name'), displayName: text('displayName') }
}

/** Fetches the code of the SDK ahead, while the portal opens a report. A failure is shown by the session that needs it. */
export const preloadSdk = (): void => void import('./portal-service.ts').catch(() => undefined)

const loaded = new Map<string, ReturnType<typeof importSdk>>()

/** Returns the service for a list of origins and creates it once; see PortalService. */
function loadSdk(localOrigins: readonly string[]): ReturnType<typeof importSdk> {
  const key = localOrigins.join(' ')
  const known = loaded.get(key) ?? importSdk(localOrigins)
  loaded.set(key, known)
  known.catch(() => loaded.delete(key)) // after a network error the next report tries again
  return known
}

async function importSdk(localOrigins: readonly string[]) {
  const { PortalService, EMBED_TOKEN } = await import('./portal-service.ts')
  return { service: new PortalService(localOrigins), tokenType: EMBED_TOKEN }
}
