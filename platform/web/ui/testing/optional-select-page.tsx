// A page with two optional selects: one to choose from, one to search in.
import { MantineProvider } from '@mantine/core'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { OptionalSelect } from '../optional-select.tsx'

const data = [
  { value: 'a', label: 'Ana' },
  { value: 'b', label: 'Beatriz' },
]

function Field({ label, searchable }: { label: string; searchable: boolean }) {
  const [value, setValue] = useState<string | null>('a')
  return (
    <>
      <OptionalSelect label={label} searchable={searchable} data={data} value={value} onChange={setValue} />
      <output aria-label={`${label} value`}>{value ?? 'nothing'}</output>
    </>
  )
}

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <MantineProvider>
    <Field label="Plain" searchable={false} />
    <Field label="Searched" searchable />
  </MantineProvider>,
)
