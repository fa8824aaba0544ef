// The baseline page for the browser benchmark: one button and one report. The SDK and the token are loaded before the click.
import type { IReportEmbedConfiguration } from 'powerbi-models'
import { PortalService } from '#powerbi/web/portal-service.ts'

declare global {
  interface Window {
    bare: { configuration: IReportEmbedConfiguration; localOrigins: string[]; size: { width: number; height: number } }
  }
}

const { configuration, localOrigins, size } = window.bare
const service = new PortalService(localOrigins)
const button = document.body.appendChild(document.createElement('button'))
const frame = document.body.appendChild(document.createElement('div'))
frame.style.cssText = `width:${size.width}px;height:${size.height}px`
button.textContent = 'Open'
button.addEventListener('click', () => service.embed(frame, configuration))
