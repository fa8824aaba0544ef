// The dialog that grants a request, open. Without phrases, it shows their keys. The test answers its calls.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { SessionContext } from '#platform/web/session/use-session.ts'
import { DecisionDialog } from './catalog-decision.tsx'
import type { RequestRow } from './catalog-report.ts'

void i18next.use(initReactI18next).init({ lng: 'en-US', resources: {}, interpolation: { escapeValue: false } })

const request: RequestRow = {
  id: '00000001-0000-4000-8000-000000000001',
  name: 'Linda Mitchell',
  email: 'linda@example.com',
  report_id: '00000002-0000-4000-8000-000000000002',
  report: 'Sales',
  state: 'waiting',
  reason: 'For the visit on Friday',
  answer: null,
  decided_by: null,
  created_at: new Date('2026-11-20T12:00:00Z'),
  settled_at: null,
}

/** Only what the dialog reads of a session. */
const session = {
  can: new Set(['report.grant']),
  remoteAccess: null,
  language: 'en-US',
  timezone: 'UTC',
  user: { id: '00000004-0000-4000-8000-000000000004' },
  tenant: { id: '00000005-0000-4000-8000-000000000005' },
}

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <MantineProvider>
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionContext value={session as never}>
        <DecisionDialog decision={{ kind: 'grant', request }} onClose={() => undefined} />
      </SessionContext>
    </QueryClientProvider>
  </MantineProvider>,
)
