// The portal's page in the browser tests. Puts the objects that the tests drive on `window`.
import { factories, models, service } from 'powerbi-client'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { EmbeddedReport } from '../web/embedded-report.tsx'
import { PortalService } from '../web/portal-service.ts'
import type { ReportTarget } from '../web/report-session.ts'
import type { HeldToken } from '../web/token-renewal.ts'

const root = createRoot(document.body.appendChild(document.createElement('main')))
const log: string[] = []
const say = (text: string) => void log.push(text)

const host = {
  log,
  /** The clock of the component. Tests move it. */
  clock: { now: 1_000_000 },
  renewals: 0,
  renewedToken: null as HeldToken | null,
  portal: (localOrigins: string[]) => new PortalService(localOrigins),
  replaceAll: models.FiltersOperations.ReplaceAll,
  stock: () => new service.Service(factories.hpmFactory, factories.wpmpFactory, factories.routerFactory),
  async renew(): Promise<HeldToken> {
    host.renewals += 1
    if (host.renewedToken === null) throw new Error('no token for you')
    return host.renewedToken
  },
  show(target: ReportTarget, localOrigins: string[]) {
    root.render(
      <StrictMode>
        <EmbeddedReport
          target={target}
          localOrigins={localOrigins}
          now={() => host.clock.now}
          renew={host.renew}
          title="Sales"
          style={{ width: 800, height: 450 }}
          loaded={() => say(`loaded ${target.reportId}`)}
          rendered={() => say(`rendered ${target.reportId}`)}
          pageChanged={(page) => say(`page ${page.name}`)}
          failed={(failure) => say(`failed ${failure.code}`)}
        />
      </StrictMode>,
    )
  },
  hide: () => root.render(null),
}

export type Host = typeof host
Object.assign(window, { host })
