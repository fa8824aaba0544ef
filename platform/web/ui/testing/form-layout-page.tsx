// A page with a form of two fields. Its attempts fail with faults in another order than that of the page.
import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { FormLayout } from '../form-layout.tsx'

const none: Record<string, string> = {}
const faults: Record<string, string> = {
  elsewhere: 'Elsewhere is wrong.',
  lower: 'Lower is wrong.',
  upper: 'Upper is wrong.',
}

function Page() {
  const [attempt, setAttempt] = useState(0)
  return (
    <FormLayout
      submission={{ faults: attempt === 0 ? none : faults, refusal: null, attempt, busy: false, done: true }}
      changed={['Upper']}
      action="Add"
      onSubmit={() => setAttempt(attempt + 1)}
      onCancel={() => undefined}
    >
      <input name="upper" aria-label="Upper" />
      <input id="lower" aria-label="Lower" />
    </FormLayout>
  )
}

const top = createRootRoute()
const index = createRoute({
  getParentRoute: () => top,
  path: '/',
  component: () => (
    <MantineProvider>
      <ConfirmDialog>
        <Page />
      </ConfirmDialog>
    </MantineProvider>
  ),
})
const routeTree = top.addChildren([index])
const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />)
