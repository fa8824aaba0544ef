// The note about mails of a scheduled export. Without phrases, it shows its key.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { ExportMailNote } from './export-mail-note.tsx'

void i18next.use(initReactI18next).init({ lng: 'en-US', resources: {}, interpolation: { escapeValue: false } })

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <MantineProvider>
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ExportMailNote />
    </QueryClientProvider>
  </MantineProvider>,
)
