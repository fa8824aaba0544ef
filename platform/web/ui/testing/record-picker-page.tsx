// A page with nothing but a record picker. The test answers the calls of the picker.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { RecordPicker } from '../record-picker.tsx'

/** What the page has on its global object: the ids that were picked. */
export type PickerPage = { picked: string[] }

const select = call({
  method: 'GET',
  path: 'people/select',
  summary: 'The first people whose names match a text.',
  access: 'anyone',
  does: 'read',
  input: z.object({ search: z.string() }),
  answers: z.array(z.object({ value: z.string(), label: z.string() })),
})

const page: PickerPage = { picked: [] }
Object.assign(globalThis, page)
/** A picker for several people: those that are picked are offered no more. */
function Several() {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const pick = ({ value }: { value: string }) => {
    page.picked.push(value)
    setChosen([...chosen, value])
  }
  return <RecordPicker call={select} label="People" isMulti exclude={chosen} onPick={pick} />
}

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <MantineProvider>
    <QueryClientProvider client={new QueryClient()}>
      <RecordPicker call={select} label="Person" exclude={[]} onPick={({ value }) => page.picked.push(value)} />
      <Several />
    </QueryClientProvider>
  </MantineProvider>,
)
