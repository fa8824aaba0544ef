// A page with nothing but a button and the dialog that it opens. The test answers the call of the form.
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { call } from '#platform/contract/call.ts'
import { FormDialog } from '../form-dialog.tsx'

const rename = call({
  method: 'POST',
  path: 'rooms/rename',
  summary: 'Changes the name of a room.',
  access: 'anyone',
  does: 'write',
  audit: 'room.renamed',
  input: z.object({ id: z.string(), name: z.string() }),
  answers: z.object({}),
})

const answers = new QueryClient()

function Page() {
  const [room, setRoom] = useState<{ id: string; name: string } | null>(null)
  return (
    <MantineProvider>
      <QueryClientProvider client={answers}>
        <button type="button" onClick={() => setRoom({ id: 'r1', name: 'Blue' })}>
          Rename
        </button>
        <FormDialog
          record={room}
          title={({ name }) => `Rename ${name}`}
          call={rename}
          initial={({ name }) => ({ name })}
          inputOf={({ id }, { name }) => ({ id, name })}
          label={() => 'Name'}
          action="Save"
          onClose={() => setRoom(null)}
        >
          {({ values, set, faults }) => (
            <label>
              Name
              <input
                value={values.name}
                onChange={({ currentTarget: { value } }) => set({ name: value })}
                aria-invalid={faults['name'] !== undefined}
                data-autofocus
              />
              <em>{faults['name']}</em>
            </label>
          )}
        </FormDialog>
      </QueryClientProvider>
    </MantineProvider>
  )
}

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(<Page />)
