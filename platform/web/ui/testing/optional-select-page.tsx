// A page with optional selects: one to choose from, one to search in, and one that has the empty text of a form.
import { MantineProvider } from '@mantine/core'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { OptionalSelect } from '../optional-select.tsx'

const data = [
  { value: 'a', label: 'Ana' },
  { value: 'b', label: 'Beatriz' },
]

type FieldProps = { label: string; searchable: boolean; initial?: string }

function Field({ label, searchable, initial = 'a' }: FieldProps) {
  const [value, setValue] = useState<string | null>(initial)
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
    <Field label="Empty" searchable initial="" />
  </MantineProvider>,
)
