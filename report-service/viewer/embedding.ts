// The life cycle of one embed: load, prepare and render, new tokens, and a new load of another report in the same frame.
// It owns the current `uid` and sends events for it. The single requests are in protocol/*-routes.ts.
import type { DraftAnswer, ReportAnswer } from '../report/viewer-calls.ts'
import type { Editor } from './edit/editor.ts'
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
  /** The editor; null while the report is read. */
  editor: () => Editor | null
  /** Begins or ends editing; ending drops what is not saved. Throws ServiceError if the token does not allow it. */
  switchMode: (isEdit: boolean) => Promise<void>
  /** Stores the changes of the editor and reports it. Throws ServiceError. */
  save: () => Promise<void>
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
  let editor: Editor | null = null
  let opened: { config: LoadConfig; answer: ReportAnswer; service: Service; speech: Speech } | null = null
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
    const client = createService({
      reportId: config.id,
      token: config.accessToken,
      language: speech.language,
      fetch: page.fetch.bind(page),
      onExpired: expiry.report,
    })
    service = client
    void open(config, client, speech, run.signal)
  }

  /** Stops the previous report: it must not draw or send events after this. */
  function reset(): void {
    run.abort()
    run = new AbortController()
    expiry.startOver()
    editor?.dispose()
    editor = null
    opened = null
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
      if (config.isEdit && !answer.mayEdit) throw mayNotEdit()
      opened = { config, answer, service: from, speech }
      viewing = openViewing(root, opened, sending(signal))
      // Our extension: until which day the data go, for the host to show.
      emit('loaded', { dataUntil: answer.dataUntil })
      if (wantsRender) render()
    } catch (error) {
      if (!signal.aborted) failed(error, config, speech)
    }
  }

  /** Sends events while the report is open. The editor marks what was drawn. */
  const sending = (signal: AbortSignal) => (name: string, body: unknown) => {
    if (signal.aborted) return
    if (name === 'pageChanged') editor?.decorate()
    emit(name, body)
  }

  function render(): void {
    wantsRender = true
    if (!viewing) return
    emit('renderingStarted', {})
    viewing.start()
    if (opened?.config.isEdit)
      switchMode(true).catch((error: unknown) => {
        if (opened) failed(error, opened.config, opened.speech)
      })
  }

  async function switchMode(isEdit: boolean): Promise<void> {
    const [present, { signal }] = [opened, run]
    if (present === null || isEdit === (editor !== null)) return
    if (isEdit && !present.answer.mayEdit) throw mayNotEdit()
    if (!isEdit) return load({ ...present.config, isEdit: false }, true)
    const { openEditor } = await import('./edit/editor.ts')
    const begun = await openEditor(
      { root, service: present.service, speech: present.speech, redraw: (answer) => redraw(answer, signal) },
      signal,
    )
    if (signal.aborted) begun.dispose()
    else editor = begun
  }

  /** Draws the report of an editor in place of the present one, at the same page and always as its author placed it. */
  function redraw({ report, names }: DraftAnswer, signal: AbortSignal): Viewing {
    if (opened === null || viewing === null) throw new Error('There is no report to edit.')
    const { page } = viewing.state()
    viewing.dispose()
    const answer = { ...opened.answer, report, names }
    const settings = { ...asRecord(opened.config.settings), layoutType: 1, customLayout: {} }
    const config = { ...opened.config, settings, pageName: addedPage(opened.answer.report, report) ?? page }
    opened = { ...opened, answer }
    viewing = openViewing(root, { ...opened, config }, sending(signal))
    viewing.start()
    return viewing
  }

  async function save(): Promise<void> {
    if (editor === null || opened === null) throw mayNotEdit()
    await editor.save()
    const { id, name } = opened.answer.report
    emit('saved', { reportObjectId: id, reportName: name, saveAs: false })
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
    editor: () => editor,
    switchMode,
    save,
    refresh: () => {
      // The editor draws the report anew with each change.
      if (editor) return
      if (viewing) viewing.refresh()
      else if (lastConfig) load(lastConfig, true)
    },
    emit,
  }
}

const mayNotEdit = () => new ServiceError(403, 'PowerBINotAuthorizedException', 'The token does not allow editing.')

const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** The page that only the later report has: who adds a page goes on with it. */
const addedPage = (before: ReportAnswer['report'], after: ReportAnswer['report']): string | null =>
  after.pages.find(({ name }) => findPage(before, name) === null)?.name ?? null

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
