// The fields of an ignored row-level security. Without phrases, they show their keys.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { IgnoreFields } from './report-rows.tsx'

void i18next.use(initReactI18next).init({ lng: 'en-US', resources: {}, interpolation: { escapeValue: false } })

function Screen() {
  const [values, setValues] = useState({ ignore_row_security: false, ignore_role: '' })
  return (
    <IgnoreFields
      reportId="00000001-0000-4000-8000-000000000000"
      values={values}
      faults={{}}
      onChange={(part) => setValues({ ...values, ...part })}
    />
  )
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
