// Lets powerbi-client show reports of the local service beside Microsoft's. Whose pages it may show is a list of exact
// origins from the server's configuration, which stands in for the check that the SDK does by itself.
// It is no second SDK: what a report can do is the SDK's. Next: report-session.ts, docs/decisions/0009.
import { factories, models, Report, service, Visual } from 'powerbi-client'
import type { Embed } from 'powerbi-client'

type Configuration = Parameters<service.Service['embedInternal']>[1]

/** The kind of token both services give to a portal. */
export const EMBED_TOKEN = models.TokenType.Embed

/** What can be handed a frame of ours; the SDK's other kinds make their own, and are refused. */
const KINDS = { report: Report, visual: Visual }

/** Make one per page and keep it: each adds a listener to the window that is never taken away. */
export class PortalService extends service.Service {
  readonly #localOrigins: ReadonlySet<string>

  /** `localOrigins`: exact origins such as `http://reports.localhost:8000`. */
  constructor(localOrigins: readonly string[]) {
    super(factories.hpmFactory, factories.wpmpFactory, factories.routerFactory)
    this.#localOrigins = new Set(localOrigins)
  }

  /** All ways to embed (embed, load, bootstrap) come through here. */
  override embedInternal(
    element: HTMLElement,
    configuration: Configuration = {},
    phased?: boolean,
    bootstrap?: boolean,
  ): Embed {
    const wanted = originOf(configuration.embedUrl)
    const present = frameOf(element)
    // Else the token of one service would be posted into the frame of the other.
    if (present !== null && wanted !== null && originOf(present.src) !== wanted) this.reset(element)
    const isOurs = wanted !== null && this.#localOrigins.has(wanted)
    if (!isOurs || frameOf(element) !== null) return super.embedInternal(element, configuration, phased, bootstrap)
    return this.#embedLocally(element, configuration, phased, bootstrap)
  }

  #embedLocally(element: HTMLElement, configuration: Configuration = {}, phased?: boolean, bootstrap?: boolean): Embed {
    const kind = configuration.type?.toLowerCase()
    if (kind !== 'report' && kind !== 'visual')
      throw new Error(`the local report service has no ${kind ?? 'kind'} to embed`)
    const frame = document.createElement('iframe')
    frame.style.cssText = 'width:100%;height:100%;border:0'
    frame.setAttribute('scrolling', 'no')
    frame.setAttribute('allowfullscreen', 'true')
    const embed = new KINDS[kind](this, element, { ...configuration, type: kind }, phased, bootstrap, frame)
    const address = new URL(embed.config.embedUrl ?? '', location.href)
    address.searchParams.set('uid', embed.config.uniqueId ?? '')
    // The address first, then into the page: a frame that is put in empty would fire a load event of its own, and the
    // SDK posts the token at the first one.
    frame.src = address.href
    element.replaceChildren(frame)
    Object.assign(element, { powerBiEmbed: embed })
    this.addOrOverwriteEmbed(embed, element)
    return embed
  }
}

function originOf(address: string | undefined): string | null {
  return address !== undefined && URL.canParse(address, location.href) ? new URL(address, location.href).origin : null
}

/** The frame the SDK has put into the element, if it has. */
function frameOf(element: HTMLElement): HTMLIFrameElement | null {
  return 'powerBiEmbed' in element && element.powerBiEmbed ? element.querySelector('iframe') : null
}
