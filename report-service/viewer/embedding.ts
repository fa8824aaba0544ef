// The life cycle of one embed: load, prepare and render, new tokens, and a new load of another report in the same frame.
// It owns the current `uid` and sends events for it. The single requests are in protocol/*-routes.ts.
import type { ReportAnswer } from '../report/viewer-calls.ts'
import { createService, ServiceError, type Service } from './data/service.ts'
import { isRecord, type WireError } from './protocol/envelope.ts'
import { wireEvent } from './protocol/viewing-events.ts'
import { applyLoadOptions, type LoadConfig } from './protocol/load-config.ts'
import { showFailure, showLoading } from './page/whole-page.ts'
import { createSpeech, type Speech } from './phrases/speech.ts'
import { applySettings, DEFAULT_SETTINGS } from './state/settings.ts'
import { findPage, initialState } from './state/view-state.ts'
import { createViewing, type Viewing } from './viewing.ts'

export type Embedding = {
  /** Starts with a new configuration. If `render` is false, stops after `loaded` until `render()` is called. */
  load: (config: LoadConfig, render: boolean) => void
  render: () => void
  setToken: (token: string) => void
  /** The open report; null before it is loaded. */
  viewing: () => Viewing | null
  refresh: () => void
  emit: (name: string, body: unknown) => void
}

type EmbeddingOptions = {
  root: HTMLElement
  page: Window
  language: string | null
  formatLocale: string | null
  send: (url: string, body: unknown) => void
}

export function createEmbedding(options: EmbeddingOptions): Embedding {
  const { root, page } = options
  let uid = ''
  let run = new AbortController()
  let service: Service | null = null
  let viewing: Viewing | null = null
  let wantsRender = false
  let lastConfig: LoadConfig | null = null

  const emit = (name: string, body: unknown) => options.send(`/reports/${uid}/events/${name}`, body)

  const expiry = createExpiryWatch(page, () => emit('error', tokenExpired()))

  function load(config: LoadConfig, render: boolean): void {
    reset()
    uid = config.uniqueId
    wantsRender = render
    lastConfig = config
    const speech = createSpeech(config.language ?? options.language, config.formatLocale ?? options.formatLocale)
    document.documentElement.lang = speech.language
    showLoading(root, speech)
    const opened = createService({
      reportId: config.id,
      token: config.accessToken,
      language: speech.language,
      fetch: page.fetch.bind(page),
      onExpired: expiry.report,
    })
    service = opened
    void open(config, opened, speech, run.signal)
  }

  /** Stops the previous report: it must not draw or send events after this. */
  function reset(): void {
    run.abort()
    run = new AbortController()
    expiry.startOver()
    viewing?.dispose()
    viewing = null
    service = null
  }

  async function open(config: LoadConfig, from: Service, speech: Speech, signal: AbortSignal): Promise<void> {
    try {
      const answer = await from.report(signal)
      if (signal.aborted) return
      mustHaveVisual(answer, config)
      expiry.watch(answer.tokenEndsIn)
      document.title = answer.report.name
      viewing = openViewing(root, { config, answer, service: from, speech }, (name, body) => {
        if (!signal.aborted) emit(name, body)
      })
      emit('loaded', {})
      if (wantsRender) render()
    } catch (error) {
      if (!signal.aborted) failed(error, config, speech)
    }
  }

  function render(): void {
    wantsRender = true
    if (!viewing) return
    emit('renderingStarted', {})
    viewing.start()
  }

  function failed(error: unknown, config: LoadConfig, speech: Speech): void {
    console.error(error)
    const fault = serviceErrorOf(error, String(error))
    emit('error', errorOf(fault))
    const hidden = isRecord(config.settings) && config.settings['hideErrors'] === true
    showFailure(root, speech, hidden ? null : fault, () => load(config, true))
  }

  return {
    load,
    render,
    setToken: (token) => {
      expiry.startOver()
      const [present, signal] = [service, run.signal]
      if (lastConfig) lastConfig = { ...lastConfig, accessToken: token }
      present?.setToken(token)
      // Only the service knows the life of the new token.
      void present?.report(signal).then(
        (answer) => expiry.watch(answer.tokenEndsIn),
        (error: unknown) => signal.aborted || emit('error', errorOf(serviceErrorOf(error, ''))),
      )
    },
    viewing: () => viewing,
    refresh: () => {
      if (viewing) viewing.refresh()
      else if (lastConfig) load(lastConfig, true)
    },
    emit,
  }
}

/** A single visual may have been removed from the report since its host stored its name. */
function mustHaveVisual({ report }: ReportAnswer, { pageName, visualName }: LoadConfig): void {
  if (visualName === null || findPage(report, pageName ?? '')?.visuals.some(({ name }) => name === visualName)) return
  throw new ServiceError(404, 'VisualNotFound', `There is no visual ${visualName} on page ${pageName ?? ''}.`)
}

type Opening = { config: LoadConfig; answer: ReportAnswer; service: Service; speech: Speech }

/** The report of an answer in the state that the load message asks for. It sends its events as events of the SDK. */
function openViewing(root: HTMLElement, opening: Opening, emit: Embedding['emit']): Viewing {
  const { config, answer, service, speech } = opening
  const { report, names } = answer
  root.classList.toggle('is-single', config.visualName !== null)
  const { state, settings } = applyLoadOptions(
    answer,
    config,
    initialState(report),
    applySettings(DEFAULT_SETTINGS, config.settings),
  )
  const opened = createViewing({
    root,
    report,
    names,
    service,
    speech,
    state,
    settings,
    theme: config.theme,
    onEvent: (event) => {
      const { name, body } = wireEvent(event, opened)
      emit(name, body)
    },
  })
  return opened
}

/** Reports the expiry once per token. The timer or the service may detect it first. */
function createExpiryWatch(page: Window, onExpired: () => void) {
  let timer = 0
  let isReported = false
  const report = () => {
    if (isReported) return
    isReported = true
    onExpired()
  }
  return {
    report,
    /** For a new token. */
    startOver: () => {
      clearTimeout(timer)
      isReported = false
    },
    watch: (endsIn: number) => {
      clearTimeout(timer)
      // setTimeout fires immediately for delays of 2³¹ milliseconds or more.
      if (endsIn > 0 && endsIn < 2 ** 31) timer = page.setTimeout(report, endsIn)
    },
  }
}

/** There is no tokenExpired event in the SDK: hosts listen for this error. */
const tokenExpired = (): WireError => ({
  message: 'TokenExpired',
  detailedMessage: 'The access token has expired; call setAccessToken with a new one.',
  errorCode: '403',
  level: 6,
})

const serviceErrorOf = (error: unknown, message: string): ServiceError =>
  error instanceof ServiceError ? error : new ServiceError(500, 'LoadReportFailed', message)

/** Maps errors to names of `CommonErrorCodes`, and keeps two codes of ours that hosts know. */
function errorOf({ status, code, message }: ServiceError): WireError {
  const known = {
    401: 'PowerBINotAuthorizedException',
    403: 'PowerBINotAuthorizedException',
    404: 'PowerBIEntityNotFound',
  }[status]
  const isKept = code === 'TokenExpired' || code === 'DatasetBeingRebuilt'
  const name = isKept ? code : (known ?? 'LoadReportFailed')
  return { message: name, detailedMessage: message, errorCode: String(status), level: 6 }
}
