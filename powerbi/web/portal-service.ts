// Extends powerbi-client to show reports of the local service in addition to Microsoft's. An allow-list of exact origins from the
// server's configuration replaces the SDK's own check of the address.
// It is not a second SDK: all report functions are the SDK's. Next: report-session.ts, docs/decisions/0009.
import { factories, models, Report, service, Visual } from 'powerbi-client'
import type { Embed } from 'powerbi-client'

type Configuration = Parameters<service.Service['embedInternal']>[1]

/** Token type of both services. */
export const EMBED_TOKEN = models.TokenType.Embed

/** Kinds that accept a given frame. Other kinds of the SDK create their own frame, and are refused. */
const KINDS = { report: Report, visual: Visual }

/** Create one per page and keep it: each instance adds a window listener that is never removed. */
export class PortalService extends service.Service {
  readonly #localOrigins: ReadonlySet<string>

  /** `localOrigins`: exact origins such as `http://reports.localhost:8000`. */
  constructor(localOrigins: readonly string[]) {
    super(factories.hpmFactory, factories.wpmpFactory, factories.routerFactory)
    this.#localOrigins = new Set(localOrigins)
  }

  /** Every way to embed (embed, load, bootstrap) calls this method. */
  override embedInternal(
    element: HTMLElement,
    configuration: Configuration = {},
    phased?: boolean,
    bootstrap?: boolean,
  ): Embed {
    const expectedOrigin = originOf(configuration.embedUrl)
    const present = frameOf(element)
    // The frame is replaced, because the SDK would post the token of one service into the frame of the other.
    if (present !== null && expectedOrigin !== null && originOf(present.src) !== expectedOrigin) this.reset(element)
    const isOurs = expectedOrigin !== null && this.#localOrigins.has(expectedOrigin)
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
    // Set the address before inserting the frame. An empty frame fires a load event of its own, and the SDK posts the token at the
    // first load event.
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

/** The frame that the SDK has put into the element, if any. */
function frameOf(element: HTMLElement): HTMLIFrameElement | null {
  return 'powerBiEmbed' in element && element.powerBiEmbed ? element.querySelector('iframe') : null
}
