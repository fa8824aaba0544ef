// The fields of the source of a management report, after an attempt to save it. Without phrases, they show their keys.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { EmbeddedField } from './management-source.tsx'

const resources = { 'en-US': { translation: { general: { field: { required: 'missing: {{name}}' } } } } }
void i18next.use(initReactI18next).init({ lng: 'en-US', resources, interpolation: { escapeValue: false } })

function Screen() {
  const [value, setValue] = useState<unknown>(null)
  const field = { name: 'embedded', label: 'The whole', description: undefined, error: 'missing: The whole' }
  return <EmbeddedField {...field} value={value} onChange={setValue} />
}

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <MantineProvider>
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Screen />
    </QueryClientProvider>
  </MantineProvider>,
)
